#include "speech/voice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "base/log.h"
#include "models/pocket_tts/config.h"
#include "speech/child.h"
#include "speech/espeak.h"
#include "speech/open_jtalk.h"
#include "speech/pocket_languages.h"
#include "speech/pocket_voice.h"
#include "speech/say.h"

namespace sotto::speech {
namespace {

constexpr const char* kBestJapanese = "mei";

// Why Open JTalk cannot speak here; empty when it can, given a voice.
std::string missing_for_open_jtalk() {
  if (!has_program("open_jtalk")) return "the program is not installed; install open-jtalk";
  if (open_jtalk_dictionary().empty()) {
    return "its dictionary is not installed; install open-jtalk-mecab-naist-jdic";
  }
  return "";
}

constexpr const char* kNoVoice =
    "no .htsvoice file was found; run scripts/voice-mei, or put one into the voices folder";

// `name` empty: mei when it is there, else the first.
Result<std::unique_ptr<Voice>> open_japanese(const std::string& name, double rate) {
  if (const std::string missing = missing_for_open_jtalk(); !missing.empty()) {
    return Error{Errc::not_found, "open-jtalk: " + missing};
  }
  const auto voices = open_jtalk_voices();
  if (voices.empty()) return Error{Errc::not_found, fmt::format("open-jtalk: {}", kNoVoice)};
  auto voice = voices.find(name.empty() ? kBestJapanese : name);
  if (voice == voices.end() && name.empty()) voice = voices.begin();
  if (voice == voices.end()) {
    std::string known;
    for (const auto& [other, file] : voices) known += (known.empty() ? "" : ", ") + other;
    return Error{Errc::not_found,
                 fmt::format("open-jtalk: has no voice \"{}\", expected one of {}", name, known)};
  }
  return open_open_jtalk(voice->first, voice->second, rate);
}

Result<std::unique_ptr<Voice>> open_pocket(const std::string& voice, const text::Language& language,
                                           double rate, PocketOptions options) {
  options.voice = voice;
  if (options.model.empty()) {
    options.model = pocket_model_of(language.iso);
    if (options.model.empty())
      return Error{Errc::unsupported, fmt::format("pocket-tts: does not speak {} ({})",
                                                  language.iso, language.flores)};
  } else {
    const auto languages = languages_of_pocket_model(options.model);
    if (!languages.empty() && !pocket_model_speaks(languages, language.iso))
      return Error{Errc::unsupported,
                   fmt::format("pocket-tts: the model that was named speaks {}, not {} ({})",
                               fmt::join(languages, ", "), language.iso, language.flores)};
  }
  options.rate = rate;
  return open_pocket_voice(options);
}

// Whether a model is there that speaks the language: the one that was named, or that of its name.
bool has_pocket_model(const text::Language& language, const PocketOptions& options) {
  if (!options.model.empty())
    return pocket_model_speaks(languages_of_pocket_model(options.model), language.iso);
  const std::string name = pocket_model_of(language.iso);
  return !name.empty() && models::pocket_tts::find_config(name);
}

Result<std::unique_ptr<Voice>> open_best(const text::Language& language, double rate,
                                         const PocketOptions& pocket) {
  std::string tried;
  const auto usable = [&](const Result<std::unique_ptr<Voice>>& voice) {
    if (!voice) tried += (tried.empty() ? "" : "; ") + voice.error().message;
    return static_cast<bool>(voice);
  };
  if (language.iso == "ja") {
    Result<std::unique_ptr<Voice>> voice = open_japanese("", rate);
    if (usable(voice)) return voice;
  }
  if (has_pocket_model(language, pocket)) {
    Result<std::unique_ptr<Voice>> voice = open_pocket("", language, rate, pocket);
    if (usable(voice)) return voice;
    log::warn("{}", voice.error().message);
  }
  if (has_program("say")) {
    Result<std::unique_ptr<Voice>> voice = open_say("", language, rate);
    if (usable(voice)) return voice;
  }
  Result<std::unique_ptr<Voice>> voice = open_espeak("", language, rate);
  if (usable(voice)) {
    if (!tried.empty()) log::info("{} speaks, because: {}", (*voice)->name(), tried);
    return voice;
  }
  return Error{Errc::not_found, fmt::format("no voice for the language {} ({}): {}", language.iso,
                                            language.flores, tried)};
}

void list_open_jtalk(std::vector<VoiceInfo>& list) {
  const std::string missing = missing_for_open_jtalk();
  const auto voices = open_jtalk_voices();
  if (voices.empty()) {
    const std::string why = missing.empty() ? kNoVoice : missing;
    list.push_back({"open-jtalk", {"ja"}, false, why});
  }
  for (const auto& [name, file] : voices) {
    list.push_back({"open-jtalk:" + name, {"ja"}, missing.empty(), missing});
  }
}

void list_espeak(std::vector<VoiceInfo>& list) {
  std::set<std::string> codes;
  for (const EspeakVoice& voice : espeak_voices()) {
    codes.insert(voice.code.substr(0, voice.code.find('-')));
    for (const auto& [language, priority] : voice.languages) {
      codes.insert(language.substr(0, language.find('-')));
    }
  }
  const bool usable = has_program("espeak-ng") && !codes.empty();
  list.push_back({"espeak-ng",
                  {codes.begin(), codes.end()},
                  usable,
                  usable ? "" : "the program is not installed; install espeak-ng"});
}

// One line a model that is installed; without any, one that says how to get it.
void list_pocket(std::vector<VoiceInfo>& list) {
  std::vector<std::string> languages;
  for (const std::string& iso : pocket_languages())
    if (models::pocket_tts::find_config(pocket_model_of(iso))) languages.push_back(iso);
  const bool usable = !languages.empty();
  list.push_back({"pocket-tts", usable ? languages : pocket_languages(), usable,
                  usable ? "" : "no model is installed; name one with --model"});
}

}  // namespace

std::vector<VoiceInfo> list_voices() {
  std::vector<VoiceInfo> list;
  list_open_jtalk(list);
  list_espeak(list);
  list_pocket(list);
  const bool mac = has_program("say");
  list.push_back(
      {"say",
       {},
       mac,
       mac ? "the languages of the voices in the settings of macOS" : "it comes with macOS only"});
  return list;
}

Result<std::unique_ptr<Voice>> open_voice(const std::string& name, const text::Language& language,
                                          double rate) {
  return open_voice(name, language, rate, PocketOptions{});
}

Result<std::unique_ptr<Voice>> open_voice(const std::string& name, const text::Language& language,
                                          double rate, const PocketOptions& pocket) {
  if (!(rate >= kSlowestRate && rate <= kFastestRate)) {
    return Error{Errc::bad_argument, fmt::format("speech rate {}, expected {} to {}", rate,
                                                 kSlowestRate, kFastestRate)};
  }
  if (name == "auto") return open_best(language, rate, pocket);
  const size_t colon = name.find(':');
  const std::string kind = name.substr(0, colon);
  const std::string voice = colon == name.npos ? "" : name.substr(colon + 1);
  if (kind == "open-jtalk") {
    if (language.iso == "ja") return open_japanese(voice, rate);
    return Error{Errc::unsupported, fmt::format("{}: speaks Japanese only, not {} ({})", name,
                                                language.iso, language.flores)};
  }
  if (kind == "espeak-ng") return open_espeak(voice, language, rate);
  if (kind == "say") return open_say(voice, language, rate);
  if (kind == "pocket-tts") return open_pocket(voice, language, rate, pocket);
  return Error{Errc::not_found,
               fmt::format("{}: is no voice, expected auto, open-jtalk[:VOICE], espeak-ng[:VOICE], "
                           "pocket-tts[:VOICE] or say[:VOICE]",
                           name)};
}

}  // namespace sotto::speech
