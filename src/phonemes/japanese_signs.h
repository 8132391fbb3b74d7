// Signs beside numbers, in Japanese words: a dictionary makes pauses of them.
#pragma once

#include <string>
#include <string_view>

namespace sotto::phonemes {

// "−5" is マイナス5, "±2" プラスマイナス2, "5〜10分" 5から10分, "$5.3億" 5.3億ドル, "10:30"
// 10時30分, "2026-11-05" 2026年11月5日, "3:1" 3対1, "1.2.3" 1テン2テン3, "03-1234-5678" its digits
// with ノ. Digits stay ASCII's, which they must be (text/fold.h). A hyphen behind a Latin letter or
// katakana joins ("UTF-8") and is no minus. Linear in the length of the text.
std::u32string said_signs(std::u32string_view text);

}  // namespace sotto::phonemes
