#include "audio/sink.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "audio/output.h"
#include "signal/resampler.h"

namespace sotto::audio {
namespace {

constexpr size_t kBlock = 4096;  // samples between two looks at the stop token

Error stopped() { return {Errc::cancelled, "the sound was stopped"}; }

// Chunks of any rate to an output of one rate.
class ConvertingSink final : public Sink {
 public:
  explicit ConvertingSink(std::unique_ptr<Output> output) : output_(std::move(output)) {}

  Result<void> write(const Chunk& chunk, std::stop_token stop) override {
    drop_if_told();
    if (!resampler_ || chunk.sample_rate_hz != rate_hz_) {
      if (Result<void> r = flush(stop); !r) return r;
      Result<signal::Resampler> made =
          signal::Resampler::create(chunk.sample_rate_hz, output_->sample_rate_hz());
      if (!made) return made.error();
      resampler_ = *std::move(made);
      rate_hz_ = chunk.sample_rate_hz;
    }
    for (size_t done = 0; done < chunk.samples.size();) {
      if (stop.stop_requested()) return stopped();
      const size_t count = std::min(kBlock, chunk.samples.size() - done);
      const auto ready = resampler_->process(chunk.samples.subspan(done, count));
      if (!ready) return ready.error();
      if (Result<void> r = output_->put(*ready, stop); !r) return r;
      done += count;
    }
    return {};
  }

  Result<void> end_utterance(std::stop_token stop) override {
    if (Result<void> r = flush(stop); !r) return r;
    return output_->settle();
  }

  Result<void> drain(std::stop_token stop) override { return output_->drain(std::move(stop)); }

  Result<void> finish() override {
    const Result<void> flushed = flush({});
    const Result<void> closed = output_->close();  // also after an error: a file shall be whole
    return flushed ? closed : flushed;
  }

  void silence() noexcept override {
    if (output_->drop()) dropped_.store(true, std::memory_order_release);
  }
  void hold(bool held) noexcept override { output_->hold(held); }

 private:
  // The resampler belongs to the writing thread, so `silence` only leaves a note.
  void drop_if_told() {
    if (dropped_.exchange(false, std::memory_order_acq_rel) && resampler_) resampler_->clear();
  }

  Result<void> flush(std::stop_token stop) {
    drop_if_told();
    if (!resampler_) return {};
    const auto rest = resampler_->flush();
    if (!rest) return rest.error();
    return rest->empty() ? Result<void>() : output_->put(*rest, stop);
  }

  std::unique_ptr<Output> output_;
  std::optional<signal::Resampler> resampler_;  // made by the first chunk
  int rate_hz_ = 0;
  std::atomic<bool> dropped_ = false;
};

}  // namespace

std::unique_ptr<Sink> make_sink(std::unique_ptr<Output> output) {
  return std::make_unique<ConvertingSink>(std::move(output));
}

Result<std::unique_ptr<Sink>> Sink::open(const std::string& target, int sample_rate_hz) {
  if (const auto rate = signal::Resampler::create(sample_rate_hz, sample_rate_hz); !rate) {
    return rate.error();
  }
  if (target == "-") {
    return make_sink(open_stream(STDOUT_FILENO, "standard output", sample_rate_hz));
  }
  if (target != "device" && !is_audio_file_name(target)) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: the name of a sound file must end in .wav, .flac, .opus or .ogg "
                             "(or give `device` or `-`)",
                             target)};
  }
  Result<std::unique_ptr<Output>> output =
      target == "device" ? open_device(sample_rate_hz) : open_file(target, sample_rate_hz);
  if (!output) return output.error();
  return make_sink(*std::move(output));
}

}  // namespace sotto::audio
