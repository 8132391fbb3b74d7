// Brings one stream of samples from one rate to another (soxr). Chunk borders leave no trace:
// state is kept from chunk to chunk.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sotto/error.h"

struct soxr;

namespace sotto::signal {

class Resampler {
 public:
  // Rates from 1 kHz to 768 kHz.
  static Result<Resampler> create(int from_hz, int to_hz);

  // The samples that are ready; valid until the next call. Fewer or more than the ratio says,
  // because the filter looks ahead; `flush` brings the rest.
  Result<std::span<const float>> process(std::span<const float> samples);
  // Ends the stream; the next `process` begins a new one.
  Result<std::span<const float>> flush();
  void clear();  // forgets what is held back

 private:
  struct Delete {
    void operator()(soxr* state) const;
  };
  Resampler() = default;
  Result<size_t> run(const float* samples, size_t count, size_t done);

  std::unique_ptr<soxr, Delete> state_;  // null: the rates are equal
  double ratio_ = 1;                     // to / from
  std::vector<float> out_;
  bool fresh_ = true;  // nothing was put in since the start or the last flush
};

}  // namespace sotto::signal
