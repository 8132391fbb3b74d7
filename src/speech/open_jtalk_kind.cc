// Open JTalk among the kinds of voices: what there is here, and what is missing.
#include <fmt/format.h>

#include "base/child.h"
#include "japanese/mecab.h"
#include "phonemes/open_jtalk_voices.h"
#include "speech/hts_voice.h"
#include "speech/open_jtalk.h"

namespace sotto::speech::open_jtalk_kind {
namespace {

constexpr const char* kBest = "mei";
constexpr const char* kNoVoice =
    "no .htsvoice file was found; run scripts/voice-mei, or put one into the voices folder";

// Why it cannot speak here; empty when it can, given a voice.
std::string missing() {
  if (!has_program("open_jtalk")) return "the program is not installed; install open-jtalk";
  if (japanese::open_jtalk_dictionary().empty()) {
    return "its dictionary is not installed; install open-jtalk-mecab-naist-jdic";
  }
  if (std::string why = japanese::Mecab::missing(); !why.empty()) return why;
  return HtsVoice::missing();
}

// `name` empty: the best when it is there, else the first.
Result<std::unique_ptr<Voice>> open(const std::string& name, const Language& language, double rate,
                                    const VoiceOptions&) {
  if (language.iso != "ja") {
    return Error{Errc::unsupported,
                 fmt::format("open-jtalk{}{}: speaks Japanese only, not {} ({})",
                             name.empty() ? "" : ":", name, language.iso, language.flores)};
  }
  if (const std::string why = missing(); !why.empty()) {
    return Error{Errc::not_found, "open-jtalk: " + why};
  }
  const auto voices = phonemes::open_jtalk_voices();
  if (voices.empty()) return Error{Errc::not_found, fmt::format("open-jtalk: {}", kNoVoice)};
  auto voice = voices.find(name.empty() ? kBest : name);
  if (voice == voices.end() && name.empty()) voice = voices.begin();
  if (voice == voices.end()) {
    std::string known;
    for (const auto& [other, file] : voices) known += (known.empty() ? "" : ", ") + other;
    return Error{Errc::not_found,
                 fmt::format("open-jtalk: has no voice \"{}\", expected one of {}", name, known)};
  }
  return open_open_jtalk(voice->first, voice->second, rate);
}

std::vector<VoiceInfo> list() {
  const std::string why = missing();
  const auto voices = phonemes::open_jtalk_voices();
  if (voices.empty()) return {{"open-jtalk", {"ja"}, false, why.empty() ? kNoVoice : why}};
  std::vector<VoiceInfo> list;
  for (const auto& [name, file] : voices)
    list.push_back({"open-jtalk:" + name, {"ja"}, why.empty(), why});
  return list;
}

std::vector<SingleVoice> voices(const VoiceOptions&) {
  if (!missing().empty()) return {};
  std::vector<SingleVoice> voices;
  for (const auto& [name, file] : phonemes::open_jtalk_voices())
    voices.push_back({"open-jtalk:" + name, {"ja"}});
  if (!voices.empty()) voices.insert(voices.begin(), {"open-jtalk", {"ja"}});
  return voices;
}

bool suits(const Language& language, const VoiceOptions&) { return language.iso == "ja"; }

}  // namespace
}  // namespace sotto::speech::open_jtalk_kind

namespace sotto::speech {

constinit const VoiceKind kOpenJTalkKind = {.name = "open-jtalk",
                                            .rank = 1,
                                            .leaves_machine = false,
                                            .only_by_name = false,
                                            .has_models = false,
                                            .takes_files = false,
                                            .settings = {},
                                            .list = open_jtalk_kind::list,
                                            .voices = open_jtalk_kind::voices,
                                            .suits = open_jtalk_kind::suits,
                                            .open = open_jtalk_kind::open};

}  // namespace sotto::speech
