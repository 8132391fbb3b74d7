#include "speech/xtts_voices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "audio/sound_file.h"
#include "device_cpu/backend.h"
#include "models/xtts/listener.h"
#include "models/xtts/weights.h"
#include "signal/sinc_resampler.h"
#include "speech/added_voices.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;
namespace xtts = models::xtts;

bool is_kept(const fs::path& file) {
  return file.extension() == ".pth" || file.extension() == ".safetensors";
}

constexpr std::string_view kRecordings[] = {".wav", ".flac", ".ogg", ".mp3"};

// A file, or the recordings of a folder in the order of their names.
Result<std::vector<fs::path>> recordings_of(const std::string& name) {
  std::vector<fs::path> files;
  std::error_code error;
  if (!fs::is_directory(name, error)) return std::vector<fs::path>{name};
  for (fs::directory_iterator it(name, error), end; !error && it != end; it.increment(error)) {
    const std::string extension = it->path().extension().string();
    if (std::ranges::find(kRecordings, extension) != std::end(kRecordings))
      files.push_back(it->path());
  }
  std::ranges::sort(files);
  if (!files.empty()) return files;
  return Error{Errc::not_found,
               fmt::format("{}: holds no recordings, expected files that end in {}", name,
                           fmt::join(kRecordings, ", "))};
}

Result<xtts::Voice> hear(const std::string& name, const xtts::ModelFiles& files,
                         const VoiceOptions& options) {
  const auto recordings = recordings_of(name);
  if (!recordings) return recordings.error();
  const auto config = xtts::read_config(files.config);
  if (!config) return config.error();
  std::vector<std::vector<float>> sounds;
  for (const fs::path& file : *recordings) {
    const auto sound = audio::read_sound(file, config->max_ref_seconds);
    if (!sound) return sound.error();
    sounds.push_back(
        signal::sinc_resampled(sound->samples, sound->sample_rate_hz, config->input_sample_rate));
    for (float& x : sounds.back()) x = std::clamp(x, -1.0f, 1.0f);
  }
  const auto weights = xtts::open_checkpoint(files.weights);
  if (!weights) return weights.error();
  auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  const auto listener = xtts::Listener::load(**weights, *config, *std::move(backend));
  if (!listener) return listener.error();
  Result<xtts::Voice> voice = (*listener)->hear(sounds);
  if (voice) return voice;
  return Error{voice.error().code, fmt::format("{}: {}", name, voice.error().message)};
}

// The first voice in a file of speakers, or that of recordings.
Result<xtts::Voice> read_voice_file(const std::string& name, const xtts::ModelFiles& files,
                                    const VoiceOptions& options) {
  if (!is_kept(name)) return hear(name, files, options);
  const Result<xtts::Speakers> speakers = xtts::read_speakers(name);
  if (!speakers) return speakers.error();
  return speakers->begin()->second;
}

}  // namespace

std::vector<std::string> xtts_voices() { return AddedVoices("xtts").names(); }

Result<xtts::Voice> read_xtts_voice(const std::string& name, const xtts::ModelFiles& files,
                                    const VoiceOptions& options) {
  std::error_code ignored;
  if (options.voice_may_be_file && fs::exists(name, ignored))
    return read_voice_file(name, files, options);
  std::vector<std::string> known = xtts_voices();
  if (std::ranges::find(known, name) != known.end())
    return read_voice_file(AddedVoices("xtts").file_of(name).string(), files, options);
  const Result<xtts::Speakers> speakers = xtts::read_speakers(files.speakers);
  if (!speakers) return speakers.error();
  if (name.empty()) return speakers->begin()->second;
  if (const auto speaker = speakers->find(name); speaker != speakers->end()) return speaker->second;
  for (const auto& [other, voice] : *speakers) known.push_back(other);
  return Error{Errc::not_found, fmt::format("xtts: has no speaker \"{}\", expected one of {}, a "
                                            "recording, a folder of them, or a .pth file of "
                                            "upstream's",
                                            name, fmt::join(known, ", "))};
}

Result<fs::path> add_xtts_voice(const std::string& recording, const std::string& name,
                                const xtts::ModelFiles& files, const VoiceOptions& options) {
  const auto voice = read_voice_file(recording, files, options);
  if (!voice) return voice.error();
  Result<fs::path> file = AddedVoices("xtts").new_file(name);
  if (!file) return file;
  if (const auto written = xtts::write_speakers(*file, {{name, *voice}}); !written)
    return written.error();
  return file;
}

}  // namespace sotto::speech
