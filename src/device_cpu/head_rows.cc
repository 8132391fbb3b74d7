#include "device_cpu/head_rows.h"

#include <algorithm>

#include "base/vectorized.h"
#include "device_cpu/compact_cache.h"
#include "quant/half.h"

namespace sotto::device::cpu {
namespace {

SOTTO_VECTORIZED(void, widen, (const uint16_t* x, int n, float* to), (x, n, to)) {
  for (int i = 0; i < n; ++i) to[i] = quant::from_f16(x[i]);
}

}  // namespace

const void* HeadRows::column(int c) const {
  switch (precision) {
    case Precision::f16:
      return static_cast<const uint16_t*>(numbers) + c;
    case Precision::int8:
      return static_cast<const int8_t*>(numbers) + c;
    default:
      return static_cast<const float*>(numbers) + c;
  }
}

void HeadRows::copy(int row, int first, int count, float* to) const {
  const size_t at = static_cast<size_t>(row) * static_cast<size_t>(cols) + size_t(first);
  if (precision == Precision::f32) {
    std::copy_n(static_cast<const float*>(numbers) + at, count, to);
  } else if (precision == Precision::f16) {
    widen(static_cast<const uint16_t*>(numbers) + at, count, to);
  } else {
    const auto* from = static_cast<const int8_t*>(numbers) + at;
    const float* of_row = scales + static_cast<size_t>(row) * static_cast<size_t>(groups);
    const int group = cols / groups;
    for (int c = 0; c < count; ++c)
      to[c] = of_row[(first + c) / group] * static_cast<float>(from[c]);
  }
}

HeadRows head_rows(const Tensor& t) {
  if (t.precision != Precision::f32)
    return static_cast<const CpuCompactCache*>(t.memory)->rows_of(t);
  return {.numbers = floats(t).data, .rows = t.rows, .cols = t.cols};
}

}  // namespace sotto::device::cpu
