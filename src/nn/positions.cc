#include "nn/positions.h"

#include <algorithm>
#include <cmath>

namespace sotto::nn {

PositionTable::PositionTable(device::Device& d, int cols, PositionRow row)
    : device_(d), row_(std::move(row)), table_(d.make_cache(cols)) {}

device::Tensor PositionTable::rows(int last) {
  const int known = table_->rows();
  if (last >= known) {
    const int more = std::max({last + 1, 2 * known, 64}) - known;
    const auto cols = static_cast<size_t>(table_->cols());
    numbers_.assign(static_cast<size_t>(more) * cols, 0.0f);
    for (int p = 0; p < more; ++p)
      row_(known + p, std::span(numbers_).subspan(static_cast<size_t>(p) * cols, cols));
    device_.upload(numbers_, table_->append(more));
  }
  return table_->all();
}

PositionRow fairseq_positions(int d, int zero_row) {
  const int half = d / 2;
  const auto step = static_cast<float>(-std::log(10000.0) / (half - 1));
  std::vector<float> frequencies;
  for (int j = 0; j < half; ++j) frequencies.push_back(std::exp(static_cast<float>(j) * step));
  return [frequencies, zero_row](int p, std::span<float> row) {
    if (p == zero_row) return;
    const size_t half = frequencies.size();
    for (size_t j = 0; j < half; ++j) {
      const float angle = static_cast<float>(p) * frequencies[j];
      row[j] = std::sin(angle);
      row[half + j] = std::cos(angle);
    }
  };
}

}  // namespace sotto::nn
