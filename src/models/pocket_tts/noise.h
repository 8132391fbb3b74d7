// What latents are sampled from.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace sotto::models::pocket_tts {

class Noise {
 public:
  virtual ~Noise() = default;
  virtual void fill(std::span<float> x0) = 0;
};

// Normal numbers of mean 0 and variance `temperature`, those outside [-clamp, clamp] drawn again.
// The same seed gives the same numbers on every machine with the same C library; temperature 0
// gives zeros.
class SeededNoise final : public Noise {
 public:
  // temperature >= 0, clamp > 0.
  SeededNoise(uint64_t seed, float temperature, std::optional<float> clamp = {});

  void fill(std::span<float> x0) override;

 private:
  double uniform();  // in (0, 1)
  double normal();   // mean 0, variance 1
  double within();   // the same, within the clamp

  uint64_t state_;
  double deviation_;
  std::optional<double> clamp_;  // in deviations
};

}  // namespace sotto::models::pocket_tts
