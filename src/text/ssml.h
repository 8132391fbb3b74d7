// A part of SSML 1.1 (W3C) as text with silence, rate and pronunciations between: `break`, `prosody
// rate`, `sub`, `say-as`, `phoneme`, `p` and `s`. Documents come from outside.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "sotto/error.h"
#include "text/sentence.h"

namespace sotto::text {

inline constexpr size_t kLongestSsml = size_t{1} << 20;  // bytes

// A word of a part whose phonemes are given.
struct Pronunciation {
  std::string word;       // one line
  size_t occurrence = 0;  // of the word in the part's text, from 0
  std::string ipa;
};

// Text that is said in one way.
struct MarkedPart {
  std::string text;                // one line of plain text; not empty
  std::optional<double> pause_ms;  // silence in front of it; none: as usual
  bool begins_block = false;       // a paragraph
  bool goes_on = false;            // the next part is said without a pause
  double rate = 1;                 // of the voice, times its usual one; 0.25 to 4
  std::vector<Pronunciation> pronunciations = {};
};

struct MarkedText {
  std::vector<MarkedPart> parts;
  double pause_behind_ms = 0;  // silence at the end
  std::string language;        // xml:lang of the document; empty: it has none
  std::string warning;         // what was not done as asked, in one sentence; empty: all was done
};

// It begins as a document of SSML does.
bool is_ssml(std::string_view text);
// More text decides whether it does.
bool may_become_ssml(std::string_view text);

// The error, in one sentence: it is not well-formed, has a document type, is too long or too deep, or
// a value is none of those expected. Elements that are not known have their text read.
Result<MarkedText> read_ssml(std::string_view document, const Language& language);

// Gives the words of a part their phonemes, where its sentences have them: as spans, before all others.
void pronounce(const std::vector<Pronunciation>& words, std::vector<Sentence>& sentences);

// Takes the full stop away that the last sentence of a part got although the text goes on.
void open_end(Sentence& last, std::string_view part);

// Its words, without how they are said.
std::string plain_text(const MarkedText& text);

}  // namespace sotto::text
