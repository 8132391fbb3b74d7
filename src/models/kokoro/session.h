// One caller's use of a Kokoro model.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "models/kokoro/model.h"
#include "models/kokoro/opener.h"
#include "models/trace.h"

namespace sotto::models::kokoro {

inline constexpr float kSlowest = 0.25f, kFastest = 4;

struct Clause {
  std::vector<int> ids;          // of PhonemeVocabulary::ids, at most Config::max_phonemes of them
  std::span<const float> style;  // of Voice::style: the decoder's half, then the predictor's
  float speed = 1;               // kSlowest to kFastest; the pitch stays
  uint64_t seed = 0;             // of the noise in the source: the same gives the same sound
  // So much of it, from 0 to 1, is heard before the rest is made (opening.h): about the sound that
  // the whole has there. 0, or where nothing is gained: all at once.
  float first_part = 0;
  Opener* opener = nullptr;  // says instead how much; asked during speak() alone
};

// Wall times of a clause's stages. A device that computes later shows its time where the host
// waits.
struct StageTimes {
  double text_ms = 0;     // PL-BERT, durations
  double prosody_ms = 0;  // F0 and energy, and the text encoder
  double decoder_ms = 0;
  double source_ms = 0;
  double opening_ms = 0;    // the generator's, and its wave
  double generator_ms = 0;  // and the source's spectrum
  double wave_ms = 0;       // out of the spectrum

  double inputs_ms() const { return text_ms + prosody_ms + decoder_ms; }  // of the generator
  double rest_ms() const { return source_ms + generator_ms + wave_ms; }
};

// Used by one thread at a time.
class Session {
 public:
  // `trace`, when given, sees the parts of the network; it must outlive the session.
  explicit Session(std::shared_ptr<const Model> model, Trace* trace = nullptr);

  // Parts of a clause, one after the other, each of whole frames. False: nobody wants more.
  using Hear = std::function<bool(std::span<const float> sound)>;

  // Sound at kSampleRateHz, mono; numbers may leave [-1, 1]. An error where the clause is not as
  // said above, and Errc::cancelled soon after `stop` is set or nobody wants more.
  Result<void> speak(const Clause& clause, const Hear& hear, const std::stop_token& stop = {});
  // The same, once all of it is made.
  Result<std::vector<float>> speak(const Clause& clause, const std::stop_token& stop = {});

  // Frames of 25 ms of the last clause's phonemes, with the silence at both ends.
  std::span<const int> durations() const { return durations_; }
  const StageTimes& stage_times() const { return times_; }  // of the last clause

 private:
  // Inputs of the generator for a clause.
  struct Made {
    device::Tensor decoded;  // [half frames, channels]
    std::vector<float> f0;   // of each half frame
    device::Tensor style;
  };
  // The sound of the opening so far, and how it goes on behind that.
  struct Heard {
    size_t samples = 0;
    std::vector<float> goes_on;
  };

  Result<void> check(const Clause& clause) const;
  Result<Made> read(const Clause& clause, const std::stop_token& stop);
  double seconds_of(const Made& made) const;
  // The source for half frames [first, first + count).
  std::vector<float> source_of(const Clause& clause, const Made& made, size_t first,
                               size_t count) const;
  // The spectra of runs of the source, one behind the other: [columns, 2 * bins].
  device::Tensor har_of(std::span<const std::vector<float>> sources);
  std::vector<float> wave_of(const device::Tensor& decoded,
                             std::span<const std::vector<float>> sources,
                             const device::Tensor& style, std::span<const float> counts,
                             const std::stop_token& stop);
  Result<Heard> open(const Clause& clause, const Made& made, const Hear& hear,
                     const std::stop_token& stop);

  std::shared_ptr<const Model> model_;
  Trace* trace_;
  std::unique_ptr<device::Device> device_;
  std::vector<int> durations_;
  StageTimes times_;
};

}  // namespace sotto::models::kokoro
