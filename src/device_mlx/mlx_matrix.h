// Weights as MLX multiplies with them.
#pragma once

#include <cassert>
#include <optional>
#include <span>

#include "device/weight.h"
#include "device_mlx/mlx_memory.h"
#include "quant/stored_matrix.h"

namespace sotto::device::mlx {

// Floats, or groups of 8, 6 or 4 bits with a scale and a bias each, as MLX's own.
struct Numbers {
  mx::array values;                         // [rows, cols] float32, or [rows, words] uint32
  std::optional<mx::array> scales, biases;  // [rows, groups] float32
  int group = 0, bits = 0;
};

class MlxMatrix final : public PreparedMatrix {
 public:
  MlxMatrix(int rows, int cols, quant::Scheme scheme, Numbers numbers);

  mx::array times(const mx::array& x) const;        // x W^T: [n, cols] to [n, rows]
  mx::array rows_at(const mx::array& which) const;  // [n], to [n, cols]
  Numbers selected(const mx::array& which) const;   // those rows
  const Numbers& numbers() const { return numbers_; }

 private:
  Numbers numbers_;
};

inline const MlxMatrix& mlx_matrix(const PreparedMatrix& w) {
  assert(dynamic_cast<const MlxMatrix*>(&w) != nullptr);
  return static_cast<const MlxMatrix&>(w);
}

// Copies. Half precision is widened. int8 rows become groups of 8 bits, which say the same; they
// meet activations that are not rounded.
Weight prepared(const quant::StoredMatrix& matrix);

}  // namespace sotto::device::mlx
