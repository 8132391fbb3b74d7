// Attention whose scores are more than products, or are asked for: a head at a time, as two
// products of matrices with the softmax between them.
#include <algorithm>
#include <cmath>

#include "device_cpu/cpu_device.h"
#include "device_cpu/exponential.h"

namespace sotto::device::cpu {
namespace {

// A head's columns, row after row.
Activations head_of(const HeadRows& x, int head, int size, float* to) {
  for (int r = 0; r < x.rows; ++r) x.copy(r, head * size, size, to + size_t(r) * size_t(size));
  return {to, x.rows, size};
}

// The same with a row a column. row: room for one.
quant::F32Matrix transposed_head(const HeadRows& x, int head, int size, float* row, float* to) {
  for (int r = 0; r < x.rows; ++r) {
    x.copy(r, head * size, size, row);
    for (int c = 0; c < size; ++c) to[size_t(c) * size_t(x.rows) + size_t(r)] = row[c];
  }
  return {to, size, x.rows};
}

// Scores become weights: those of the keys that are seen, zero for the others. `room`: as many.
void softmax(std::span<float> scores, const Seen& seen, std::span<float> room) {
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

// scratch: the head's columns of q and of k.
void CpuDevice::multiply_head(const Activations& q, const HeadRows& k, int head, int heads,
                              float* scratch, const Activations& y) const {
  const int size = q.cols / heads, sharing = q.cols / k.cols;
  const HeadRows queries{.numbers = q.data, .rows = q.rows, .cols = q.cols};
  const Activations x = head_of(queries, head, size, scratch);
  const Activations keys = head_of(k, head / sharing, size, scratch + x.size());
  kernels_.matmul_f32(x, {keys.data, keys.rows, keys.cols}, {y}, 0, k.rows);
}

void CpuDevice::scores(const Tensor& q, const Tensor& k, int heads, const Tensor& y) {
  const Frame frame(*this);
  const Activations queries = floats(q);
  const HeadRows keys = head_rows(k);
  const Activations scratch =
      arena_.make(workers_->threads(), (q.rows + k.rows) * (q.cols / heads));
  workers_->split(heads, int64_t{q.rows} * k.rows * q.cols, [&](int worker, int begin, int end) {
    for (int h = begin; h < end; ++h) {
      multiply_head(queries, keys, h, heads, scratch.row(worker).data(),
                    floats(y.part(h * q.rows, q.rows)));
    }
  });
}

void CpuDevice::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                          std::span<const Seen> seen, int heads, const Scoring& scoring,
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
  const Activations scratch = arena_.make(workers_->threads(), (q.rows + k.rows) * size + k.rows);
  const auto attend = [&](int head, float* room) {
    const Activations p = floats(weights.part(head * q.rows, q.rows));
    multiply_head(queries, keys, head, heads, room, p);
    for (int i = 0; i < q.rows; ++i) {
      const std::span<float> row = p.row(i);
      if (scoring.bias) {
        const Activations bias = floats(scoring.bias.part(head * q.rows, q.rows));
        const float* from = bias.row(i).data() + (scoring.relative ? q.rows - 1 - i : 0);
        for (size_t j = 0; j < row.size(); ++j) row[j] += from[j];
      }
      for (float& score : row) score *= scale;
      softmax(row, seen[static_cast<size_t>(i)], {room, row.size()});
    }
    float* behind = room + size_t(k.rows) * size_t(size);
    const quant::F32Matrix columns = transposed_head(values, head / sharing, size, behind, room);
    const Activations mean{behind, q.rows, size};
    kernels_.matmul_f32(p, columns, {mean}, 0, size);
    for (int i = 0; i < q.rows; ++i)
      std::ranges::copy(mean.row(i), out.row(i).data() + head * size);
  };
  workers_->split(heads, int64_t{2} * q.rows * k.rows * q.cols,
                  [&](int worker, int begin, int end) {
                    for (int h = begin; h < end; ++h) attend(h, scratch.row(worker).data());
                  });
}

}  // namespace sotto::device::cpu
