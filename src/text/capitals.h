// Words in capitals ("do NOT") as networks know them.
#pragma once

#include <functional>
#include <string_view>

#include "text/sentence.h"

namespace sotto::text {

enum class Shouted {
  no,       // capitals are how it is written: "HTTP"
  perhaps,  // a word where its neighbours are in capitals, too: "GET", "US"
  yes,      // an ordinary word, emphasized
};

// Judges a word in capitals by itself.
using ShoutedTest = std::function<Shouted(std::string_view capitals, std::string_view small)>;

// By a list of words.
Shouted shouted_in_english(std::string_view capitals, std::string_view small);

// The sentence with ordinary words in small letters; the first one keeps its first capital. Spans
// stay what they are.
Sentence without_shouting(const Sentence& sentence, const ShoutedTest& test);

}  // namespace sotto::text
