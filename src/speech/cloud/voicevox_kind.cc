// Engines with VOICEVOX's interface among the kinds of voices. They are never started here, and
// "auto" takes none: their voices' terms ask that a listener is told whose voice it is.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>

#include "base/printable.h"
#include "speech/cloud/kinds.h"
#include "speech/cloud/voice.h"
#include "speech/cloud/voicevox_engine.h"

namespace sotto::speech::voicevox_kind {
namespace {

constexpr const char* kName = "voicevox";
constexpr size_t kMostCharacters = 150;
constexpr double kSlowestThere = 0.5, kFastestThere = 2;
constexpr size_t kMostNamed = 5;  // in an error

std::vector<VoiceInfo> list() {
  const auto engine = VoicevoxEngine::find();
  if (!engine) return {{kName, {"ja"}, false, "no engine runs: start VOICEVOX or AivisSpeech"}};
  return {{kName, {"ja"}, true, fmt::format("{}: named, it is used", (*engine)->url().base)}};
}

std::vector<SingleVoice> voices(const VoiceOptions&) {
  const auto engine = VoicevoxEngine::find();
  if (!engine) return {};
  std::vector<SingleVoice> all = {{kName, {"ja"}}};
  for (const VoicevoxStyle& style : (*engine)->styles())
    all.push_back({fmt::format("{}:{}", kName, style.full_name()), {"ja"}});
  return all;
}

bool suits(const Language& language, const VoiceOptions&) { return language.iso == "ja"; }

// By id, by speaker (its first style) or by speaker and style; empty: the first.
Result<VoicevoxStyle> chosen(const VoicevoxEngine& engine, const std::string& voice) {
  const std::vector<VoicevoxStyle>& styles = engine.styles();
  int64_t id = -1;
  const auto [end, error] = std::from_chars(voice.data(), voice.data() + voice.size(), id);
  const bool is_id = error == std::errc() && end == voice.data() + voice.size();
  const auto found = std::ranges::find_if(styles, [&](const VoicevoxStyle& style) {
    return voice.empty() ||
           (is_id ? style.id == id : style.speaker == voice || style.full_name() == voice);
  });
  if (found != styles.end()) return *found;
  std::string known;
  for (size_t i = 0; i < std::min(styles.size(), kMostNamed); ++i)
    known += fmt::format("{}{} ({})", i == 0 ? "" : ", ", styles[i].full_name(), styles[i].id);
  return Error{Errc::not_found,
               fmt::format("{}: has no voice \"{}\", expected one of its {}, such as {}", kName,
                           printable(voice), styles.size(), known)};
}

Result<std::unique_ptr<Voice>> open(const std::string& voice, const Language& language, double rate,
                                    const VoiceOptions&) {
  if (language.iso != "ja") {
    return Error{Errc::unsupported,
                 fmt::format("{}: speaks Japanese, not the language {}", kName, language.iso)};
  }
  const auto found = VoicevoxEngine::find();
  if (!found) return found.error();
  const std::shared_ptr<VoicevoxEngine> engine = *found;
  const Result<VoicevoxStyle> style = chosen(*engine, voice);
  if (!style) return style.error();
  const double there = std::clamp(rate, kSlowestThere, kFastestThere);
  return cloud_voice(
      {.name = fmt::format("{}:{}", kName, style->full_name()),
       .host = engine->url().base,
       .leaves_machine = !engine->url().is_loopback(),
       .settings = fmt::format("{} {} {}", engine->url().base, style->id, there),
       .most_characters = kMostCharacters,
       .tempo = rate / there,
       .fetch = [=, id = style->id](const std::string& text, const std::stop_token& stop) {
         return engine->synthesize(text, id, there, stop);
       }});
}

}  // namespace
}  // namespace sotto::speech::voicevox_kind

namespace sotto::speech {

constinit const VoiceKind kVoicevoxKind = {.name = voicevox_kind::kName,
                                           .rank = 7,
                                           .leaves_machine = false,
                                           .only_by_name = true,
                                           .has_models = false,
                                           .takes_files = false,
                                           .settings = {},
                                           .list = voicevox_kind::list,
                                           .voices = voicevox_kind::voices,
                                           .suits = voicevox_kind::suits,
                                           .open = voicevox_kind::open};

}  // namespace sotto::speech
