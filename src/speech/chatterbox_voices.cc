#include "speech/chatterbox_voices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "audio/sound_file.h"
#include "checkpoint/weight_files.h"
#include "device_cpu/backend.h"
#include "models/chatterbox/recording.h"
#include "signal/resampler.h"
#include "speech/added_voices.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;
namespace chatterbox = models::chatterbox;

constexpr const char* kVoiceEncoders[] = {"ve.safetensors", "ve.pt"};
constexpr double kLongestSeconds = 30;  // of a recording
// Tokens that upstream takes of a recording, at 25 a second; for the small network it asks for five
// seconds.
constexpr int kTokens = 150, kTurboTokens = 375;
constexpr double kTurboSeconds = 5;

bool is_kept(const fs::path& file) {
  return file.extension() == ".pt" || file.extension() == ".safetensors";
}

Result<std::vector<float>> at_24khz(const audio::Sound& sound) {
  Result<signal::Resampler> resampler =
      signal::Resampler::create(sound.sample_rate_hz, chatterbox::kSampleRateHz);
  if (!resampler) return resampler.error();
  std::vector<float> all;
  const auto first = resampler->process(sound.samples);
  if (!first) return first.error();
  all.assign(first->begin(), first->end());
  const auto rest = resampler->flush();
  if (!rest) return rest.error();
  all.insert(all.end(), rest->begin(), rest->end());
  return all;
}

Result<chatterbox::Conditionals> hear(const fs::path& file, const chatterbox::ModelFiles& files,
                                      const VoiceOptions& options) {
  const Result<audio::Sound> sound = audio::read_sound(file, kLongestSeconds);
  if (!sound) return sound.error();
  const Result<std::vector<float>> samples = at_24khz(*sound);
  if (!samples) return samples.error();
  const bool turbo = files.variant == chatterbox::Variant::turbo;
  const double seconds = static_cast<double>(samples->size()) / chatterbox::kSampleRateHz;
  if (turbo && seconds < kTurboSeconds)
    return Error{Errc::bad_argument, fmt::format("{}: has {:.1f} seconds, expected {:.0f} or more",
                                                 file.string(), seconds, kTurboSeconds)};
  const auto s3gen = checkpoint::open_weights(files.s3gen);
  if (!s3gen) return s3gen.error();
  const fs::path folder = files.s3gen.parent_path();
  std::error_code ignored;
  const bool first = fs::exists(folder / kVoiceEncoders[0], ignored);
  const auto encoder = checkpoint::open_weights(folder / kVoiceEncoders[first ? 0 : 1]);
  if (!encoder) return encoder.error();
  const auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  const auto listener = chatterbox::Listener::load(**s3gen, **encoder, *backend);
  if (!listener) return listener.error();
  auto heard = (*listener)->hear(*samples, turbo ? kTurboTokens : kTokens);
  if (!heard)
    return Error{heard.error().code, fmt::format("{}: {}", file.string(), heard.error().message)};
  chatterbox::Conditionals voice;
  voice.t3.speaker_emb = std::move(heard->speaker);
  voice.t3.prompt_tokens = std::move(heard->speech_tokens);
  voice.gen = std::move(heard->prompt);
  return voice;
}

Result<chatterbox::Conditionals> read_voice_file(const fs::path& file,
                                                 const chatterbox::ModelFiles& files,
                                                 const VoiceOptions& options) {
  return is_kept(file) ? chatterbox::read_conditionals(file) : hear(file, files, options);
}

}  // namespace

std::vector<std::string> chatterbox_voices() { return AddedVoices("chatterbox").names(); }

Result<chatterbox::Conditionals> read_chatterbox_voice(const std::string& name,
                                                       const chatterbox::ModelFiles& files,
                                                       const VoiceOptions& options) {
  if (name.empty()) return chatterbox::read_conditionals(files.conditionals);
  std::error_code ignored;
  if (options.voice_may_be_file && fs::is_regular_file(name, ignored))
    return read_voice_file(name, files, options);
  const std::vector<std::string> names = chatterbox_voices();
  if (std::ranges::find(names, name) != names.end())
    return chatterbox::read_conditionals(AddedVoices("chatterbox").file_of(name));
  return Error{Errc::not_found,
               fmt::format("chatterbox:{}: there is no such voice, expected none, which is the "
                           "model's own{}{}, or a file: a recording, or upstream's .pt",
                           name, names.empty() ? "" : ", one of ", fmt::join(names, ", "))};
}

Result<fs::path> add_chatterbox_voice(const std::string& recording, const std::string& name,
                                      const chatterbox::ModelFiles& files,
                                      const VoiceOptions& options) {
  const auto voice = read_voice_file(recording, files, options);
  if (!voice) return voice.error();
  Result<fs::path> file = AddedVoices("chatterbox").new_file(name);
  if (!file) return file;
  const auto written = chatterbox::write_conditionals(*file, *voice);
  if (!written) return written.error();
  return file;
}

}  // namespace sotto::speech
