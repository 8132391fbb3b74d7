#include "speech/single_voices.h"

#include <algorithm>

#include "models/pocket_tts/config.h"
#include "speech/espeak.h"
#include "speech/pocket_languages.h"
#include "speech/say.h"

namespace sotto::speech {
namespace {

using Voices = std::vector<SingleVoice>;

// The language of a voice, by its ISO code: "en-gb" is "en". The first tag that is known counts:
// what a voice calls itself, before what else it would do for.
std::vector<std::string> iso_code(const std::vector<std::string>& tags) {
  for (const std::string& tag : tags)
    if (const auto language = text::find_language(tag.substr(0, tag.find_first_of("-_"))))
      return {language->iso};
  return {};
}

void add_espeak(Voices& list) {
  for (const EspeakVoice& voice : espeak_voices()) {
    std::vector<std::string> tags = {voice.code};
    for (const auto& [language, priority] : voice.languages) tags.push_back(language);
    const std::string name = "espeak-ng:" + voice.code;
    if (std::ranges::find(list, name, &SingleVoice::name) == list.end())  // some are there twice
      list.push_back({name, iso_code(tags)});
  }
}

void add_pocket(Voices& list, const PocketOptions& options) {
  const auto add = [&](const std::string& model, const std::vector<std::string>& languages) {
    for (const std::string& name : pocket_voices(model)) {
      const std::string full = "pocket-tts:" + name;
      const auto known = std::ranges::find(list, full, &SingleVoice::name);
      if (known == list.end()) {
        list.push_back({full, languages});
      } else {  // a voice of several models speaks the languages of all
        known->languages.insert(known->languages.end(), languages.begin(), languages.end());
      }
    }
  };
  if (!options.model.empty()) return add(options.model, languages_of_pocket_model(options.model));
  for (const std::string& iso : pocket_languages()) add(pocket_model_of(iso), {iso});
}

void add_say(Voices& list) {
  for (const SayVoice& voice : say_voices())
    list.push_back({"say:" + voice.name, iso_code({voice.locale})});
}

}  // namespace

std::vector<SingleVoice> list_single_voices(const PocketOptions& pocket) {
  Voices list;
  for (const VoiceInfo& kind : list_voices()) {
    const bool named = kind.name == "pocket-tts" && !pocket.model.empty();
    if (!kind.usable && !named) continue;
    list.push_back({kind.name, named ? languages_of_pocket_model(pocket.model) : kind.languages});
    if (kind.name == "espeak-ng") add_espeak(list);
    if (kind.name == "pocket-tts") add_pocket(list, pocket);
    if (kind.name == "say") add_say(list);
  }
  if (std::ranges::any_of(list, [](const auto& v) { return v.name.starts_with("open-jtalk:"); }))
    list.insert(list.begin(), {"open-jtalk", {"ja"}});
  return list;
}

}  // namespace sotto::speech
