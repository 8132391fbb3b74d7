// Letters that a dictionary of Japanese lacks, of which its readers make silent pauses.
#pragma once

#include <string>
#include <string_view>

#include "japanese/mecab.h"

namespace sotto::phonemes {

// `text` (valid UTF-8) with every letter in a form that `dictionary` reads: ideographs as a variant
// that it knows (髙 as 高), else by their reading out of the Unihan database (嗤う as わらう),
// letters of other scripts in katakana (안녕 as アニェオング). What has no reading is named by its
// script (タングット文字), once for all of a run, and the log says so once a character. Latin
// letters stay. Used by any thread.
std::string with_known_letters(const japanese::Mecab& dictionary, std::string_view text);

}  // namespace sotto::phonemes
