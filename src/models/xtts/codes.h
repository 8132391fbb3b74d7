// From a text to the states that its sound is made of, one code after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/sampling.h"
#include "models/xtts/gpt.h"

namespace sotto::models::xtts {

class Codes {
 public:
  // The session, which has heard a voice, reads the text, its start and stop included. It must
  // outlive this. The same seed says the same. `forced`: so many codes, none of which ends it; 0:
  // as many as it says.
  Codes(GptSession& session, const Gpt& model, std::span<const int> text,
        const SamplingSettings& sampling, uint64_t seed, int forced = 0);

  // The next code, the one that ends it included; none behind that, or where there are no positions
  // for more.
  std::optional<int> next();
  // The state that code was chosen by, and its sound is made of. Valid until next().
  std::span<const float> state() const { return state_; }

  bool is_complete() const { return complete_; }

 private:
  GptSession& session_;
  const Gpt& model_;
  const SamplingSettings sampling_;
  const uint64_t seed_;
  const int forced_;
  std::vector<int> said_;  // as upstream's penalty sees it
  size_t count_ = 0;
  std::vector<float> scores_, state_;
  SamplingScratch scratch_;
  bool complete_ = false;
};

}  // namespace sotto::models::xtts
