// The sound card, by PortAudio. Its callback takes samples from a ring; the writer waits for room.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string_view>
#include <thread>

#include "audio/output.h"
#include "audio/port_audio.h"
#include "audio/sample_ring.h"

namespace sotto::audio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kNap = std::chrono::milliseconds(5);
constexpr auto kStalled = std::chrono::seconds(5);  // a card that takes nothing for so long is dead

// One second: enough to ride out a busy machine, and `drop` empties it at once.
constexpr int kRingSeconds = 1;

Error no_sound(std::string_view reason) {
  return {Errc::unsupported, fmt::format("no sound device can be opened ({})", reason)};
}

class DeviceOutput final : public Output {
 public:
  static Result<std::unique_ptr<Output>> open(int sample_rate_hz) {
    const PortAudio* audio = load_library<PortAudio>();
    if (audio == nullptr) return no_sound(PortAudio::kLibrary.missing());
    audio->quieten_backends();
    if (!audio->alsa_is_configured())
      return no_sound("ALSA has no configuration: no alsa.conf, or ALSA_CONFIG_PATH is wrong");
    if (const PaError error = audio->initialize(); error != paNoError) {
      return no_sound(audio->text_of(error));
    }
    // From here on it terminates PortAudio.
    std::unique_ptr<DeviceOutput> output(new DeviceOutput(*audio));
    const PaDeviceIndex device = audio->default_output();
    const PaDeviceInfo* info = device == paNoDevice ? nullptr : audio->info_of(device);
    if (info == nullptr) return no_sound("no sound card was found");
    PaError error = output->start(device, *info, sample_rate_hz);
    if (error == paInvalidSampleRate) {
      error = output->start(device, *info, static_cast<int>(info->defaultSampleRate));
    }
    if (error != paNoError) return no_sound(audio->text_of(error));
    return std::unique_ptr<Output>(std::move(output));
  }

  ~DeviceOutput() override {
    if (stream_ != nullptr) audio_.close(stream_);
    audio_.terminate();
  }

  int sample_rate_hz() const override { return rate_hz_; }

  Result<void> put(std::span<const float> samples, std::stop_token stop) override {
    Clock::time_point progress = Clock::now();
    while (!samples.empty()) {
      if (stop.stop_requested()) return Error{Errc::cancelled, "the sound was stopped"};
      const size_t taken = ring_->push(samples);
      samples = samples.subspan(taken);
      if (taken > 0 || ring_->is_held()) progress = Clock::now();
      if (taken > 0) continue;
      if (Clock::now() - progress > kStalled || audio_.is_active(stream_) != 1) {
        return stalled();
      }
      std::this_thread::sleep_for(kNap);
    }
    return {};
  }

  Result<void> drain(std::stop_token stop) override {
    Clock::time_point progress = Clock::now();
    for (size_t left = ring_->size(); left > 0;) {
      if (stop.stop_requested()) return Error{Errc::cancelled, "the sound was stopped"};
      std::this_thread::sleep_for(kNap);
      const size_t now = ring_->size();
      if (now < left || ring_->is_held()) progress = Clock::now();
      left = now;
      if (Clock::now() - progress > kStalled || audio_.is_active(stream_) != 1) return stalled();
    }
    return {};
  }

  // Waits until the card has taken everything; PortAudio then waits until it has been heard. What
  // is held nobody will hear any more.
  Result<void> close() override {
    if (stream_ == nullptr) return {};
    if (ring_->is_held()) {
      ring_->drop();
      ring_->hold(false);
    }
    if (const Result<void> drained = drain({}); !drained) return drained;
    if (audio_.stop(stream_) != paNoError) return stalled();
    return {};
  }

  bool drop() noexcept override {
    ring_->drop();
    return true;
  }

  void hold(bool held) noexcept override { ring_->hold(held); }

 private:
  explicit DeviceOutput(const PortAudio& audio) : audio_(audio) {}

  PaError start(PaDeviceIndex device, const PaDeviceInfo& info, int sample_rate_hz) {
    rate_hz_ = sample_rate_hz;
    ring_ = std::make_unique<SampleRing>(static_cast<size_t>(sample_rate_hz) * kRingSeconds);
    PaStreamParameters parameters{};
    parameters.device = device;
    parameters.channelCount = 1;
    parameters.sampleFormat = paFloat32;
    parameters.suggestedLatency = info.defaultLowOutputLatency;
    const PaError error = audio_.open(&stream_, nullptr, &parameters, sample_rate_hz,
                                      paFramesPerBufferUnspecified, paNoFlag, fill, ring_.get());
    return error == paNoError ? audio_.start(stream_) : error;
  }

  static int fill(const void*, void* out, unsigned long frames, const PaStreamCallbackTimeInfo*,
                  PaStreamCallbackFlags, void* ring) {
    static_cast<SampleRing*>(ring)->pop({static_cast<float*>(out), frames});
    return paContinue;
  }

  static Error stalled() { return {Errc::io, "the sound device stopped taking sound"}; }

  const PortAudio& audio_;
  PaStream* stream_ = nullptr;
  std::unique_ptr<SampleRing> ring_;
  int rate_hz_ = 0;
};

}  // namespace

Result<std::unique_ptr<Output>> open_device(int sample_rate_hz) {
  return DeviceOutput::open(sample_rate_hz);
}

}  // namespace sotto::audio
