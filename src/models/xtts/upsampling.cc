#include "models/xtts/upsampling.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sotto::models::xtts {
namespace {

int scaled(int rows, double scale) {
  return std::max(1, static_cast<int>(std::floor(static_cast<double>(rows) * scale)));
}

// The place of row j among the source's rows, in floats as torch computes it.
float source_of(int j, double scale) {
  const auto step = static_cast<float>(1 / scale);
  return std::max(0.0f, step * (static_cast<float>(j) + 0.5f) - 0.5f);
}

// One scale. `in` are rows from `first_in` on of `rows`; gives rows [first, last).
std::vector<float> interpolated(std::span<const float> in, int first_in, int rows, int cols,
                                double scale, int first, int last) {
  const auto width = static_cast<size_t>(cols);
  const auto row = [&](int i) {
    return in.subspan(static_cast<size_t>(std::min(i, rows - 1) - first_in) * width, width);
  };
  std::vector<float> out(static_cast<size_t>(last - first) * width);
  for (int j = first; j < last; ++j) {
    const float source = source_of(j, scale);
    const int i = std::min(static_cast<int>(source), rows - 1);
    const float w = std::min(source - static_cast<float>(i), 1.0f);
    const std::span<const float> a = row(i), b = row(i + 1);
    float* y = out.data() + static_cast<size_t>(j - first) * width;
    for (size_t c = 0; c < width; ++c) y[c] = (1 - w) * a[c] + w * b[c];
  }
  return out;
}

}  // namespace

int Upsampling::rows_of(int rows) const {
  for (const double scale : scales_) rows = scaled(rows, scale);
  return rows;
}

// Row j of floor(scale (rows - 1)) has its source below rows - 1, so that both rows that it is made
// of are there.
int Upsampling::settled(int rows) const {
  for (const double scale : scales_)
    rows = std::max(0, static_cast<int>(std::floor(static_cast<double>(rows - 1) * scale)));
  return rows;
}

std::vector<float> Upsampling::operator()(std::span<const float> x, int cols, bool is_whole,
                                          int first, int last) const {
  // Rows of each stage, and which of them are wanted: from the last stage back. A row more than
  // there is stands for all that follow.
  std::vector<int> rows = {static_cast<int>(x.size()) / cols + (is_whole ? 0 : 1)};
  for (const double scale : scales_) rows.push_back(scaled(rows.back(), scale));
  std::vector<std::pair<int, int>> wanted = {{first, last}};
  for (size_t s = scales_.size(); s-- > 0;) {
    const auto [from, to] = wanted.back();
    if (rows[s] == rows[s + 1] || from == to) {
      wanted.push_back(wanted.back());
      continue;
    }
    const int begin = static_cast<int>(source_of(from, scales_[s]));
    const int end = static_cast<int>(source_of(to - 1, scales_[s])) + 2;
    wanted.emplace_back(std::min(begin, rows[s] - 1), std::min(end, rows[s]));
  }
  const auto width = static_cast<size_t>(cols);
  auto [from, to] = wanted.back();
  const auto begin = x.begin() + static_cast<std::ptrdiff_t>(static_cast<size_t>(from) * width);
  std::vector<float> y(begin,
                       begin + static_cast<std::ptrdiff_t>(static_cast<size_t>(to - from) * width));
  for (size_t s = 0; s < scales_.size(); ++s) {
    const auto [next, end] = wanted[scales_.size() - 1 - s];
    if (rows[s] != rows[s + 1]) y = interpolated(y, from, rows[s], cols, scales_[s], next, end);
    from = next;
  }
  return y;
}

}  // namespace sotto::models::xtts
