#include "device_mlx/mlx_memory.h"

#include <cstdint>

namespace sotto::device::mlx {
namespace {

Memory& memory_of(const Tensor& t) { return *static_cast<Memory*>(t.memory); }

mx::array flat(const Memory& memory) {
  const int floats = static_cast<int>(memory.floats);
  if (!memory.value) return mx::zeros({floats});
  return mx::reshape(*memory.value, {floats});
}

mx::Shape shape_of(const Tensor& t) { return {t.rows, t.cols}; }

mx::array rows_of(const mx::array& all, int first, int count) {
  return mx::slice(all, {first, 0}, {first + count, all.shape(1)});
}

// Of a compact cache, as floats.
mx::array widened(const Tensor& t) {
  const Memory& memory = memory_of(t);
  if (t.rows == 0) return mx::zeros(shape_of(t));
  const int first = static_cast<int>(t.offset) / t.cols;
  const mx::array rows = mx::astype(rows_of(*memory.value, first, t.rows), mx::float32);
  if (!memory.scales) return rows;
  const int heads = memory.scales->shape(1);
  const mx::array scales = mx::reshape(rows_of(*memory.scales, first, t.rows), {t.rows, heads, 1});
  return mx::reshape(mx::multiply(mx::reshape(rows, {t.rows, heads, t.cols / heads}), scales),
                     shape_of(t));
}

}  // namespace

mx::array value_of(const Tensor& t) {
  if (t.precision != Precision::f32) return widened(t);
  const Memory& memory = memory_of(t);
  if (t.size() == memory.floats && memory.value) {
    if (memory.value->shape() == shape_of(t)) return *memory.value;
    return mx::reshape(*memory.value, shape_of(t));
  }
  const int begin = static_cast<int>(t.offset), end = begin + static_cast<int>(t.size());
  return mx::reshape(mx::slice(flat(memory), {begin}, {end}), shape_of(t));
}

void assign(const Tensor& y, const mx::array& v) {
  Memory& memory = memory_of(y);
  if (y.size() == memory.floats) {
    memory.value = mx::reshape(v, shape_of(y));
    return;
  }
  const int begin = static_cast<int>(y.offset), end = begin + static_cast<int>(y.size());
  mx::array whole = flat(memory);
  memory.value.reset();  // so that nobody else holds it, and it is written where it lies
  memory.value =
      mx::slice_update(whole, mx::reshape(v, {end - begin}), mx::Shape{begin}, mx::Shape{end});
}

}  // namespace sotto::device::mlx
