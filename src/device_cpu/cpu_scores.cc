// Attention whose scores are more than products, or are asked for: a head at a time, as two
// products of matrices with the softmax between them.
#include <algorithm>
#include <cmath>

#include "device_cpu/cpu_device.h"
#include "device_cpu/elementwise.h"
#include "device_cpu/exponential.h"

namespace sotto::device::cpu {
namespace {

size_t padded(int rows) {
  return static_cast<size_t>(rows + PanelMatrix::kRows - 1) / PanelMatrix::kRows *
         PanelMatrix::kRows;
}

// A head as the matrix of a product; its memory.
struct HeadPanels {
  std::span<float> row;  // room for one
  float* numbers;        // room for room_of() of them

  static size_t room_of(int rows, int size) {
    const auto n = static_cast<size_t>(rows), m = static_cast<size_t>(size);
    return std::max(padded(rows) * m, padded(size) * n);
  }

  // [rows of x, size]
  PanelMatrix rows_of(const HeadRows& x, int head, int size) const {
    constexpr size_t kRows = PanelMatrix::kRows;
    const auto cols = static_cast<size_t>(size);
    for (size_t r = 0; r < padded(x.rows); ++r) {
      if (const int own = static_cast<int>(r); own < x.rows)
        x.copy(own, head * size, size, row.data());
      else
        std::ranges::fill(row, 0.0f);
      float* to = numbers + r / kRows * kRows * cols + r % kRows;
      for (size_t c = 0; c < cols; ++c) to[c * kRows] = row[c];
    }
    return {.f32 = numbers, .rows = x.rows, .cols = size};
  }
  // The same with a row a column: [size, rows of x].
  PanelMatrix columns_of(const HeadRows& x, int head, int size) const {
    constexpr size_t kRows = PanelMatrix::kRows;
    const auto all = static_cast<size_t>(x.rows), cols = static_cast<size_t>(size);
    for (size_t r = 0; r < all; ++r) {
      x.copy(static_cast<int>(r), head * size, size, row.data());
      for (size_t c = 0; c < padded(size); ++c)
        numbers[(c / kRows * all + r) * kRows + c % kRows] = c < cols ? row[c] : 0;
    }
    return {.f32 = numbers, .rows = size, .cols = x.rows};
  }
};

// Scores become weights: those of the keys that are seen, zero for the others. `room`: as many.
void softmax(std::span<float> scores, const VisibleKeys& seen, std::span<float> room) {
  if (seen.rows == nullptr) {  // they lie beside each other
    const auto first = static_cast<size_t>(seen.first), count = static_cast<size_t>(seen.count);
    std::ranges::fill(scores.first(first), 0.0f);
    std::ranges::fill(scores.subspan(first + count), 0.0f);
    return cpu::softmax(scores.data() + first, count);
  }
  std::ranges::fill(room, 0.0f);
  float largest = -INFINITY, total = 0;
  for (int i = 0; i < seen.count; ++i) largest = std::max(largest, scores[size_t(seen.row(i))]);
  for (int i = 0; i < seen.count; ++i) {
    const auto key = static_cast<size_t>(seen.row(i));
    total += room[key] = exponential(scores[key] - largest);
  }
  for (size_t key = 0; key < scores.size(); ++key) scores[key] = total > 0 ? room[key] / total : 0;
}

}  // namespace

// scratch: room for a row of k, and for its panels.
void CpuDevice::multiply_head(const Activations& q, const HeadRows& k, int head, int heads,
                              std::span<float> scratch, const Activations& y) const {
  const int size = q.cols / heads, sharing = q.cols / k.cols;
  const auto cols = static_cast<size_t>(size);
  const HeadPanels panels{scratch.first(cols), scratch.data() + cols};
  const Windows x{q.data + head * size, q.rows, size, static_cast<size_t>(q.cols)};
  kernels_.matmul_panels(x, panels.rows_of(k, head / sharing, size), {y}, 0, k.rows);
}

void CpuDevice::scores(const Tensor& q, const Tensor& k, int heads, const Tensor& y) {
  const Frame frame(*this);
  const Activations queries = floats(q);
  const HeadRows keys = head_rows(k);
  const int size = q.cols / heads;
  const Arena::Rooms scratch = arena_.make_rooms(
      workers_->threads(), static_cast<size_t>(size) + HeadPanels::room_of(k.rows, size));
  workers_->parallel_for(heads, int64_t{q.rows} * k.rows * q.cols,
                         [&](int worker, int begin, int end) {
                           for (int h = begin; h < end; ++h) {
                             multiply_head(queries, keys, h, heads, scratch.of(worker),
                                           floats(y.part(h * q.rows, q.rows)));
                           }
                         });
}

void CpuDevice::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                          std::span<const VisibleKeys> seen, int heads, const Scoring& scoring,
                          const Tensor& y) {
  const Frame frame(*this);
  const Activations queries = floats(q), out = floats(y);
  const HeadRows keys = head_rows(k), values = head_rows(v);
  if (scoring.rounded && scoring.scale == 0 && !scoring.bias && !scoring.weights) {
    return attend_in_blocks(kernels_.rounded_attention, queries, keys, values, seen, heads, out);
  }
  const int size = q.cols / heads, sharing = q.cols / k.cols;
  const float scale =
      scoring.scale != 0 ? scoring.scale : 1.0f / std::sqrt(static_cast<float>(size));
  const Tensor weights =
      scoring.weights ? scoring.weights : make(heads * q.rows, k.rows);  // scores before
  const Arena::Rooms scratch = arena_.make_rooms(
      workers_->threads(),
      static_cast<size_t>(k.rows) + static_cast<size_t>(size) + HeadPanels::room_of(k.rows, size));
  const auto attend = [&](int head, std::span<float> own) {
    const auto room = own.first(static_cast<size_t>(k.rows)), rest = own.subspan(room.size());
    const Activations p = floats(weights.part(head * q.rows, q.rows));
    multiply_head(queries, keys, head, heads, rest, p);
    for (int i = 0; i < q.rows; ++i) {
      const std::span<float> row = p.row(i);
      if (scoring.bias) {
        const Activations bias = floats(scoring.bias.part(head * q.rows, q.rows));
        const float* from = bias.row(i).data() + (scoring.relative ? q.rows - 1 - i : 0);
        cpu::add(row.data(), from, row.size());
      }
      for (float& score : row) score *= scale;
      softmax(row, seen[static_cast<size_t>(i)], room);
    }
    const HeadPanels panels{rest.first(static_cast<size_t>(size)), rest.data() + size};
    const PanelMatrix columns = panels.columns_of(values, head / sharing, size);
    const Windows weighed{p.data, p.rows, p.cols, static_cast<size_t>(p.cols)};
    kernels_.matmul_panels(weighed, columns, {{out.data + head * size, q.rows, out.cols}}, 0, size);
  };
  workers_->parallel_for(heads, int64_t{2} * q.rows * k.rows * q.cols,
                         [&](int worker, int begin, int end) {
                           for (int h = begin; h < end; ++h) attend(h, scratch.of(worker));
                         });
}

}  // namespace sotto::device::cpu
