// Which sources this program was made of.
#pragma once

namespace sotto::bench {

// "3523237f9b02" or "3523237f9b02-dirty"; empty: not made of a git checkout.
const char* commit();

}  // namespace sotto::bench
