// Pocket TTS among the kinds of voices: its models by language, its voices, its settings.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "models/pocket_tts/config.h"
#include "speech/pocket_languages.h"
#include "speech/pocket_voice.h"

namespace sotto::speech::pocket_kind {
namespace {

constexpr double kAny = std::numeric_limits<double>::infinity();
constexpr VoiceSetting kTemperature = {
    "temperature", "Liveliness of a voice; 0: always the same", false, 0, 100, ""};
constexpr VoiceSetting kSeed = {"seed", "The same seed speaks the same way", true, 0, kAny, "0"};
constexpr VoiceSetting kLsdSteps = {"lsd-steps", "Steps to sample a frame with", true, 1, 1000,
                                    "1"};
constexpr VoiceSetting kEosThreshold = {
    "eos-threshold", "When pocket-tts takes a text for said", false, -1e6, 1e6, ""};
constexpr VoiceSetting kMaxTokens = {
    "max-tokens", "Tokens that pocket-tts says in one go", true, 1, 10000, "50"};
constexpr VoiceSetting kSettings[] = {kTemperature, kSeed, kLsdSteps, kEosThreshold, kMaxTokens};

Result<std::unique_ptr<Voice>> open(const std::string& voice, const Language& language, double rate,
                                    const VoiceOptions& wanted) {
  PocketOptions options = pocket_options(wanted);
  options.voice = voice;
  options.rate = rate;
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
  return open_pocket_voice(options);
}

// True if a model is there that speaks the language: the one that was named, or that of its name.
bool suits(const Language& language, const VoiceOptions& options) {
  if (!options.model.empty())
    return models::pocket_tts::find_config(options.model) &&
           pocket_model_speaks(languages_of_pocket_model(options.model), language.iso);
  const std::string name = pocket_model_of(language.iso);
  return !name.empty() && models::pocket_tts::find_config(name);
}

// One line for all models that are installed; without any, one that says how to get it.
std::vector<VoiceInfo> list() {
  std::vector<std::string> languages;
  for (const std::string& iso : pocket_languages())
    if (models::pocket_tts::find_config(pocket_model_of(iso))) languages.push_back(iso);
  const bool usable = !languages.empty();
  return {{"pocket-tts", usable ? languages : pocket_languages(), usable,
           usable ? ""
                  : "no model is installed; `sotto pull pocket-tts-english` fetches one, or name "
                    "yours with --voice-model"}};
}

std::vector<SingleVoice> voices(const VoiceOptions& options) {
  std::vector<SingleVoice> voices;
  const auto add = [&](const std::string& model, const std::vector<std::string>& languages) {
    for (const std::string& name : pocket_voices(model)) {
      const std::string full = "pocket-tts:" + name;
      const auto known = std::ranges::find(voices, full, &SingleVoice::name);
      if (known == voices.end()) {
        voices.push_back({full, languages});
      } else {  // a voice of several models speaks the languages of all
        known->languages.insert(known->languages.end(), languages.begin(), languages.end());
      }
    }
  };
  if (!options.model.empty()) {
    const std::vector<std::string> languages = languages_of_pocket_model(options.model);
    voices.push_back({"pocket-tts", languages});
    add(options.model, languages);
    return voices;
  }
  const VoiceInfo kind = list()[0];
  if (!kind.usable) return {};
  voices.push_back({kind.name, kind.languages});
  for (const std::string& iso : pocket_languages()) add(pocket_model_of(iso), {iso});
  return voices;
}

Result<std::filesystem::path> add(const std::string& recording, const std::string& name,
                                  const VoiceOptions& wanted) {
  PocketOptions options = pocket_options(wanted);
  options.voice = recording;
  return add_pocket_voice(options, name);
}

}  // namespace
}  // namespace sotto::speech::pocket_kind

namespace sotto::speech {

PocketOptions pocket_options(const VoiceOptions& options) {
  PocketOptions pocket;
  pocket.model = options.model;
  pocket.voice_may_be_file = options.voice_may_be_file;
  pocket.temperature = number(options.settings, pocket_kind::kTemperature);
  pocket.eos_threshold = number(options.settings, pocket_kind::kEosThreshold);
  pocket.seed = whole_number(options.settings, pocket_kind::kSeed).value();
  pocket.sampler_steps =
      static_cast<int>(whole_number(options.settings, pocket_kind::kLsdSteps).value());
  pocket.max_tokens =
      static_cast<int>(whole_number(options.settings, pocket_kind::kMaxTokens).value());
  pocket.weights = options.weights;
  pocket.threads = options.threads;
  pocket.backend = options.backend;
  pocket.models = options.models;
  return pocket;
}

constinit const VoiceKind kPocketKind = {.name = "pocket-tts",
                                         .rank = 2,
                                         .leaves_machine = false,
                                         .only_by_name = false,
                                         .has_models = true,
                                         .takes_files = true,
                                         .settings = pocket_kind::kSettings,
                                         .list = pocket_kind::list,
                                         .voices = pocket_kind::voices,
                                         .suits = pocket_kind::suits,
                                         .open = pocket_kind::open,
                                         .model_languages = languages_of_pocket_model,
                                         .add = pocket_kind::add};

}  // namespace sotto::speech
