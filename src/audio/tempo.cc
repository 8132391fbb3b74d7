#include "audio/tempo.h"

#ifdef SOTTO_SONIC
#include <sonic.h>
#endif

#include <algorithm>
#include <cassert>
#include <new>

namespace sotto::audio {

#ifdef SOTTO_SONIC

namespace {

constexpr size_t kAtOnce = size_t{1} << 16;  // samples; the library counts in int

// The library fails for want of memory alone.
void check(int done) {
  if (done == 0) throw std::bad_alloc();
}

}  // namespace

void Tempo::Delete::operator()(sonicStreamStruct* stream) const { sonicDestroyStream(stream); }

Tempo::Tempo(int sample_rate_hz, double speed) : stream_(sonicCreateStream(sample_rate_hz, 1)) {
  assert(speed >= kSlowest && speed <= kFastest);
  check(stream_ != nullptr ? 1 : 0);
  sonicSetSpeed(stream_.get(), static_cast<float>(speed));
}

std::span<const float> Tempo::process(std::span<const float> samples) {
  in_.assign(samples.begin(), samples.end());  // what the library takes is not const
  out_.clear();
  for (size_t done = 0; done < in_.size(); done += kAtOnce) {
    const size_t count = std::min(kAtOnce, in_.size() - done);
    check(sonicWriteFloatToStream(stream_.get(), in_.data() + done, static_cast<int>(count)));
    take();
  }
  return out_;
}

std::span<const float> Tempo::flush() {
  out_.clear();
  check(sonicFlushStream(stream_.get()));
  return take();
}

// Appends what is ready.
std::span<const float> Tempo::take() {
  const int count = sonicSamplesAvailable(stream_.get());
  const size_t done = out_.size();
  out_.resize(done + static_cast<size_t>(count));
  sonicReadFloatFromStream(stream_.get(), out_.data() + done, count);
  return out_;
}

#else  // without the library all samples go by as they are

void Tempo::Delete::operator()(sonicStreamStruct* /*stream*/) const {}
Tempo::Tempo(int /*sample_rate_hz*/, double /*speed*/) {}
std::span<const float> Tempo::process(std::span<const float> samples) { return samples; }
std::span<const float> Tempo::flush() { return {}; }

#endif

}  // namespace sotto::audio
