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
                          std::span<const VisibleKeys> seen, int heads, Rows rows,
                          const Tensor& y) {
  const bool together = rows == Rows::prefill || (rows == Rows::any && q.rows >= kManyQueries);
  const auto attend = together ? &CpuDevice::attend_by_head : &CpuDevice::attend_by_query;
  const Frame frame(*this);
  (this->*attend)(floats(q), head_rows(k), head_rows(v), seen, heads, floats(y));
}

void CpuDevice::attend_by_query(const Activations& q, const HeadRows& k, const HeadRows& v,
                                std::span<const VisibleKeys> seen, int heads,
                                const Activations& out) {
  const int size = q.cols / heads;
  const int sharing = q.cols / k.cols;  // heads with the same keys and values
  int longest = 0;
  int64_t rows = 0;
  for (const VisibleKeys& s : seen) {
    longest = std::max(longest, s.count);
    rows += s.count;
  }
  const Arena::Rooms scores = arena_.make_rooms(
      workers_->threads(), static_cast<size_t>(heads) * (static_cast<size_t>(longest) + 1));
  const int64_t bytes = rows * q.cols * 8;  // of keys and values
  const Attention attend = k.precision == Precision::f16    ? kernels_.attention_f16
                           : k.precision == Precision::int8 ? kernels_.attention_int8
                                                            : kernels_.attention;
  workers_->parallel_for(q.rows * heads, bytes, [&](int worker, int begin, int end) {
    for (int task = begin, count; task < end; task += count) {
      const int i = task / heads, first = task % heads;
      count = std::min(end - task, heads - first);
      attend({
          .q = q.row(i).data() + first * size,
          .k = k.numbers,
          .v = v.numbers,
          .stride = static_cast<size_t>(k.cols),
          .size = size,
          .scale = 1.0f / std::sqrt(static_cast<float>(size)),
          .seen = seen[static_cast<size_t>(i)],
          .scores = scores.of(worker).data(),
          .out = out.row(i).data() + first * size,
          .first = first,
          .count = count,
          .sharing = sharing,
          .k_scales = k.scales,
          .v_scales = v.scales,
          .scale_stride = static_cast<size_t>(k.groups),
          .scale_columns = k.cols / k.groups,
      });
    }
  });
}

void CpuDevice::attend_in_blocks(BlockAttention kernel, const Activations& q, const HeadRows& k,
                                 const HeadRows& v, std::span<const VisibleKeys> seen, int heads,
                                 const Activations& out) {
  const int size = q.cols / heads;
  const int sharing = q.cols / k.cols;
  int first = k.rows, end = 0;
  for (const VisibleKeys& s : seen) {
    first = std::min(first, s.first);
    end = std::max(end, s.first + s.count);
  }
  const int count = std::max(0, end - first);
  const size_t room = rounded_attention_scratch(q.rows, count, size);
  const bool lists =
      std::ranges::any_of(seen, [](const VisibleKeys& s) { return s.rows != nullptr; });
  if (lists || room > kMostBlockScratch) return attend_by_query(q, k, v, seen, heads, out);
  const bool compact = k.precision != Precision::f32;  // a head of it becomes floats first
  const size_t widened = compact ? static_cast<size_t>(end) * static_cast<size_t>(size) : 0;
  const Arena::Rooms scratch = arena_.make_rooms(workers_->threads(), room + 2 * widened);
  const int64_t bytes = int64_t{count} * q.cols * 8 * std::max(1, q.rows / 2);
  workers_->parallel_for(heads, bytes, [&](int worker, int begin, int stop) {
    float* room_of_worker = scratch.of(worker).data();
    for (int head = begin; head < stop; ++head) {
      const int column = head / sharing * size;
      const auto floats_of = [&](const HeadRows& x, float* to) {
        if (!compact) return static_cast<const float*>(x.column(column));
        for (int row = first; row < end; ++row)
          x.copy(row, column, size, to + static_cast<size_t>(row) * static_cast<size_t>(size));
        return static_cast<const float*>(to);
      };
      kernel({
          .q = q.data + head * size,
          .k = floats_of(k, room_of_worker + room),
          .v = floats_of(v, room_of_worker + room + widened),
          .q_step = static_cast<size_t>(q.cols),
          .kv_step = static_cast<size_t>(compact ? size : k.cols),
          .size = size,
          .scale = 1.0f / std::sqrt(static_cast<float>(size)),
          .seen = seen,
          .first = first,
          .count = count,
          .scratch = room_of_worker,
          .out = out.data + head * size,
      });
    }
  });
}

}  // namespace sotto::device::cpu
