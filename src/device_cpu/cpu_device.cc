// Memory, and the operations number by number or row by row.
#include "device_cpu/cpu_device.h"

#include <algorithm>

#include "device_cpu/backend.h"
#include "device_cpu/compact_cache.h"
#include "device_cpu/cpu_cache.h"
#include "device_cpu/elementwise.h"

namespace sotto::device::cpu {
namespace {

// The cost of work on n numbers for Workers::parallel_for: bytes read and written. An exponential
// takes as long as reading several times as much.
int64_t bytes_for(size_t n) { return static_cast<int64_t>(n * 2 * sizeof(float)); }
constexpr int64_t kExponential = 4;

// Row r, or the only one.
const float* row_of(const Activations& x, int r) { return x.row(x.rows == 1 ? 0 : r).data(); }

}  // namespace

void CpuDevice::upload(std::span<const float> x, const Tensor& y) {
  std::ranges::copy(x, floats(y).data);
}

std::unique_ptr<Cache> CpuDevice::make_cache(int cols) { return std::make_unique<CpuCache>(cols); }

std::unique_ptr<Cache> CpuDevice::make_kv_cache(int cols, int heads, Precision own) {
  const Precision kept = kv_cache_.value_or(own);
  if (kept == Precision::f32) return make_cache(cols);
  return std::make_unique<CpuCompactCache>(kept, cols, heads);
}

void CpuDevice::take_threads_of(const Backend& other) { workers_ = workers_of(other); }

void CpuDevice::depthwise(const Tensor& x, const Constant& w, const Taps& taps, const Tensor& y) {
  const Activations in = floats(x), weights = floats(w.tensor), out = floats(y);
  by_rows(y, taps.kernel, [&](int t) {
    std::ranges::fill(out.row(t), 0.0f);
    for (int k = 0; k < taps.kernel; ++k) {
      const float* from = in.row(t * taps.stride + k * taps.dilation).data();
      cpu::add_scaled(from, weights.row(k).data(), static_cast<size_t>(out.cols),
                      out.row(t).data());
    }
  });
}

void CpuDevice::depthwise_transposed(const Tensor& x, const Constant& w, int stride,
                                     const Tensor& y) {
  const Activations in = floats(x), taps = floats(w.tensor), out = floats(y);
  const int kernel = taps.rows, context = (kernel + stride - 1) / stride - 1;
  by_rows(y, context + 1, [&](int t) {
    std::ranges::fill(out.row(t), 0.0f);
    for (int age = context; age >= 0; --age) {  // the oldest row of x first
      const int k = t % stride + age * stride;
      if (k >= kernel) continue;
      const float* from = in.row(t / stride + context - age).data();
      cpu::add_scaled(from, taps.row(k).data(), static_cast<size_t>(out.cols), out.row(t).data());
    }
  });
}

void CpuDevice::embed(const Weight& table, std::span<const int> rows, float scale,
                      const Tensor& y) {
  const Activations out = floats(y);
  for (size_t i = 0; i < rows.size(); ++i)
    copy_row(form_of(*table), rows[i], out.row(static_cast<int>(i)));
  for (float& v : out.all()) v *= scale;
}

void CpuDevice::add_rows(const Tensor& x, const Tensor& table, std::span<const int> rows) {
  const Activations to = floats(x), from = floats(table);
  by_rows(x, 1, [&](int i) {
    cpu::add(to.row(i).data(), from.row(rows[static_cast<size_t>(i)]).data(),
             static_cast<size_t>(to.cols));
  });
}

void CpuDevice::gather(const Tensor& x, std::span<const int> rows, const Tensor& y) {
  const Activations from = floats(x), to = floats(y);
  by_rows(y, 1, [&](int i) {
    std::ranges::copy(from.row(rows[static_cast<size_t>(i)]), to.row(i).data());
  });
}

void CpuDevice::concatenate(std::span<const Tensor> parts, const Tensor& y) {
  const Activations to = floats(y);
  by_rows(y, 1, [&](int i) {
    float* at = to.row(i).data();
    for (const Tensor& part : parts) at = std::ranges::copy(floats(part).row(i), at).out;
  });
}

void CpuDevice::slice(const Tensor& x, int first_col, const Tensor& y) {
  const Activations from = floats(x), to = floats(y);
  by_rows(y, 1,
          [&](int r) { std::copy_n(from.row(r).data() + first_col, to.cols, to.row(r).data()); });
}

void CpuDevice::copy(const Tensor& x, const Tensor& y) {
  const Activations to = floats(y);
  if (x.precision == Precision::f32) {
    const float* from = floats(x).data;
    workers_->parallel_for(
        static_cast<int>(x.size()), bytes_for(x.size()),
        [&](int, int begin, int end) { std::copy(from + begin, from + end, to.data + begin); });
    return;
  }
  const HeadRows from = head_rows(x);
  for (int r = 0; r < x.rows; ++r) from.copy(r, 0, x.cols, to.row(r).data());
}

void CpuDevice::fill(const Tensor& x, float value) { std::ranges::fill(floats(x).all(), value); }

void CpuDevice::activate(Activation f, const Tensor& x, const Tensor& y) {
  const float* from = floats(x).data;
  float* to = floats(y).data;
  const int64_t bytes = bytes_for(x.size()) * (f == Activation::relu ? 1 : kExponential);
  workers_->parallel_for(static_cast<int>(x.size()), bytes, [&](int, int begin, int end) {
    cpu::activate(f, from + begin, static_cast<size_t>(end - begin), to + begin);
  });
}

void CpuDevice::mix(float a, const Tensor& x, float b, const Tensor& y) {
  const Activations to = floats(x), from = floats(y);
  by_rows(x, 1, [&](int r) {
    cpu::mix(a, to.row(r).data(), b, from.row(r).data(), static_cast<size_t>(to.cols));
  });
}

void CpuDevice::leaky_relu(float slope, const Tensor& x, const Tensor& y) {
  const Activations from = floats(x), to = floats(y);
  by_rows(x, 1, [&](int r) {
    cpu::leaky_relu(slope, from.row(r).data(), static_cast<size_t>(to.cols), to.row(r).data());
  });
}

Activations CpuDevice::inverse(const Activations& x) {
  const Activations y = arena_.make(x.rows, x.cols);
  for (size_t i = 0; i < x.size(); ++i) y.data[i] = 1 / x.data[i];
  return y;
}

void CpuDevice::snake(const Tensor& x, const Tensor& alpha, const Tensor& y) {
  const Frame frame(*this);
  const Activations from = floats(x), a = floats(alpha), to = floats(y), one_over_a = inverse(a);
  by_rows(x, kExponential, [&](int r) {
    cpu::snake(from.row(r).data(), a.data, one_over_a.data, static_cast<size_t>(to.cols),
               to.row(r).data());
  });
}

void CpuDevice::add(const Tensor& x, const Tensor& y) {
  const Activations to = floats(x), from = floats(y);
  by_rows(x, 1, [&](int r) {
    cpu::add(to.row(r).data(), row_of(from, r), static_cast<size_t>(to.cols));
  });
}

void CpuDevice::multiply(const Tensor& x, const Tensor& y) {
  const Activations to = floats(x), from = floats(y);
  by_rows(x, 1, [&](int r) {
    cpu::multiply(to.row(r).data(), row_of(from, r), static_cast<size_t>(to.cols));
  });
}

void CpuDevice::add_scaled(const Tensor& x, const Tensor& scale, const Tensor& y) {
  const Activations from = floats(x), factor = floats(scale), to = floats(y);
  by_rows(y, 1, [&](int r) {
    cpu::add_scaled(from.row(r).data(), row_of(factor, r), static_cast<size_t>(to.cols),
                    to.row(r).data());
  });
}

void CpuDevice::scale_shift(const Tensor& x, float plus, const Tensor& scale, const Tensor& shift,
                            const Tensor& y) {
  const Activations from = floats(x), factor = floats(scale), term = floats(shift), to = floats(y);
  by_rows(y, 1, [&](int r) {
    cpu::scale_shift(from.row(r).data(), plus, row_of(factor, r), row_of(term, r),
                     static_cast<size_t>(to.cols), to.row(r).data());
  });
}

void CpuDevice::layer_norm(const Tensor& x, const Constant& weight, const Constant& bias,
                           float epsilon, const Tensor& y) {
  const Activations from = floats(x), to = floats(y);
  constexpr int64_t kPasses = 3;
  by_rows(y, kPasses, [&](int r) {
    kernels_.layer_norm(from.row(r).data(), floats(weight.tensor).data, floats(bias.tensor).data,
                        epsilon, from.cols, to.row(r).data());
  });
}

void CpuDevice::rms_norm(const Tensor& x, const Constant& weight, float epsilon, const Tensor& y) {
  const Activations from = floats(x), to = floats(y);
  by_rows(y, 1, [&](int r) {
    cpu::rms_norm(from.row(r).data(), floats(weight.tensor).data, epsilon,
                  static_cast<size_t>(to.cols), to.row(r).data());
  });
}

void CpuDevice::rotate(const Tensor& x, const Tensor& angles, Pairs pairs) {
  const Activations rows = floats(x), turns = floats(angles);
  const auto turn = pairs == Pairs::halves ? cpu::rotate_halves : cpu::rotate;
  by_rows(x, 1, [&](int r) {
    float* row = rows.row(r).data();
    for (int c = 0; c < rows.cols; c += turns.cols)
      turn(row + c, turns.row(r).data(), static_cast<size_t>(turns.cols));
  });
}

}  // namespace sotto::device::cpu
