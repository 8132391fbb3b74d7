// Which source token a target token stands for: a table that shows what a translation leaves out or
// puts in. Made by tools/narrator/lexicon.py (IBM model 1, Brown et al. 1993).
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "sotto/error.h"

namespace sotto::translate {

// Both in nats, means over the source ids; 0 for no source ids.
struct LexiconScore {
  double logprob;   // log p(source id | all of the target): falls as the target grows
  double coverage;  // log of the sum over the target: to choose among translations of one source
};

// Immutable; any thread may ask.
class Lexicon {
 public:
  // A safetensors file: row j of `pieces` (I32) and `probabilities` (F32), entries offsets[j] to
  // offsets[j + 1] (I32), holds p(source id | target id j) by ascending ids; row `vocab_size` is of
  // no target id. The error names file and tensor.
  static Result<std::shared_ptr<const Lexicon>> load(const std::filesystem::path& path,
                                                     int vocab_size);

  // Ids are below vocab_size.
  LexiconScore score(std::span<const int> source, std::span<const int> target) const;

 private:
  float probability(int source, int target) const;

  std::vector<int> offsets_, pieces_;
  std::vector<float> probabilities_;
};

}  // namespace sotto::translate
