// Text as sacreBLEU cuts it before it counts n-grams (source: sacrebleu 2.5, tokenizers/).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sotto::measure {

enum class BleuTokenizer {
  mteval13a,   // words and punctuation apart, as WMT's mteval-v13a does: languages with spaces
  characters,  // each for itself: Japanese, Chinese
  none         // what stands between spaces
};

// "13a", "char", "none": the names of sacreBLEU.
const char* name_of(BleuTokenizer tokenizer);

// `line` is valid UTF-8.
std::vector<std::u32string> bleu_tokens(std::string_view line, BleuTokenizer tokenizer);

// The characters that are no space.
std::u32string without_spaces(std::string_view line);

}  // namespace sotto::measure
