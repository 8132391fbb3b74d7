#include "speech/pocket_voice.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "audio/sound_file.h"
#include "base/paths.h"
#include "device_cpu/backend.h"
#include "models/pocket_tts/model.h"
#include "speech/neural_voice.h"
#include "speech/pocket_network.h"
#include "speech/voice_models.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;
namespace pocket = models::pocket_tts;

constexpr double kLongestPromptSeconds = 30;  // of a recording, as the reference takes of one

// The folders in which a model's voices lie, in the order in which they are looked at.
std::vector<fs::path> all_voice_folders(const pocket::Config& config,
                                        const pocket::WeightPaths& files) {
  std::vector<fs::path> folders = {pocket_voice_folder(config.file)};
  for (const fs::path& folder : pocket::voice_folders(config, files))
    if (std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(folder);
  return folders;
}

// Voices by name, the first of each; ordered.
std::map<std::string, fs::path> voices_in(const std::vector<fs::path>& folders) {
  std::map<std::string, fs::path> voices;
  for (const fs::path& folder : folders) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
      if (it->path().extension() == ".safetensors")
        voices.emplace(it->path().stem().string(), it->path());
  }
  return voices;
}

Result<fs::path> find_voice(const pocket::Model& model, const std::string& name) {
  const std::vector<fs::path> folders = all_voice_folders(model.config, model.files);
  const std::map<std::string, fs::path> known = voices_in(folders);
  if (name.empty() && !known.empty()) return known.begin()->second;
  if (const auto found = known.find(name); found != known.end()) return found->second;
  std::string names, places;
  for (const auto& [other, path] : known) names += (names.empty() ? "" : ", ") + other;
  if (!names.empty())
    return Error{Errc::not_found,
                 fmt::format("pocket-tts: has no voice \"{}\", expected one of {}", name, names)};
  for (const fs::path& folder : folders) places += (places.empty() ? "" : ", ") + folder.string();
  return Error{Errc::not_found,
               fmt::format("pocket-tts: has no voice \"{}\" (there is none in {}); `--voice "
                           "pocket-tts:FILE` takes a recording or a .safetensors file",
                           name, places)};
}

// The file of a voice: the one that is named, or that of a name.
Result<fs::path> voice_file(const pocket::Model& model, const PocketOptions& options) {
  const std::string& voice = options.voice;
  if (!options.voice_may_be_file) return find_voice(model, voice);
  std::error_code ignored;
  fs::path file = voice;
  if (fs::is_directory(file, ignored))
    return Error{
        Errc::bad_format,
        fmt::format("{}: is a folder, expected a recording or a .safetensors file", voice)};
  if (voice.find('/') != voice.npos && !fs::exists(file, ignored))
    return Error{Errc::not_found, fmt::format("{}: there is no such voice file", voice)};
  if (fs::is_regular_file(file, ignored)) return file;
  return find_voice(model, voice);
}

Result<pocket::VoiceState> open_voice_state(const pocket::Model& model,
                                            const PocketOptions& options,
                                            const device::Backend& backend) {
  const Result<fs::path> found = voice_file(model, options);
  if (!found) return found.error();
  const fs::path& file = *found;
  if (file.extension() == ".safetensors")
    return pocket::read_voice_state(file, model.config.flow_lm);
  const Result<audio::Sound> sound = audio::read_sound(file, kLongestPromptSeconds);
  if (!sound) return sound.error();
  Result<pocket::VoiceState> state = model.hear(sound->samples, sound->sample_rate_hz, backend);
  if (state) return state;
  return Error{state.error().code, fmt::format("{}: {}", file.string(), state.error().message)};
}

struct OpenedModel {
  std::shared_ptr<const pocket::Model> model;
  PocketBackends backends;
};

Result<OpenedModel> open_model(const PocketOptions& options) {
  if (options.model.empty())
    return Error{
        Errc::bad_argument,
        "pocket-tts: its model was not named, expected --voice-model with a yaml or a folder"};
  const Result<fs::path> file = pocket::find_config(options.model);
  if (!file) return file.error();
  const auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  const auto model = load_network<pocket::Model>(options.models, "pocket-tts", *file, *file,
                                                 {options.weights, *backend});
  if (!model) return model.error();
  const auto halves = (*backend)->with_at_most((*backend)->report().threads - 1);
  return OpenedModel{*model, {*backend, halves}};
}

}  // namespace

fs::path pocket_voice_folder(const fs::path& yaml) {
  return data_folder() / "voices" / "pocket-tts" / yaml.stem();
}

std::vector<std::string> pocket_voices(const std::string& model) {
  const Result<fs::path> yaml = pocket::find_config(model);
  if (!yaml) return {};
  const Result<pocket::Config> config = pocket::read_config(*yaml);
  if (!config) return {};
  const Result<pocket::WeightPaths> files = pocket::find_weight_files(*config);
  if (!files) return {};
  std::vector<std::string> names;
  for (const auto& [name, path] : voices_in(all_voice_folders(*config, *files)))
    names.push_back(name);
  return names;
}

Result<std::unique_ptr<Voice>> open_pocket_voice(const PocketOptions& options) {
  const auto opened = open_model(options);
  if (!opened) return opened.error();
  const Result<pocket::VoiceState> voice =
      open_voice_state(*opened->model, options, *opened->backends.all);
  if (!voice) return voice.error();
  const std::string name = options.voice.empty() ? "pocket-tts" : "pocket-tts:" + options.voice;
  return std::unique_ptr<Voice>(std::make_unique<NeuralVoice>(
      name, pocket_network(options, opened->model, opened->backends, *voice), options.rate));
}

Result<fs::path> add_pocket_voice(const PocketOptions& options, const std::string& name) {
  const auto opened = open_model(options);
  if (!opened) return opened.error();
  const auto voice = open_voice_state(*opened->model, options, *opened->backends.all);
  if (!voice) return voice.error();
  const fs::path folder = pocket_voice_folder(opened->model->config.file);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return Error{Errc::io,
                 fmt::format("{}: cannot be created: {}", folder.string(), error.message())};
  const fs::path file = folder / (name + ".safetensors");
  if (const auto written = pocket::write_voice_state(file, *voice); !written)
    return written.error();
  return file;
}

}  // namespace sotto::speech
