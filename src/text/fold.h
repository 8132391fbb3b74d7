// Letters in unusual dress as the ear takes them: "𝐛𝐨𝐥𝐝" is bold, "ﾃｽﾄ" テスト, "①" 1.
#pragma once

#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::text {

// `text` (valid UTF-8) with letters and digits in their usual form: full and half width, ligatures,
// letters of mathematics, digits of all scripts, numbers in circles, ideographs for compatibility
// and words in one square (㎏, ㍻). A number never grows into its neighbours: "3①" is "3 1". Marks
// of punctuation stay, and so do raised and lowered digits and fractions where `language` is not
// Japanese, which says them: "½" is 2分の1, "10²" 10の2乗. For Japanese Latin letters lose their
// accents ("café" is cafe), which its dictionaries do not know. Linear in the length of the text.
std::string fold_for_ear(std::string_view text, const Language& language);

}  // namespace sotto::text
