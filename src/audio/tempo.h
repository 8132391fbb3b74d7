// Lets one stream of samples go by faster or slower at the same pitch (sonic: periods of the voice
// are left out or repeated); as it is where sonic is not there. Chunk borders leave no trace.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

struct sonicStreamStruct;

namespace sotto::audio {

class Tempo {
 public:
  static constexpr double kSlowest = 0.25, kFastest = 4;

  // Why samples go by as they are: sonic is not there. Empty where it is.
  static std::string missing();

  // One stream. `speed`, kSlowest to kFastest: 2 takes half the time.
  Tempo(int sample_rate_hz, double speed);

  // The samples that are ready; valid until the next call. It holds back some 30 ms; `flush` brings
  // the rest, and ends the stream.
  std::span<const float> process(std::span<const float> samples);
  std::span<const float> flush();

 private:
  struct Delete {
    void operator()(sonicStreamStruct* stream) const;
  };
  std::span<const float> take();

  std::unique_ptr<sonicStreamStruct, Delete> stream_;  // null: sonic is not there
  std::vector<float> in_, out_;
};

}  // namespace sotto::audio
