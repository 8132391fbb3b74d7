#include "speech/pocket_voice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <thread>

#include "audio/sound_file.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/thread_pool.h"
#include "device_cpu/backend.h"
#include "models/pocket_tts/generation.h"
#include "models/pocket_tts/model.h"
#include "models/pocket_tts/quantize_model.h"
#include "speech/latent_queue.h"
#include "speech/paced.h"
#include "speech/voice_models.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;
namespace pocket = models::pocket_tts;

constexpr double kLongestPromptSeconds = 30;  // of a recording, as the reference takes of one
constexpr size_t kFramesAhead = 32;           // of FlowLM before Mimi
constexpr size_t kMostFramesAtOnce = 8;
constexpr int kPositionsAhead = 256;  // behind the voice: a text of usual length, and its frames
constexpr int kFadesASecond = 200;  // a chunk is faded in over 1/200 s: it would begin with a click

// FlowLM and Mimi compute at the same time, each on its own thread: with these they have one thread
// less to share, so that all together are as many as were asked for. Text and first frame have all.
struct Backends {
  std::shared_ptr<const device::Backend> all, frames, mimi;
};

class PocketVoice : public Voice {
 public:
  PocketVoice(const PocketOptions& options, std::shared_ptr<const pocket::Model> model,
              const Backends& backends, const pocket::VoiceState& voice)
      : options_(options),
        model_(std::move(model)),
        backends_(backends),
        session_(model_->flow_lm, *backends_.all, options.sampler_steps, backends_.frames.get()),
        decoding_(model_->mimi, *backends_.mimi),
        noise_(options.seed, temperature()) {
    session_.start(&voice, kPositionsAhead);
  }

  std::string name() const override {
    return options_.voice.empty() ? "pocket-tts" : "pocket-tts:" + options_.voice;
  }
  int sample_rate_hz() const override { return model_->mimi->sample_rate_hz(); }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const ChunkHandler& handler) override {
    const auto chunks = model_->prompts.chunks(text, options_.max_tokens);
    if (!chunks) return {};  // an utterance of nothing but marks is silent
    pocket::SeededNoise& noise = noise_;
    LatentQueue queue(kFramesAhead, static_cast<size_t>(model_->flow_lm->latent_size));
    std::stop_source ended;  // set when this call returns
    const std::stop_callback stopped(stop, [&] { ended.request_stop(); });
    timings_ = {};
    std::jthread generator([&] {
      for (const pocket::PromptChunk& chunk : *chunks)
        if (!generate(chunk, noise, queue, ended.get_token())) break;
      queue.end();
    });
    const Result<void> played = speak_paced(options_.rate, handler, [&](const auto& paced) {
      return play(queue, ended.get_token(), paced);
    });
    ended.request_stop();
    generator.join();
    if (options_.timed) options_.timed(timings_);
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    return played;
  }

  bool set_rate(double rate) override {
    options_.rate = rate;
    return true;
  }

 private:
  float temperature() const {
    return static_cast<float>(options_.temperature.value_or(model_->config.default_temperature));
  }

  // FlowLM's thread. False: nobody wants to hear more.
  bool generate(const pocket::PromptChunk& chunk, pocket::Noise& noise, LatentQueue& queue,
                const std::stop_token& stop) {
    LapTimer timer;
    const pocket::GenerationLimits limits = limits_of(chunk);
    session_.restart(static_cast<int>(chunk.ids.size()) + limits.max_frames);
    session_.prompt(chunk.ids);
    pocket::Generation generation(session_, noise, limits);
    timings_.prompts += timer.lap();
    for (auto latent = generation.next(); !latent.empty(); latent = generation.next()) {
      const Spent spent = timer.lap();
      timings_.flow_lm += spent;
      if (generation.frames() == 1) timings_.first_frames += spent;
      if (!queue.put(latent, generation.frames() == 1, stop)) return false;
      timer.lap();
    }
    timings_.frames += generation.frames();
    if (!generation.eos_frame())
      log::debug("no end was heard within {} frames: {}", limits.max_frames, chunk.prepared);
    return true;
  }

  pocket::GenerationLimits limits_of(const pocket::PromptChunk& chunk) const {
    if (options_.forced_frames)
      return {.eos_threshold = std::numeric_limits<float>::infinity(),
              .max_frames = *options_.forced_frames};
    const double threshold = options_.eos_threshold.value_or(model_->config.default_eos_threshold);
    return {.eos_threshold = static_cast<float>(threshold),
            .frames_after_eos = chunk.frames_after_eos,
            .max_frames = chunk.max_frames};
  }

  // The caller's thread: latents become sound.
  Result<void> play(LatentQueue& queue, const std::stop_token& stop, const ChunkHandler& handler) {
    bool first = false;
    while (queue.take(kMostFramesAtOnce, latents_, first, stop)) {
      LapTimer timer;
      if (first) decoding_.restart();
      const std::span<const float> samples = decoding_.decode(latents_);
      timings_.mimi += timer.lap();
      sound_.assign(samples.begin(), samples.end());
      if (first) fade_in();
      if (!std::all_of(sound_.begin(), sound_.end(), [](float x) { return std::isfinite(x); }))
        return Error{Errc::bad_format, fmt::format("{}: makes sound that is no finite numbers",
                                                   model_->weights->source())};
      for (float& x : sound_) x = std::clamp(x, -1.0f, 1.0f);
      if (!handler({sound_, sample_rate_hz()})) return {};
    }
    return {};
  }

  // From 0 to 1, both ends included.
  void fade_in() {
    const size_t count =
        std::min(sound_.size(), static_cast<size_t>(sample_rate_hz() / kFadesASecond));
    for (size_t i = 0; i < count; ++i)
      sound_[i] *= count > 1 ? static_cast<float>(i) / static_cast<float>(count - 1) : 0;
  }

  PocketOptions options_;
  std::shared_ptr<const pocket::Model> model_;
  Backends backends_;
  pocket::FlowLmSession session_;
  pocket::MimiDecoding decoding_;
  pocket::SeededNoise noise_;
  PocketTimings timings_;  // of this call; each half writes its own part
  std::vector<float> latents_, sound_;
};

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
  Backends backends;
};

Result<OpenedModel> open_model(const PocketOptions& options) {
  if (options.model.empty())
    return Error{Errc::bad_argument,
                 "pocket-tts: its model was not named, expected --model with a yaml or a folder"};
  const Result<fs::path> file = pocket::find_config(options.model);
  if (!file) return file.error();
  const int threads = options.threads > 0 ? options.threads : default_threads();
  const auto backend = device::cpu::open_backend(threads);
  if (!backend) return backend.error();
  const auto load = [&] { return pocket::Model::load(*file, options.weights, **backend); };
  const auto model = options.models != nullptr
                         ? options.models->load<pocket::Model>(*file, options.weights, load)
                         : load();
  if (!model) return model.error();
  const auto halves = device::cpu::open_backend(std::max(1, threads - 1));
  if (!halves) return halves.error();
  PocketZones* zones = options.zones;
  if (zones == nullptr) return OpenedModel{*model, {*backend, *halves, *halves}};
  return OpenedModel{
      *model,
      {device::measured(*backend, zones->prompts), device::measured(*halves, zones->flow_lm),
       device::measured(*halves, zones->mimi)}};
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
  return std::unique_ptr<Voice>(new PocketVoice(options, opened->model, opened->backends, *voice));
}

Result<fs::path> add_pocket_voice(const PocketOptions& options, const std::string& name) {
  const bool plain =
      !name.empty() && name[0] != '.' && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
      });
  if (!plain)
    return Error{
        Errc::bad_argument,
        fmt::format("\"{}\": is no name for a voice, expected letters, digits, '-', '_' and "
                    "'.'",
                    name)};
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
