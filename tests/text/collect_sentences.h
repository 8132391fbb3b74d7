// What SpeechText makes of a text, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/speech_text.h"

namespace sotto::text {

inline Language english() { return {"eng_Latn", "en"}; }
inline Language japanese() { return {"jpn_Jpan", "ja"}; }

inline std::vector<Sentence> sentences_of(std::string_view text, SpeechTextOptions options,
                                          size_t piece_bytes = SIZE_MAX) {
  std::vector<Sentence> out;
  SpeechText speech(std::move(options), [&](Sentence s) { out.push_back(std::move(s)); });
  for (size_t i = 0; i < text.size(); i += piece_bytes) {
    speech.push(text.substr(i, piece_bytes));
    if (piece_bytes == SIZE_MAX) break;
  }
  speech.end_block();
  return out;
}

inline SpeechTextOptions options_for(Language language) {
  SpeechTextOptions options;
  options.language = std::move(language);
  return options;
}

// The texts alone.
inline std::vector<std::string> spoken_texts(std::string_view text,
                                             SpeechTextOptions options = options_for(english()),
                                             size_t piece_bytes = SIZE_MAX) {
  std::vector<std::string> out;
  for (Sentence& s : sentences_of(text, std::move(options), piece_bytes)) {
    out.push_back(std::move(s.text));
  }
  return out;
}

}  // namespace sotto::text
