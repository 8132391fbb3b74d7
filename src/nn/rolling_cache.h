// Keys and values of one stream of positions, of which each sees itself and those before it: all of
// them, or the last `context`. Rows stay in order of time and beside each other.
#pragma once

#include <vector>

#include "nn/attention.h"

namespace sotto::nn {

// Copying it copies what it remembers.
class RollingCache {
 public:
  // Forgets everything. context 0: every position is seen by all that follow.
  void clear(int cols, int context);

  // Memory for that many more rows, so that appending them allocates nothing.
  void reserve(int rows);

  // Room for `rows` more positions, which the caller fills; forgets those that none of them sees.
  KeysValues append(int rows);

  // Forgets all positions but the first `rows`, which it must still have.
  void rewind(int rows) { rows_ = rows; }

  KeysValues all() { return {view(k_, 0, rows_), view(v_, 0, rows_)}; }

  // What the i-th of the last `rows` positions sees, as rows of all().
  device::Seen seen(int i, int rows) const;

  int rows() const { return rows_; }

 private:
  device::Tensor view(std::vector<float>& m, int first, int rows) const;

  std::vector<float> k_, v_;  // as long as they ever were; rows_ of them count
  int rows_ = 0;
  int cols_ = 0;
  int context_ = 0;
};

}  // namespace sotto::nn
