// Texts of any number of sentences, translated sentence by sentence, with nothing left out: what
// has no words in it stays as it is. (LineTranslator is for texts that are to be heard.)
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "sotto/error.h"
#include "text/sentence.h"
#include "translate/translator.h"

namespace sotto::translate {

struct Passage {
  std::string text;  // valid UTF-8, one line, single spaces, none at either end
  std::vector<text::ProtectedSpan> code;  // that no network may change, in order
  // Words of a sentence, as they stand in it. Others are lent the full stop that they lack, unless
  // they are as short as a title: networks know sentences.
  bool is_fragment = false;
  bool wants_links = false;
};

struct TranslatedPassage {
  std::string text;
  std::vector<std::string> others;  // other translations of the whole, best first, all different
  bool is_same = false;             // it is the passage itself: lost, or nothing to translate
  std::vector<Link> links;          // of what wants them, where the network can say
  int sentences = 0, from_cache = 0;
};

// Ends of a text's sentences, behind their spaces; the last one is its size. A very long sentence
// is cut at a clause, a very short one belongs to its neighbour.
std::vector<size_t> sentence_ends(std::string_view text);

// Whether there is anything to translate.
bool has_letters(std::string_view text);

// All in one batch, as many as there are passages, in their order. The only error is `cancelled`.
Result<std::vector<TranslatedPassage>> translate_passages(Translator& translator,
                                                          std::span<const Passage> passages,
                                                          const Language& from, const Language& to,
                                                          const std::stop_token& stop);

// Texts of any number of lines, each line by itself; spaces around a line stay.
Result<std::vector<TranslatedPassage>> translate_texts(Translator& translator,
                                                       std::span<const std::string> texts,
                                                       const Language& from, const Language& to,
                                                       const std::stop_token& stop);

}  // namespace sotto::translate
