#include "device_mlx/mlx_matrix.h"

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace sotto::device::mlx {
namespace {

size_t bytes_of(const Numbers& numbers) {
  size_t bytes = numbers.values.nbytes();
  for (const auto* part : {&numbers.scales, &numbers.biases})
    if (*part) bytes += (*part)->nbytes();
  return bytes;
}

mx::array floats(const std::vector<float>& numbers, int rows, int cols) {
  return mx::array(numbers.data(), {rows, cols});
}

mx::array scales_of(const quant::Scales& scales, int rows, int groups) {
  std::vector<float> numbers(static_cast<size_t>(rows) * static_cast<size_t>(groups));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = scales[i];
  return floats(numbers, rows, groups);
}

Numbers numbers_of(const quant::AffineView& w) {
  return {.values = mx::array(w.packed, {w.rows, w.words_per_row()}, mx::uint32),
          .scales = scales_of(w.scales, w.rows, w.groups_per_row()),
          .biases = scales_of(w.biases, w.rows, w.groups_per_row()),
          .group = w.group,
          .bits = w.bits};
}

// scale * q = scale * (q + 128) - 128 * scale
Numbers numbers_of(const quant::Sym8View& w) {
  const auto cols = static_cast<size_t>(w.cols);
  int group = 128;
  while (group > 32 && w.cols % group != 0) group /= 2;
  if (!quant::affine_fits(w.cols, group, 8)) {
    std::vector<float> all(static_cast<size_t>(w.rows) * cols);
    for (size_t i = 0; i < all.size(); ++i) all[i] = w.scales[i / cols] * w.q[i];
    return {.values = floats(all, w.rows, w.cols), .scales = {}, .biases = {}};
  }
  std::vector<uint32_t> packed(static_cast<size_t>(w.rows) * cols / 4);
  auto* bytes = reinterpret_cast<uint8_t*>(packed.data());
  for (size_t i = 0; i < packed.size() * 4; ++i) bytes[i] = static_cast<uint8_t>(w.q[i] + 128);
  // Numbers of their own, not a view that says each scale several times: MLX's kernels for CUDA
  // take them as they lie.
  const auto groups = static_cast<size_t>(w.cols / group);
  std::vector<float> scales(static_cast<size_t>(w.rows) * groups), biases(scales.size());
  for (size_t i = 0; i < scales.size(); ++i) {
    scales[i] = w.scales[i / groups];
    biases[i] = -128 * scales[i];
  }
  return {.values = mx::array(packed.data(), {w.rows, w.cols / 4}, mx::uint32),
          .scales = floats(scales, w.rows, static_cast<int>(groups)),
          .biases = floats(biases, w.rows, static_cast<int>(groups)),
          .group = group,
          .bits = 8};
}

// The same matrix, row by row.
Numbers numbers_of(const quant::Sym8Columns& w) {
  const auto rows = static_cast<size_t>(w.rows), cols = static_cast<size_t>(w.cols);
  std::vector<int8_t> q(rows * cols);
  for (size_t c = 0; c < cols; ++c)
    for (size_t r = 0; r < rows; ++r) q[r * cols + c] = w.q[c * rows + r];
  return numbers_of(quant::Sym8View{w.rows, w.cols, q.data(), w.scales});
}

template <class Floats>
Numbers numbers_of(const Floats& w) {
  return {.values = floats(quant::floats_of(w), w.rows, w.cols), .scales = {}, .biases = {}};
}

mx::array taken(const mx::array& rows, const mx::array& which) {
  return mx::take(rows, which, /*axis=*/0);
}

}  // namespace

MlxMatrix::MlxMatrix(int rows, int cols, quant::Scheme scheme, Numbers numbers)
    : PreparedMatrix(rows, cols, bytes_of(numbers), scheme, /*skips_zeros=*/false),
      numbers_(std::move(numbers)) {
  // Other threads will use them, and none may have to compute them first.
  std::vector<mx::array> all{numbers_.values};
  if (numbers_.scales) all.insert(all.end(), {*numbers_.scales, *numbers_.biases});
  evaluate(std::move(all));
}

mx::array MlxMatrix::times(const mx::array& x) const {
  if (numbers_.bits == 0) return mx::matmul(x, mx::transpose(numbers_.values));
  return mx::quantized_matmul(x, numbers_.values, *numbers_.scales, numbers_.biases,
                              /*transpose=*/true, numbers_.group, numbers_.bits);
}

Numbers MlxMatrix::selected(const mx::array& which) const {
  Numbers some = numbers_;
  some.values = taken(some.values, which);
  if (some.scales) some.scales = taken(*some.scales, which);
  if (some.biases) some.biases = taken(*some.biases, which);
  return some;
}

mx::array MlxMatrix::rows_at(const mx::array& which) const {
  const Numbers some = selected(which);
  if (some.bits == 0) return some.values;
  return mx::dequantize(some.values, *some.scales, some.biases, some.group, some.bits);
}

Weight prepared(const quant::StoredMatrix& matrix) {
  enter();
  Numbers numbers = std::visit([](const auto& w) { return numbers_of(w); }, matrix);
  return std::make_shared<MlxMatrix>(quant::rows_of(matrix), quant::cols_of(matrix),
                                     quant::scheme_of(matrix), std::move(numbers));
}

}  // namespace sotto::device::mlx
