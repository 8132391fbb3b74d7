// Keys and values of one stream of positions, of which each sees itself and those before it: all of
// them, or the last `context`. Rows stay in order of time and beside each other.
#pragma once

#include <memory>

#include "nn/attention.h"

namespace sotto::nn {

class RollingCache {
 public:
  // context 0: every position is seen by all that follow. cols: of all heads, each of which has
  // scales of its own where keys and values are kept in 8 bits. own: how they are kept where the
  // device was told nothing.
  RollingCache(device::Device& d, int cols, int context, int heads,
               device::Precision own = device::Precision::f32)
      : k_(d.make_kv_cache(cols, heads, own)),
        v_(d.make_kv_cache(cols, heads, own)),
        context_(context) {}

  // Memory for that many more rows, so that appending them allocates nothing.
  void reserve(int rows);

  // Room for `rows` more positions, which the caller fills; forgets those that none of them sees.
  KeysValues append(int rows);

  // Forgets all positions but the first `rows`, which it must still have.
  void rewind(int rows);

  KeysValues all() const { return {k_->all(), v_->all()}; }

  // The rows of all() that the i-th of the last `rows` positions sees.
  device::VisibleKeys seen(int i, int rows) const;

  int rows() const { return k_->rows(); }

 private:
  std::unique_ptr<device::Cache> k_, v_;
  int context_ = 0;
};

}  // namespace sotto::nn
