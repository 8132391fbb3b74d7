// What a decoder remembers. Rows of keys and values are written once and never moved: a beam that
// goes on from another one changes a list of row numbers, not the rows.
#pragma once

#include <span>
#include <vector>

#include "nn/attention.h"

namespace sotto::nn {

// Keys and values of one layer: row step * hypotheses + h belongs to hypothesis h at that step.
class KvCache {
 public:
  void clear(int cols);

  // Room for `rows` more rows, which the caller fills.
  KeysValues append(int rows);
  // The last `rows` rows are as if they had never been.
  void drop(int rows) { rows_ -= rows; }
  KeysValues all() { return {view(k_, 0, rows_), view(v_, 0, rows_)}; }

 private:
  device::Tensor view(std::vector<float>& m, int first, int rows) const;

  std::vector<float> k_, v_;  // as long as they ever were; rows_ of them count
  int rows_ = 0;
  int cols_ = 0;
};

// Which rows of the caches make up each hypothesis; the same for all layers.
class Lineage {
 public:
  void start(int hypotheses);

  // Every hypothesis gets its row of the next step. Call it before the step's attention.
  void append();

  // Hypothesis h goes on from what was hypothesis parents[h].
  void reorder(std::span<const int> parents);

  // Takes the last `steps` calls of append() back.
  void drop(int steps);

  int steps() const { return steps_; }

  // One entry a hypothesis; valid until the next call of a non-const function.
  std::span<const device::Seen> seen() const { return seen_; }

 private:
  void point();

  int hypotheses_ = 0;
  int steps_ = 0;
  int capacity_ = 0;              // steps that fit
  std::vector<int> rows_, next_;  // [hypotheses, capacity]
  std::vector<device::Seen> seen_;
};

}  // namespace sotto::nn
