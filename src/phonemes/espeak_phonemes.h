// Text of the languages that espeak-ng reads as phonemes of Kokoro's alphabet: its IPA, with
// upstream's replacements (misaki 0.9.4, espeak.py). espeak-ng is GPL-3 and stays a program.
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::phonemes {

// Used by any thread.
class EspeakPhonemes {
 public:
  // `voice`: espeak-ng's code: "en-us", "en-gb", "es", "fr-fr", "hi", "it", "pt-br". An error when
  // the program is not installed, or does not have it.
  static Result<EspeakPhonemes> open(std::string_view voice);

  // Marks of punctuation stay where they are. `cancelled` when `stop` was set.
  Result<std::string> phonemes(std::string_view text, const std::stop_token& stop) const;

 private:
  explicit EspeakPhonemes(std::string voice) : voice_(std::move(voice)) {}
  Result<std::vector<std::string>> ipa_of(std::span<const std::string> pieces,
                                          const std::stop_token& stop) const;

  std::string voice_;
};

// espeak-ng's IPA, with ^ for ties, in the alphabet of Kokoro.
std::string english_phonemes(std::string_view ipa, bool is_british);
std::string other_phonemes(std::string_view ipa);

}  // namespace sotto::phonemes
