#include "engine/voice_order.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/split_list.h"
#include "checkpoint/model_folder.h"
#include "models/known_models.h"
#include "speech/pocket_languages.h"
#include "speech/voice_kinds.h"

namespace sotto::engine {

std::vector<std::string> voice_order(const std::string& names, const Language& language) {
  std::vector<std::string> order;
  for (const std::string& name : split_list(names)) {
    order.push_back(name);
    if (name != "auto") continue;
    for (const speech::VoiceKind* kind : speech::voice_kinds()) {
      if (kind->only_by_name) continue;
      for (const speech::VoiceInfo& info : kind->list()) {
        const auto& speaks = info.languages;
        const bool fits =
            speaks.empty() || std::find(speaks.begin(), speaks.end(), language.iso) != speaks.end();
        if (info.usable && fits) order.push_back(info.name);
      }
    }
  }
  return order;
}

pipeline::VoiceCandidates voice_candidates(const std::string& names, const Language& language,
                                           double rate, const speech::VoiceOptions& options) {
  pipeline::VoiceCandidates candidates;
  for (const std::string& name : voice_order(names, language)) {
    const speech::VoiceKind* kind = speech::kind_of(name);
    candidates.push_back({name, [=] { return speech::open_voice(name, language, rate, options); },
                          kind != nullptr && kind->leaves_machine});
  }
  return candidates;
}

std::string better_voice(const std::string& name, const Language& language) {
  const speech::VoiceKind* kind = speech::kind_of(name);
  if (kind == nullptr || kind->has_models || kind->leaves_machine) return "";
  const std::string model = language.iso == "ja" ? "kokoro" : speech::pocket_model_of(language.iso);
  const auto known = models::known_model(model);
  if (!known || models::find_model(model)) return "";
  return fmt::format("{} is no neural voice; {}", name, models::how_to_get(*known));
}

}  // namespace sotto::engine
