// Letters that stand for others: 𝐛𝐨𝐥𝐝, ＡＢＣ, the ligature ﬁ.
#pragma once

#include <string>
#include <string_view>

namespace sotto::text {

// Letters and digits in mathematical fonts, of full and half width, in ligatures and in Arabic
// presentation forms become plain ones, as NFKC has them; so do the signs of full width that have a
// meaning (＞, ％). What NFKC would turn into something else to be heard (², ½, ™, ①) stays.
std::string with_plain_letters(std::string_view text);

}  // namespace sotto::text
