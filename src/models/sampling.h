// From logits to a token, as the upstreams of voices chain it. Chatterbox and XTTS:
//   repetition penalty (Keskar et al. 2019), temperature, top-k, min-p (Nguyen et al. 2024), top-p
//   (Holtzman et al. 2020)
// Chatterbox's small network, turbo:
//   temperature, top-k, top-p, repetition penalty
// Source: chatterbox-tts 0.1.7, t3.py, and the logits processors of transformers 5.2.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sotto::models {

struct SamplingSettings {
  bool penalty_last = false;     // turbo's order
  float repetition_penalty = 1;  // of tokens that were said: logits < 0 times it, others by it
  float temperature = 1;         // 0: the likeliest token, always, whatever is left out
  int top_k = 0;                 // only so many; 0: all
  float min_p = 0;               // only those with that share of the likeliest one's probability
  float top_p = 1;               // only the likeliest that have so much probability together
};

// Memory of to_probabilities(): a caller that keeps it allocates nothing once it has grown.
struct SamplingScratch {
  // Room for so many tokens that were said.
  void reserve(size_t said) { distinct.reserve(said); }

  std::vector<int> distinct;
  std::vector<float> numbers;
  std::vector<size_t> order;
};

// Probabilities of the tokens, zero for those that are left out. `before`: tokens that were said,
// the start included. `logits` become them.
void to_probabilities(std::span<float> logits, std::span<const int> before,
                      const SamplingSettings& settings, SamplingScratch& scratch);
// The same with memory of its own.
void to_probabilities(std::span<float> logits, std::span<const int> before,
                      const SamplingSettings& settings);

// The token at which the sum of the probabilities passes `uniform`, in [0, 1), of the whole sum.
int choose(std::span<const float> probabilities, double uniform);

int likeliest(std::span<const float> numbers);

}  // namespace sotto::models
