// macOS's `say` among the kinds of voices.
#include "base/child.h"
#include "speech/say.h"

namespace sotto::speech::say_kind {
namespace {

std::vector<VoiceInfo> list() {
  const bool mac = has_program("say");
  return {
      {"say",
       {},
       mac,
       mac ? "the languages of the voices in the settings of macOS" : "it comes with macOS only"}};
}

std::vector<SingleVoice> voices(const VoiceOptions&) {
  if (!has_program("say")) return {};
  std::vector<SingleVoice> voices = {{"say", {}}};
  for (const SayVoice& voice : say_voices())
    voices.push_back({"say:" + voice.name, iso_code({voice.locale})});
  return voices;
}

bool suits(const Language&, const VoiceOptions&) { return has_program("say"); }

Result<std::unique_ptr<Voice>> open(const std::string& voice, const Language& language, double rate,
                                    const VoiceOptions&) {
  return open_say(voice, language, rate);
}

}  // namespace
}  // namespace sotto::speech::say_kind

namespace sotto::speech {

constinit const VoiceKind kSayKind = {.name = "say",
                                      .rank = 3,
                                      .leaves_machine = false,
                                      .only_by_name = false,
                                      .has_models = false,
                                      .takes_files = false,
                                      .settings = {},
                                      .list = say_kind::list,
                                      .voices = say_kind::voices,
                                      .suits = say_kind::suits,
                                      .open = say_kind::open};

}  // namespace sotto::speech
