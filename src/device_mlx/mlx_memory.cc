#include "device_mlx/mlx_memory.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <utility>

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

// The numbers of a compact cache, as floats.
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

std::atomic<int64_t> evaluations, uploads, uploaded_bytes, nanoseconds;

void count_upload(size_t bytes) {
  ++uploads;
  uploaded_bytes += static_cast<int64_t>(bytes);
}

}  // namespace

void enter() {
  static const mx::Stream stream = mx::new_thread_unsafe_stream(mx::default_device());
  thread_local const bool entered = (mx::set_default_stream(stream), true);
  static_cast<void>(entered);
}

void evaluate(std::vector<mx::array> arrays) {
  static std::mutex computing;
  const std::lock_guard lock(computing);
  enter();
  ++evaluations;
  const auto begin = std::chrono::steady_clock::now();
  mx::eval(std::move(arrays));
  nanoseconds += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
}

mx::array uploaded(std::span<const float> numbers, const mx::Shape& shape) {
  enter();
  count_upload(numbers.size_bytes());
  return mx::array(numbers.data(), shape, mx::float32);
}

mx::array indices(std::span<const int> numbers) {
  enter();
  count_upload(numbers.size_bytes());
  return mx::array(numbers.data(), {static_cast<int>(numbers.size())}, mx::int32);
}

mx::array number(float value) {
  enter();
  return mx::array(value);
}

Traffic traffic() {
  return {evaluations, uploads, uploaded_bytes, 1e-6 * static_cast<double>(nanoseconds)};
}

mx::array value_of(const Tensor& t) {
  enter();
  if (t.precision != Precision::f32) return widened(t);
  const Memory& memory = memory_of(t);
  if (t.size() == memory.floats && memory.value) {
    if (memory.value->shape() == shape_of(t)) return *memory.value;
    return mx::reshape(*memory.value, shape_of(t));
  }
  const int begin = static_cast<int>(t.offset), end = begin + static_cast<int>(t.size());
  return mx::reshape(mx::slice(flat(memory), {begin}, {end}), shape_of(t));
}

mx::array rows_of(const Tensor& t, std::span<const int> rows) {
  const auto apart = [](int a, int b) { return b != a + 1; };
  if (!rows.empty() && std::ranges::adjacent_find(rows, apart) == rows.end())
    return value_of(t.part(rows.front(), static_cast<int>(rows.size())));
  return mx::take(value_of(t), indices(rows), /*axis=*/0);
}

void assign(const Tensor& y, const mx::array& v) {
  enter();
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
