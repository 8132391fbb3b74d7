// XTTS among the kinds of voices: its models, its speakers, its settings.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "device_cpu/backend.h"
#include "speech/voice_models.h"
#include "speech/xtts_network.h"
#include "speech/xtts_voice.h"
#include "speech/xtts_voices.h"

namespace sotto::speech::xtts_kind {
namespace {

namespace fs = std::filesystem;
namespace xtts = models::xtts;

constexpr const char* kName = "xtts";
constexpr double kAny = std::numeric_limits<double>::infinity();
constexpr VoiceSetting kTemperature = {
    "temperature", "Liveliness of a voice; 0: always the same", false, 0, 100, ""};
constexpr VoiceSetting kSeed = {"seed", "The same seed speaks the same way", true, 0, kAny, "0"};
constexpr VoiceSetting kSettings[] = {kTemperature, kSeed};

Result<fs::path> find_folder(const VoiceOptions& options) {
  return models::find_model(options.model.empty() ? kName : options.model);
}

// ISO codes of those of a model that sotto reads.
std::vector<std::string> languages_of(const xtts::Config& config) {
  std::vector<std::string> languages;
  for (const std::string& name : config.languages) {
    const std::string language = name.substr(0, name.find('-'));  // "zh-cn"
    if (is_read_by_xtts(language)) languages.push_back(language);
  }
  return languages;
}

std::vector<std::string> model_languages(const std::string& model) {
  VoiceOptions options;
  options.model = model;
  const Result<fs::path> folder = find_folder(options);
  if (!folder) return {};
  const auto config = xtts::read_config(*folder / "config.json");
  return config ? languages_of(*config) : std::vector<std::string>();
}

Result<std::shared_ptr<const xtts::Model>> load(const fs::path& folder,
                                                const xtts::ModelFiles& files,
                                                const VoiceOptions& options) {
  auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  return load_network<xtts::Model>(options.models, kName, folder, files.weights,
                                   {options.weights, *std::move(backend)});
}

Result<std::unique_ptr<Voice>> open(const std::string& wanted, const Language& language,
                                    double rate, const VoiceOptions& options) {
  const Result<fs::path> folder = find_folder(options);
  if (!folder) return folder.error();
  const auto files = xtts::find_model_files(*folder);
  if (!files) return files.error();
  const auto voice = read_xtts_voice(wanted, *files, options);
  if (!voice) return voice.error();
  Result<XttsReader> reader = open_xtts_reader(language.iso);
  if (!reader) return reader.error();
  auto model = load(*folder, *files, options);
  if (!model) return model.error();
  const std::vector<std::string> spoken = languages_of((*model)->config);
  if (std::ranges::find(spoken, language.iso) == spoken.end())
    return Error{Errc::unsupported, fmt::format("{}: does not speak \"{}\" ({})", folder->string(),
                                                language.iso, language.flores)};
  XttsSpeech speech = {
      .language = language.iso, .read = *std::move(reader), .sampling = (*model)->config.sampling};
  if (const auto t = number(options.settings, kTemperature))
    speech.sampling.temperature = static_cast<float>(*t);
  speech.seed = whole_number(options.settings, kSeed).value();
  auto network = xtts_network(*std::move(model), *voice, std::move(speech));
  if (!network) return network.error();
  return std::unique_ptr<Voice>(std::make_unique<NeuralVoice>(
      wanted.empty() ? kName : fmt::format("{}:{}", kName, wanted), *std::move(network), rate));
}

// True if its model was named. Else never: its licence forbids what speech is mostly wanted for.
bool suits(const Language& language, const VoiceOptions& options) {
  if (options.model.empty()) return false;
  const std::vector<std::string> languages = model_languages(options.model);
  return std::ranges::find(languages, language.iso) != languages.end();
}

std::vector<VoiceInfo> list() {
  const Result<fs::path> folder = find_folder({});
  if (!folder)
    return {
        {kName,
         {},
         false,
         "no model is installed; `sotto pull xtts` fetches one once its licence is agreed to, or "
         "name the folder of one with --voice-model"}};
  const std::vector<std::string> languages = model_languages({});
  if (languages.empty())
    return {{kName,
             {},
             false,
             fmt::format("{}: holds no XTTS that sotto speaks with", folder->string())}};
  return {{kName, languages, true,
           "for who names it, and not for commercial use: auto does not choose it"}};
}

// The kind, and each of its speakers.
std::vector<SingleVoice> voices(const VoiceOptions& options) {
  const std::vector<std::string> languages = model_languages(options.model);
  const Result<fs::path> folder = find_folder(options);
  if (!folder || languages.empty()) return {};
  std::vector<SingleVoice> voices = {{kName, languages}};
  for (const std::string& name : xtts_voices())
    voices.push_back({fmt::format("{}:{}", kName, name), languages});
  const auto files = xtts::find_model_files(*folder);
  if (!files) return voices;
  if (const auto speakers = xtts::read_speakers(files->speakers))
    for (const auto& [name, voice] : *speakers)
      voices.push_back({fmt::format("{}:{}", kName, name), languages});
  return voices;
}

Result<fs::path> add(const std::string& recording, const std::string& name,
                     const VoiceOptions& options) {
  const Result<fs::path> folder = find_folder(options);
  if (!folder) return folder.error();
  const auto files = xtts::find_model_files(*folder);
  if (!files) return files.error();
  return add_xtts_voice(recording, name, *files, options);
}

}  // namespace
}  // namespace sotto::speech::xtts_kind

namespace sotto::speech {

constinit const VoiceKind kXttsKind = {.name = xtts_kind::kName,
                                       .rank = 5,
                                       .leaves_machine = false,
                                       .only_by_name = false,
                                       .has_models = true,
                                       .takes_files = true,
                                       .settings = xtts_kind::kSettings,
                                       .list = xtts_kind::list,
                                       .voices = xtts_kind::voices,
                                       .suits = xtts_kind::suits,
                                       .open = xtts_kind::open,
                                       .model_languages = xtts_kind::model_languages,
                                       .add = xtts_kind::add};

}  // namespace sotto::speech
