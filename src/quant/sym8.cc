#include "quant/sym8.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sotto::quant {

Sym8Matrix quantize_sym8(std::span<const float> w, int rows, int cols) {
  assert(w.size() == static_cast<size_t>(rows) * cols);
  Sym8Matrix m{rows, cols, std::vector<int8_t>(w.size()), std::vector<float>(rows)};
  for (int r = 0; r < rows; ++r) {
    const size_t begin = static_cast<size_t>(r) * cols;
    m.scales[r] = quantize_sym8_row(w.subspan(begin, cols), std::span(m.q).subspan(begin, cols));
  }
  return m;
}

float quantize_sym8_row(std::span<const float> row, std::span<int8_t> q) {
  assert(row.size() == q.size());
  float largest = 0.0f;
  for (const float x : row) largest = std::max(largest, std::fabs(x));
  const float scale = largest == 0.0f ? 1.0f : largest / 127.0f;
  for (size_t i = 0; i < row.size(); ++i) {
    // Clipped before rounding: the same result, and a defined cast for NaN and infinity.
    float x = row[i] / scale;
    x = x > -127.0f ? x : -127.0f;
    x = x < 127.0f ? x : 127.0f;
    constexpr float kRounder = 0x1.8p23f;  // rounds to an integer, ties to even
    q[i] = static_cast<int8_t>(static_cast<int32_t>((x + kRounder) - kRounder));
  }
  return scale;
}

}  // namespace sotto::quant
