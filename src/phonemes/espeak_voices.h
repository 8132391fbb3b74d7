// The voices that espeak-ng has.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sotto::phonemes {

// One voice of `espeak-ng --voices`: the code for -v, and the languages it says it can speak, each
// with its priority (less is better).
struct EspeakVoice {
  std::string code;
  std::vector<std::pair<std::string, int>> languages;
};
std::vector<EspeakVoice> parse_espeak_voices(std::string_view table);

// The code to speak `iso` with ("zh": "cmn"); empty when there is none.
std::string espeak_code(const std::vector<EspeakVoice>& voices, const std::string& iso);

// The voices of the program that is installed, asked once; none when it is not there.
const std::vector<EspeakVoice>& espeak_voices();

}  // namespace sotto::phonemes
