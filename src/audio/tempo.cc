#include "audio/tempo.h"

#ifdef SOTTO_SONIC
#include <sonic.h>
#endif

#include <algorithm>
#include <cassert>
#include <new>

#include "base/log.h"
#include "base/shared_library.h"

namespace sotto::audio {

#ifdef SOTTO_SONIC

namespace {

constexpr size_t kAtOnce = size_t{1} << 16;  // samples; the library counts in int

struct Sonic {
  static constexpr OptionalLibrary kLibrary{"libsonic", 0, "libsonic0"};
  explicit Sonic(SharedLibrary& library) {
    library.find("sonicCreateStream", create);
    library.find("sonicDestroyStream", destroy);
    library.find("sonicSetSpeed", set_speed);
    library.find("sonicWriteFloatToStream", write);
    library.find("sonicFlushStream", flush);
    library.find("sonicSamplesAvailable", available);
    library.find("sonicReadFloatFromStream", read);
  }

  decltype(&::sonicCreateStream) create;
  decltype(&::sonicDestroyStream) destroy;
  decltype(&::sonicSetSpeed) set_speed;
  decltype(&::sonicWriteFloatToStream) write;
  decltype(&::sonicFlushStream) flush;
  decltype(&::sonicSamplesAvailable) available;
  decltype(&::sonicReadFloatFromStream) read;
};

// Null: it is not there, which the log says once.
const Sonic* load_sonic() {
  static const Sonic* const loaded = [] {
    const Sonic* sonic = load_library<Sonic>();
    if (sonic == nullptr) log::warn("voices keep their tempo: {}", Sonic::kLibrary.missing());
    return sonic;
  }();
  return loaded;
}

// The library fails for want of memory alone.
void check(int done) {
  if (done == 0) throw std::bad_alloc();
}

}  // namespace

std::string Tempo::missing() {
  return load_library<Sonic>() == nullptr ? Sonic::kLibrary.missing() : "";
}

void Tempo::Delete::operator()(sonicStreamStruct* stream) const { load_sonic()->destroy(stream); }

Tempo::Tempo(int sample_rate_hz, double speed) {
  assert(speed >= kSlowest && speed <= kFastest);
  const Sonic* sonic = load_sonic();
  if (sonic == nullptr) return;
  stream_.reset(sonic->create(sample_rate_hz, 1));
  check(stream_ != nullptr ? 1 : 0);
  sonic->set_speed(stream_.get(), static_cast<float>(speed));
}

std::span<const float> Tempo::process(std::span<const float> samples) {
  if (stream_ == nullptr) return samples;
  in_.assign(samples.begin(), samples.end());  // what the library takes is not const
  out_.clear();
  for (size_t done = 0; done < in_.size(); done += kAtOnce) {
    const size_t count = std::min(kAtOnce, in_.size() - done);
    check(load_sonic()->write(stream_.get(), in_.data() + done, static_cast<int>(count)));
    take();
  }
  return out_;
}

std::span<const float> Tempo::flush() {
  if (stream_ == nullptr) return {};
  out_.clear();
  check(load_sonic()->flush(stream_.get()));
  return take();
}

// Appends what is ready.
std::span<const float> Tempo::take() {
  const Sonic& sonic = *load_sonic();
  const int count = sonic.available(stream_.get());
  const size_t done = out_.size();
  out_.resize(done + static_cast<size_t>(count));
  sonic.read(stream_.get(), out_.data() + done, count);
  return out_;
}

#else  // without the library all samples go by as they are

std::string Tempo::missing() { return "sotto was built without sonic"; }
void Tempo::Delete::operator()(sonicStreamStruct* /*stream*/) const {}
Tempo::Tempo(int /*sample_rate_hz*/, double /*speed*/) {}
std::span<const float> Tempo::process(std::span<const float> samples) { return samples; }
std::span<const float> Tempo::flush() { return {}; }

#endif

}  // namespace sotto::audio
