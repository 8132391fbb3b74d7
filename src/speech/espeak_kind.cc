// espeak-ng among the kinds of voices: the last that "auto" tries, with the most languages.
#include <algorithm>
#include <set>

#include "base/child.h"
#include "phonemes/espeak_voices.h"
#include "speech/espeak.h"

namespace sotto::speech::espeak_kind {
namespace {

std::vector<VoiceInfo> list() {
  std::set<std::string> codes;
  for (const phonemes::EspeakVoice& voice : phonemes::espeak_voices()) {
    codes.insert(voice.code.substr(0, voice.code.find('-')));
    for (const auto& [language, priority] : voice.languages) {
      codes.insert(language.substr(0, language.find('-')));
    }
  }
  const bool usable = has_program("espeak-ng") && !codes.empty();
  return {{"espeak-ng",
           {codes.begin(), codes.end()},
           usable,
           usable ? "" : "the program is not installed; install espeak-ng"}};
}

std::vector<SingleVoice> voices(const VoiceOptions&) {
  const VoiceInfo kind = list()[0];
  if (!kind.usable) return {};
  std::vector<SingleVoice> voices = {{kind.name, kind.languages}};
  for (const phonemes::EspeakVoice& voice : phonemes::espeak_voices()) {
    std::vector<std::string> tags = {voice.code};
    for (const auto& [language, priority] : voice.languages) tags.push_back(language);
    const std::string name = "espeak-ng:" + voice.code;
    const bool is_new = std::ranges::find(voices, name, &SingleVoice::name) == voices.end();
    if (is_new) voices.push_back({name, iso_code(tags)});  // some are there twice
  }
  return voices;
}

bool suits(const Language&, const VoiceOptions&) { return true; }

Result<std::unique_ptr<Voice>> open(const std::string& voice, const Language& language, double rate,
                                    const VoiceOptions&) {
  return open_espeak(voice, language, rate);
}

}  // namespace
}  // namespace sotto::speech::espeak_kind

namespace sotto::speech {

constinit const VoiceKind kEspeakKind = {.name = "espeak-ng",
                                         .rank = 4,
                                         .leaves_machine = false,
                                         .only_by_name = false,
                                         .has_models = false,
                                         .takes_files = false,
                                         .settings = {},
                                         .list = espeak_kind::list,
                                         .voices = espeak_kind::voices,
                                         .suits = espeak_kind::suits,
                                         .open = espeak_kind::open};

}  // namespace sotto::speech
