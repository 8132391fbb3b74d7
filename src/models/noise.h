// Noise that a seed decides.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace sotto::models {

// Random numbers from which latents are sampled.
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

// Number k, counted from 0, of a sequence that the seed chooses: mean 0, variance 1, the sum of
// four even ones. From a counter (splitmix64, Steele et al. 2014), so that it costs no state.
float noise_at(uint64_t seed, uint64_t k);

// out[i] = factor * noise_at(seed, first + i)
void put_noise(uint64_t seed, uint64_t first, float factor, std::span<float> out);

// Number k of another one, evenly spread over (0, 1).
double even_at(uint64_t seed, uint64_t k);

}  // namespace sotto::models
