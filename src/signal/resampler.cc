#include "signal/resampler.h"

#include <fmt/format.h>
#include <soxr.h>

#include <algorithm>

namespace sotto::signal {
namespace {

constexpr int kMinRate = 1000, kMaxRate = 768000;
constexpr size_t kRoom = 4096;  // more output room than any call needs beyond the ratio

Error failed(soxr_error_t error) {
  return {Errc::internal, fmt::format("resampling failed: {}", error)};
}

}  // namespace

void Resampler::Delete::operator()(soxr* state) const { soxr_delete(state); }

Result<Resampler> Resampler::create(int from_hz, int to_hz) {
  for (const int rate : {from_hz, to_hz}) {
    if (rate < kMinRate || rate > kMaxRate) {
      return Error{Errc::bad_argument,
                   fmt::format("sample rate {} Hz, expected {} to {}", rate, kMinRate, kMaxRate)};
    }
  }
  Resampler resampler;
  if (from_hz == to_hz) return resampler;
  const soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
  const soxr_quality_spec_t quality = soxr_quality_spec(SOXR_HQ, 0);
  const soxr_runtime_spec_t runtime = soxr_runtime_spec(1);
  soxr_error_t error = nullptr;
  resampler.state_.reset(soxr_create(from_hz, to_hz, 1, &error, &io, &quality, &runtime));
  if (error != nullptr) return failed(error);
  resampler.ratio_ = static_cast<double>(to_hz) / from_hz;
  return resampler;
}

// Feeds `samples` (null: the end of the stream) and appends what comes out to out_[done ...].
Result<size_t> Resampler::run(const float* samples, size_t count, size_t done) {
  size_t fed = 0;
  for (;;) {
    if (out_.size() < done + kRoom) out_.resize(done + kRoom);
    size_t used = 0, made = 0;
    const soxr_error_t error =
        soxr_process(state_.get(), samples == nullptr ? nullptr : samples + fed, count - fed, &used,
                     out_.data() + done, out_.size() - done, &made);
    if (error != nullptr) return failed(error);
    fed += used;
    done += made;
    if (fed >= count && (samples != nullptr || made == 0)) return done;
  }
}

Result<std::span<const float>> Resampler::process(std::span<const float> samples) {
  if (!state_ || samples.empty()) return samples;
  fresh_ = false;
  const size_t expected = static_cast<size_t>(static_cast<double>(samples.size()) * ratio_);
  if (out_.size() < expected + kRoom) out_.resize(expected + kRoom);
  const Result<size_t> done = run(samples.data(), samples.size(), 0);
  if (!done) return done.error();
  return std::span<const float>(out_).first(*done);
}

Result<std::span<const float>> Resampler::flush() {
  if (!state_ || fresh_) return std::span<const float>();
  const Result<size_t> done = run(nullptr, 0, 0);
  if (!done) return done.error();
  clear();
  return std::span<const float>(out_).first(*done);
}

void Resampler::clear() {
  if (state_) soxr_clear(state_.get());
  fresh_ = true;
}

}  // namespace sotto::signal
