// Attention: query by query, or all queries of a head together.
#include <algorithm>
#include <cmath>

#include "device_cpu/cpu_device.h"

namespace sotto::device::cpu {
namespace {

// A head's keys have to be packed before queries can be taken together: worth it from here on.
constexpr int kManyQueries = 8;

}  // namespace

void CpuDevice::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                          std::span<const Seen> seen, int heads, Rows rows, const Tensor& y) {
  const bool together = rows == Rows::many || (rows == Rows::any && q.rows >= kManyQueries);
  const auto attend = together ? &CpuDevice::attend_by_head : &CpuDevice::attend_by_query;
  const Frame frame(*this);
  (this->*attend)(floats(q), floats(k), floats(v), seen, heads, floats(y));
}

void CpuDevice::attend_by_query(const Activations& q, const Activations& k, const Activations& v,
                                std::span<const Seen> seen, int heads, const Activations& out) {
  const int size = q.cols / heads;
  const int sharing = q.cols / k.cols;  // heads with the same keys and values
  int longest = 0;
  int64_t rows = 0;
  for (const Seen& s : seen) {
    longest = std::max(longest, s.count);
    rows += s.count;
  }
  const Activations scores = arena_.make(workers_->threads(), longest);
  const int64_t bytes = rows * q.cols * 8;  // of keys and values
  workers_->split(q.rows * heads, bytes, [&](int worker, int begin, int end) {
    for (int task = begin; task < end; ++task) {
      const int i = task / heads;
      const int column = task % heads * size;
      const int shared = task % heads / sharing * size;
      kernels_.attention({
          .q = q.row(i).data() + column,
          .k = k.data + shared,
          .v = v.data + shared,
          .stride = static_cast<size_t>(k.cols),
          .size = size,
          .scale = 1.0f / std::sqrt(static_cast<float>(size)),
          .seen = seen[static_cast<size_t>(i)],
          .scores = scores.row(worker).data(),
          .out = out.row(i).data() + column,
      });
    }
  });
}

void CpuDevice::attend_by_head(const Activations& q, const Activations& k, const Activations& v,
                               std::span<const Seen> seen, int heads, const Activations& out) {
  const int size = q.cols / heads;
  const int sharing = q.cols / k.cols;
  int first = k.rows, end = 0;
  for (const Seen& s : seen) {
    first = std::min(first, s.first);
    end = std::max(end, s.first + s.count);
  }
  const int count = std::max(0, end - first);
  const Activations scratch =
      arena_.make(workers_->threads(), attention_block_scratch(q.rows, count, size));
  const int64_t bytes = int64_t{count} * q.cols * 8 * std::max(1, q.rows / 2);
  workers_->split(heads, bytes, [&](int worker, int begin, int stop) {
    for (int head = begin; head < stop; ++head) {
      kernels_.block_attention({
          .q = q.data + head * size,
          .k = k.data + head / sharing * size,
          .v = v.data + head / sharing * size,
          .q_step = static_cast<size_t>(q.cols),
          .kv_step = static_cast<size_t>(k.cols),
          .size = size,
          .scale = 1.0f / std::sqrt(static_cast<float>(size)),
          .seen = seen,
          .first = first,
          .count = count,
          .scratch = scratch.row(worker).data(),
          .out = out.data + head * size,
      });
    }
  });
}

}  // namespace sotto::device::cpu
