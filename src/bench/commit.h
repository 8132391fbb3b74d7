// The commit whose sources this program was made from.
#pragma once

namespace sotto::bench {

// "3523237f9b02" or "3523237f9b02-dirty"; empty: not made of a git checkout.
const char* commit();

}  // namespace sotto::bench
