#include "device_cpu/bounded_panels.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>

namespace sotto::device::cpu {
namespace {

constexpr int kPanelRows = Int8PanelMatrix::kRows;
constexpr int kBoundedTogether = BoundedPanelMatrix::kTogether;

size_t bounded_panel_bytes(int cols) {
  return static_cast<size_t>((cols + kBoundedTogether - 1) / kBoundedTogether * kBoundedTogether) *
         kPanelRows;
}

// Takes from the largest of four numbers, of that sign, what their sum has above the bound; says
// how much of each.
void bound_four(int (&four)[4], int sign, int (&taken)[4]) {
  int sum = 0;
  for (const int v : four) sum += std::max(sign * v, 0);
  while (sum > BoundedPanelMatrix::kMost) {
    int largest = 0;
    for (int k = 1; k < 4; ++k)
      if (sign * four[k] > sign * four[largest]) largest = k;
    const int cut = std::min(sign * four[largest], sum - BoundedPanelMatrix::kMost);
    four[largest] -= sign * cut;
    taken[largest] += sign * cut;
    sum -= cut;
  }
}

// Columns of a block of eight that are added up together.
constexpr int kFours[2][4] = {{0, 1, 4, 5}, {2, 3, 6, 7}};

// Most blocks need no closer look.
bool may_be_above(const int8_t (&w)[kBoundedTogether]) {
  const auto sum = [&](int a, int b, int c, int d) {
    return std::abs(w[a]) + std::abs(w[b]) + std::abs(w[c]) + std::abs(w[d]);
  };
  return std::max(sum(0, 1, 4, 5), sum(2, 3, 6, 7)) > BoundedPanelMatrix::kMost;
}

// Row r of w before its scale.
template <class T>
void copy_numbers(const BoundedPanelMatrix& m, int r, std::span<T> out) {
  const int panel = r / kPanelRows, row = r % kPanelRows;
  const int8_t* from =
      m.panels.q + static_cast<size_t>(panel) * bounded_panel_bytes(m.cols) + row * 4;
  for (int c = 0; c < m.cols; ++c)
    out[static_cast<size_t>(c)] = static_cast<T>(from[c / 4 * (4 * kPanelRows) + c % 4]);
  for (const BoundedPanelMatrix::Rest& rest : m.rests_of(panel)) {
    if (rest.row != row) continue;
    T& to = out[static_cast<size_t>(rest.col)];
    to = static_cast<T>(to + static_cast<T>(rest.value));
  }
}

}  // namespace

BoundedPanels::BoundedPanels(const quant::Sym8View& w, LargePages& pages)
    : rows_(w.rows),
      cols_(w.cols),
      bytes_(static_cast<size_t>((w.rows + kPanelRows - 1) / kPanelRows) *
             bounded_panel_bytes(w.cols)),
      q_(pages.take(bytes_)) {
  std::fill_n(q_.get(), bytes_, std::byte{0});
  const int panels = (rows_ + kPanelRows - 1) / kPanelRows;
  const auto padded_rows = static_cast<size_t>(panels) * kPanelRows;
  scales_.resize(padded_rows);
  corrections_.resize(padded_rows);
  first_.reserve(static_cast<size_t>(panels) + 1);
  auto* panel = reinterpret_cast<int8_t*>(q_.get());
  for (int p = 0; p < panels; ++p, panel += bounded_panel_bytes(cols_)) {
    first_.push_back(static_cast<uint32_t>(rests_.size()));
    for (int r = 0; r < std::min(kPanelRows, rows_ - p * kPanelRows); ++r) {
      const auto row = static_cast<size_t>(p * kPanelRows + r);
      const int8_t* from = w.q + row * static_cast<size_t>(cols_);
      int8_t* to = panel + r * 4;
      for (int c = 0; c < cols_; c += kBoundedTogether, to += kBoundedTogether * kPanelRows) {
        int8_t eight[kBoundedTogether] = {};
        if (cols_ - c >= kBoundedTogether)
          std::memcpy(eight, from + c, kBoundedTogether);
        else
          std::memcpy(eight, from + c, static_cast<size_t>(cols_ - c));
        if (may_be_above(eight)) bound(eight, c, r);
        std::memcpy(to, eight, 4);
        std::memcpy(to + 4 * kPanelRows, eight + 4, 4);
      }
      scales_[row] = w.scales[r + p * kPanelRows];
      corrections_[row] = -kPerToken.zero * std::accumulate(from, from + cols_, int32_t{0});
    }
  }
  first_.push_back(static_cast<uint32_t>(rests_.size()));
}

// Takes the rests of eight columns from c on of row r of a panel.
void BoundedPanels::bound(int8_t (&eight)[kBoundedTogether], int c, int r) {
  for (const auto& places : kFours) {
    int four[4], taken[4] = {};
    for (int k = 0; k < 4; ++k) four[k] = eight[places[k]];
    bound_four(four, 1, taken);
    bound_four(four, -1, taken);
    for (int k = 0; k < 4; ++k) {
      eight[places[k]] = static_cast<int8_t>(four[k]);
      if (taken[k] != 0)
        rests_.push_back({c + places[k], static_cast<int16_t>(r), static_cast<int16_t>(taken[k])});
    }
  }
}

bool BoundedPanels::has_few_rests() const {
  constexpr size_t kFew = 100;  // weights for each
  return rests_.size() * kFew <= bytes_;
}

BoundedPanelMatrix BoundedPanels::view() const {
  Int8PanelMatrix panels;
  panels.q = reinterpret_cast<const int8_t*>(q_.get());
  panels.scales = scales_.data();
  panels.corrections = corrections_.data();
  panels.levels = kPerToken;
  panels.rows = rows_;
  panels.cols = cols_;
  return {rows_, cols_, panels, first_.data(), rests_.data()};
}

size_t bytes_of(const BoundedPanelMatrix& m) {
  const auto panels = static_cast<size_t>(m.count());
  return panels * (bounded_panel_bytes(m.cols) + kPanelRows * (sizeof(float) + sizeof(int32_t))) +
         m.first[panels] * sizeof(BoundedPanelMatrix::Rest);
}

void copy_integers(const BoundedPanelMatrix& m, int r, std::span<int8_t> out) {
  copy_numbers(m, r, out);
}

// Integers below 2^24 are exact in floats.
void copy_row(const BoundedPanelMatrix& m, int r, std::span<float> out) {
  copy_numbers(m, r, out);
  const float scale = m.panels.scales[r];
  for (float& v : out) v *= scale;
}

}  // namespace sotto::device::cpu
