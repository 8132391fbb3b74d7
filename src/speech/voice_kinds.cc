#include "speech/voice_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/log.h"
#include "speech/chatterbox_voice.h"
#include "speech/cloud/kinds.h"
#include "speech/espeak.h"
#include "speech/kokoro_voice.h"
#include "speech/open_jtalk.h"
#include "speech/pocket_voice.h"
#include "speech/say.h"
#include "speech/xtts_voice.h"

namespace sotto::speech {
namespace {

// In the order in which `sotto voices` shows them.
constexpr const VoiceKind* kKinds[] = {&kOpenJTalkKind,   &kKokoroKind,         &kEspeakKind,
                                       &kPocketKind,      &kChatterboxKind,     &kXttsKind,
                                       &kSayKind,         &kVoicevoxKind,       &kGoogleCloudKind,
                                       &kAzureSpeechKind, &kGoogleTranslateKind};

Result<std::unique_ptr<Voice>> open_best(const Language& language, double rate,
                                         const VoiceOptions& options) {
  std::string tried;
  for (const VoiceKind* kind : auto_order(kKinds, language, options)) {
    Result<std::unique_ptr<Voice>> voice = kind->open("", language, rate, options);
    if (voice) {
      if (!tried.empty()) log::info("{} speaks, because: {}", (*voice)->name(), tried);
      return voice;
    }
    tried += (tried.empty() ? "" : "; ") + voice.error().message;
    if (kind->has_models) log::warn("{}", voice.error().message);  // that somebody installed
  }
  return Error{Errc::not_found, fmt::format("no voice for the language {} ({}): {}", language.iso,
                                            language.flores, tried)};
}

Result<void> check_all(const VoiceSettings& settings) {
  for (const VoiceSetting& setting : voice_settings()) {
    const auto given = settings.find(setting.key);
    if (given == settings.end()) continue;
    if (const Result<void> right = check(setting, given->second); !right) return right;
  }
  return {};
}

Error no_voice(const std::string& name) {
  std::vector<std::string> known = {"auto"};
  for (const VoiceKind* kind : kKinds) known.push_back(fmt::format("{}[:VOICE]", kind->name));
  const std::string last = known.back();
  known.pop_back();
  return {Errc::not_found,
          fmt::format("{}: is no voice, expected {} or {}", name, fmt::join(known, ", "), last)};
}

}  // namespace

VoiceKinds voice_kinds() { return kKinds; }

const VoiceKind* kind_of(std::string_view name) {
  const auto kind =
      std::ranges::find(kKinds, name.substr(0, name.find(':')), [](auto* k) { return k->name; });
  return kind == std::end(kKinds) ? nullptr : *kind;
}

std::vector<const VoiceKind*> auto_order(VoiceKinds kinds, const Language& language,
                                         const VoiceOptions& options) {
  std::vector<const VoiceKind*> order;
  for (const VoiceKind* kind : kinds)
    if (!kind->only_by_name && kind->suits(language, options)) order.push_back(kind);
  std::ranges::stable_sort(order, {}, [](const VoiceKind* kind) { return kind->rank; });
  return order;
}

std::vector<VoiceSetting> voice_settings() {
  std::vector<VoiceSetting> all;
  for (const VoiceKind* kind : kKinds)
    for (const VoiceSetting& setting : kind->settings)
      if (std::ranges::find(all, setting.key, &VoiceSetting::key) == all.end())
        all.push_back(setting);
  return all;
}

std::vector<VoiceInfo> list_voices() {
  std::vector<VoiceInfo> list;
  for (const VoiceKind* kind : kKinds) std::ranges::move(kind->list(), std::back_inserter(list));
  return list;
}

std::vector<SingleVoice> list_single_voices(const VoiceOptions& options) {
  std::vector<SingleVoice> list;
  for (const VoiceKind* kind : kKinds)
    std::ranges::move(kind->voices(options), std::back_inserter(list));
  return list;
}

std::optional<std::string> only_language(const std::string& name, const VoiceOptions& options) {
  const std::string first = name.substr(0, name.find_first_of(":,"));
  if (const VoiceKind* kind = kind_of(name); kind != nullptr && kind->has_models) {
    for (const SingleVoice& voice : kind->voices(options))
      if (voice.name == name && voice.languages.size() == 1) return voice.languages[0];
  }
  for (const VoiceKind* kind : kKinds) {
    if (options.model.empty() || !kind->has_models) continue;
    if (name != "auto" && first != kind->name) continue;
    const std::vector<std::string> languages = kind->model_languages(options.model);
    if (languages.empty() && name == "auto") continue;  // perhaps another kind's model
    return languages.size() == 1 ? std::optional(languages[0]) : std::nullopt;
  }
  const VoiceKind* kind = kind_of(name);
  if (kind == nullptr) return std::nullopt;
  for (const VoiceInfo& voice : kind->list()) {
    const bool named = voice.name == name || voice.name.starts_with(name + ":");
    if (named && voice.languages.size() == 1) return voice.languages[0];
  }
  return std::nullopt;
}

Result<std::unique_ptr<Voice>> open_voice(const std::string& name, const Language& language,
                                          double rate, const VoiceOptions& options) {
  if (!(rate >= kSlowestRate && rate <= kFastestRate)) {
    return Error{Errc::bad_argument, fmt::format("speech rate {}, expected {} to {}", rate,
                                                 kSlowestRate, kFastestRate)};
  }
  if (const Result<void> right = check_all(options.settings); !right) return right.error();
  if (name == "auto") return open_best(language, rate, options);
  const VoiceKind* kind = kind_of(name);
  if (kind == nullptr) return no_voice(name);
  const size_t colon = name.find(':');
  return kind->open(colon == name.npos ? "" : name.substr(colon + 1), language, rate, options);
}

namespace {

Result<void> check_name(const std::string& name) {
  const bool plain =
      !name.empty() && name[0] != '.' && std::ranges::all_of(name, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
      });
  if (plain) return {};
  return Error{Errc::bad_argument,
               fmt::format("\"{}\": is no name for a voice, expected letters, digits, '-', '_' and "
                           "'.'",
                           name)};
}

}  // namespace

Result<std::filesystem::path> add_voice(const std::string& recording, const std::string& name,
                                        const VoiceOptions& options) {
  if (const Result<void> right = check_all(options.settings); !right) return right.error();
  if (const Result<void> plain = check_name(name); !plain) return plain.error();
  // The kind that knows the model, else the first.
  const VoiceKind* kind = nullptr;
  for (const VoiceKind* each : kKinds) {
    if (each->add == nullptr) continue;
    const bool knows = !each->model_languages(options.model).empty();
    if (kind == nullptr || knows) kind = each;
    if (knows) break;
  }
  if (kind != nullptr) return kind->add(recording, name, options);
  return Error{Errc::unsupported, "no kind of voice can be made of a recording"};
}

}  // namespace sotto::speech
