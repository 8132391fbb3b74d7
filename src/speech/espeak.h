// Many languages by the `espeak-ng` program. It is GPL-3 while sotto is Apache-2.0: it stays a
// program of its own, and nothing of it is linked.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "speech/voice_kind.h"

namespace sotto::speech {

extern const VoiceKind kEspeakKind;

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

// `voice`: a code of espeak-ng's own ("en-us"), or empty to choose by the language.
Result<std::unique_ptr<Voice>> open_espeak(const std::string& voice, const Language& language,
                                           double rate);

}  // namespace sotto::speech
