#include "device_mlx/mlx_device.h"

#include <cmath>
#include <utility>

#include "device_mlx/compact_cache.h"
#include "device_mlx/mlx_cache.h"
#include "device_mlx/mlx_matrix.h"

namespace sotto::device::mlx {
namespace {

// Applies a product's epilogue.
void finish(mx::array v, const Product& product) {
  if (product.bias) v = mx::add(v, value_of(product.bias));
  switch (product.epilogue) {
    case Epilogue::none:
      break;
    case Epilogue::relu:
      v = mx::maximum(v, number(0));
      break;
    case Epilogue::add:
      v = mx::add(value_of(product.y), v);
      break;
  }
  assign(product.y, v);
}

// [count, kernel, cols]: the rows that each row of a convolution multiplies.
mx::array windows(const mx::array& x, const Taps& taps, int count) {
  const int cols = x.shape(1);
  return mx::as_strided(mx::contiguous(x), {count, taps.kernel, cols},
                        {int64_t{taps.stride} * cols, int64_t{taps.dilation} * cols, 1}, 0);
}

mx::array activated(Activation f, const mx::array& x) {
  switch (f) {
    case Activation::relu:
      return mx::maximum(x, number(0));
    case Activation::silu:
      return mx::multiply(x, mx::sigmoid(x));
    case Activation::gelu:
    case Activation::gelu_near: {
      const mx::array erf = mx::erf(mx::multiply(x, number(std::sqrt(0.5f))));
      return mx::multiply(mx::multiply(x, mx::add(erf, number(1))), number(0.5f));
    }
    case Activation::gelu_tanh: {
      const mx::array cubed = mx::multiply(x, mx::square(x));
      const mx::array inner = mx::add(x, mx::multiply(cubed, number(0.044715f)));
      const mx::array t = mx::tanh(mx::multiply(inner, number(std::sqrt(2 / 3.14159265358979f))));
      return mx::multiply(mx::multiply(x, mx::add(t, number(1))), number(0.5f));
    }
    case Activation::elu: {  // expm1 of a large number would be infinite, though it is not taken
      const mx::array below = mx::expm1(mx::minimum(x, number(0)));
      return mx::where(mx::greater(x, number(0)), x, below);
    }
    case Activation::mish:
      return mx::multiply(x, mx::tanh(mx::logaddexp(x, number(0))));
    case Activation::tanh:
      return mx::tanh(x);
    case Activation::sigmoid:
      break;
  }
  return mx::sigmoid(x);
}

mx::array snaked(const mx::array& x, const mx::array& alpha) {
  return mx::add(x, mx::divide(mx::square(mx::sin(mx::multiply(alpha, x))), alpha));
}

// (x - mean) / sqrt(variance + epsilon), over those axes.
mx::array normalized(const mx::array& x, const std::vector<int>& axes, float epsilon) {
  const mx::array centred = mx::subtract(x, mx::mean(x, axes, /*keepdims=*/true));
  const mx::array variance = mx::mean(mx::square(centred), axes, /*keepdims=*/true);
  return mx::multiply(centred, mx::rsqrt(mx::add(variance, number(epsilon))));
}

// Each column, of rows that count differently: counts is [rows, 1].
mx::array normalized_by_counts(const mx::array& x, const mx::array& counts, float epsilon) {
  const mx::array shares = mx::divide(counts, mx::sum(counts));
  const auto mean = [&](const mx::array& v) {
    return mx::sum(mx::multiply(v, shares), 0, /*keepdims=*/true);
  };
  const mx::array centred = mx::subtract(x, mean(x));
  const mx::array variance = mean(mx::square(centred));
  return mx::multiply(centred, mx::rsqrt(mx::add(variance, number(epsilon))));
}

mx::array rows_of_one(const Recurrence& direction) {
  const MlxMatrix& w = mlx_matrix(*direction.w);
  const mx::array gates = value_of(direction.gates);
  const int steps = gates.shape(0), hidden = w.cols;
  mx::array h = mx::zeros({1, hidden}), c = h;
  std::vector<mx::array> rows(static_cast<size_t>(steps), h);
  for (int step = 0; step < steps; ++step) {
    const int t = direction.backward ? steps - 1 - step : step;
    const mx::array own = mx::slice(gates, {t, 0}, {t + 1, 4 * hidden});
    const auto parts = mx::split(mx::add(own, w.times(h)), 4, /*axis=*/1);  // i, f, g, o
    c = mx::add(mx::multiply(mx::sigmoid(parts[1]), c),
                mx::multiply(mx::sigmoid(parts[0]), mx::tanh(parts[2])));
    h = mx::multiply(mx::sigmoid(parts[3]), mx::tanh(c));
    rows[static_cast<size_t>(t)] = h;
  }
  return mx::concatenate(rows, /*axis=*/0);
}

}  // namespace

Tensor MlxDevice::make(int rows, int cols) {
  Tensor t{nullptr, 0, rows, cols};
  t.memory = &made_.emplace_back(Memory{t.size(), {}});
  return t;
}

void MlxDevice::release(const Mark& mark) {
  made_.resize(mark.block);
  read_.erase(read_.begin() + static_cast<std::ptrdiff_t>(mark.used), read_.end());
}

void MlxDevice::upload(std::span<const float> x, const Tensor& y) {
  assign(y, uploaded(x, {y.rows, y.cols}));
}

std::span<const float> MlxDevice::read(const Tensor& x) {
  mx::array numbers = mx::contiguous(value_of(x));
  evaluate({numbers});
  read_.push_back(numbers);
  return {numbers.data<float>(), x.size()};
}

std::unique_ptr<Cache> MlxDevice::make_cache(int cols) { return std::make_unique<MlxCache>(cols); }

std::unique_ptr<Cache> MlxDevice::make_kv_cache(int cols, int heads, Precision own) {
  const Precision kept = kv_cache_.value_or(own);
  if (kept == Precision::f32) return make_cache(cols);
  return std::make_unique<MlxCompactCache>(kept, cols, heads);
}

void MlxDevice::linears(const Tensor& x, std::span<const Product> products) {
  const mx::array rows = value_of(x);
  for (const Product& product : products) finish(mlx_matrix(*product.w).times(rows), product);
}

void MlxDevice::convolve(const Tensor& x, const Taps& taps, const Product& product) {
  const mx::array seen = windows(value_of(x), taps, product.y.rows);
  const MlxMatrix& w = mlx_matrix(*product.w);
  finish(w.times(mx::reshape(seen, {product.y.rows, w.cols})), product);
}

void MlxDevice::choose(const Tensor& x, const Weight& w, const Constant& bias, Banned banned,
                       std::span<Choice> chosen) {
  Device::choose(x, w, bias, banned, chosen);
}

void MlxDevice::feed_forward(const Tensor& x, const Product& up, Activation f,
                             const Product& down) {
  Device::feed_forward(x, up, f, down);
}

void MlxDevice::convolve(const Tensor& x, const InstanceNorm& norm, int padding, const Taps& taps,
                         const Product& product) {
  Device::convolve(x, norm, padding, taps, product);
}

void MlxDevice::convolve(const Tensor& x, const LeakyRelu& before, int padding, const Taps& taps,
                         const Product& product) {
  Device::convolve(x, before, padding, taps, product);
}

void MlxDevice::depthwise(const Tensor& x, const Constant& w, const Taps& taps, const Tensor& y) {
  const mx::array seen = windows(value_of(x), taps, y.rows);
  assign(y, mx::sum(mx::multiply(seen, value_of(w.tensor)), /*axis=*/1));
}

// Row stride * u + p of y takes the rows u + reach - 1 - j of x, with row stride * j + p of w.
void MlxDevice::depthwise_transposed(const Tensor& x, const Constant& w, int stride,
                                     const Tensor& y) {
  const mx::array rows = value_of(x);
  const int reach = (w.tensor.rows + stride - 1) / stride, count = (y.rows + stride - 1) / stride;
  const mx::array taps =
      mx::reshape(mx::pad(value_of(w.tensor), {{0, reach * stride - w.tensor.rows}, {0, 0}}),
                  {reach, 1, stride, x.cols});
  mx::array sum = mx::zeros({count, stride, x.cols});
  for (int j = 0; j < reach; ++j) {
    const int first = reach - 1 - j;
    const mx::array taken =
        mx::expand_dims(mx::slice(rows, {first, 0}, {first + count, x.cols}), /*axis=*/1);
    sum = mx::add(sum,
                  mx::multiply(taken, mx::slice(taps, {j, 0, 0, 0}, {j + 1, 1, stride, x.cols})));
  }
  sum = mx::reshape(sum, {count * stride, x.cols});
  assign(y, mx::slice(sum, {0, 0}, {y.rows, x.cols}));
}

void MlxDevice::embed(const Weight& table, std::span<const int> rows, float scale,
                      const Tensor& y) {
  assign(y, mx::multiply(mlx_matrix(*table).rows_at(indices(rows)), number(scale)));
}

void MlxDevice::gather(const Tensor& x, std::span<const int> rows, const Tensor& y) {
  assign(y, rows_of(x, rows));
}

void MlxDevice::concatenate(std::span<const Tensor> parts, const Tensor& y) {
  std::vector<mx::array> all;
  for (const Tensor& part : parts) all.push_back(value_of(part));
  assign(y, mx::concatenate(all, /*axis=*/1));
}

void MlxDevice::slice(const Tensor& x, int first_col, const Tensor& y) {
  assign(y, mx::slice(value_of(x), {0, first_col}, {x.rows, first_col + y.cols}));
}

void MlxDevice::add_rows(const Tensor& x, const Tensor& table, std::span<const int> rows) {
  assign(x, mx::add(value_of(x), rows_of(table, rows)));
}

void MlxDevice::copy(const Tensor& x, const Tensor& y) { assign(y, value_of(x)); }

void MlxDevice::fill(const Tensor& x, float value) {
  assign(x, mx::broadcast_to(number(value), {x.rows, x.cols}));
}

void MlxDevice::activate(Activation f, const Tensor& x, const Tensor& y) {
  assign(y, activated(f, value_of(x)));
}

void MlxDevice::mix(float a, const Tensor& x, float b, const Tensor& y) {
  assign(x, mx::add(mx::multiply(value_of(x), number(a)), mx::multiply(value_of(y), number(b))));
}

void MlxDevice::leaky_relu(float slope, const Tensor& x, const Tensor& y) {
  const mx::array v = value_of(x);
  assign(y, mx::where(mx::greater(v, number(0)), v, mx::multiply(v, number(slope))));
}

void MlxDevice::snake(const Tensor& x, const Tensor& alpha, const Tensor& y) {
  assign(y, snaked(value_of(x), value_of(alpha)));
}

void MlxDevice::add(const Tensor& x, const Tensor& y) {
  assign(x, mx::add(value_of(x), value_of(y)));
}

void MlxDevice::multiply(const Tensor& x, const Tensor& y) {
  assign(x, mx::multiply(value_of(x), value_of(y)));
}

void MlxDevice::add_scaled(const Tensor& x, const Tensor& scale, const Tensor& y) {
  assign(y, mx::add(value_of(y), mx::multiply(value_of(x), value_of(scale))));
}

void MlxDevice::scale_shift(const Tensor& x, float plus, const Tensor& scale, const Tensor& shift,
                            const Tensor& y) {
  const mx::array factor = mx::add(value_of(scale), number(plus));
  assign(y, mx::add(mx::multiply(value_of(x), factor), value_of(shift)));
}

void MlxDevice::layer_norm(const Tensor& x, const Constant& weight, const Constant& bias,
                           float epsilon, const Tensor& y) {
  const auto row = [](const Constant& c) -> std::optional<mx::array> {
    if (!c.tensor) return std::nullopt;
    return mx::reshape(value_of(c.tensor), {c.tensor.cols});
  };
  assign(y, mx::fast::layer_norm(value_of(x), row(weight), row(bias), epsilon));
}

void MlxDevice::rms_norm(const Tensor& x, const Constant& weight, float epsilon, const Tensor& y) {
  const mx::array scale = mx::reshape(value_of(weight.tensor), {x.cols});
  assign(y, mx::fast::rms_norm(value_of(x), scale, epsilon));
}

void MlxDevice::group_norm(const Tensor& x, int groups, const Constant& weight,
                           const Constant& bias, float epsilon, const Tensor& y) {
  if (x.rows == 0) return;
  const mx::array grouped = mx::reshape(value_of(x), {x.rows, groups, x.cols / groups});
  const mx::array all = mx::reshape(normalized(grouped, {0, 2}, epsilon), {x.rows, x.cols});
  assign(y, mx::add(mx::multiply(all, value_of(weight.tensor)), value_of(bias.tensor)));
}

void MlxDevice::instance_norm(const Tensor& x, const InstanceNorm& norm, const Tensor& y) {
  if (x.rows == 0) return;
  const mx::array factor = mx::add(value_of(norm.scale), number(1));
  const mx::array all = norm.counts
                            ? normalized_by_counts(value_of(x), value_of(norm.counts), norm.epsilon)
                            : normalized(value_of(x), {0}, norm.epsilon);
  mx::array v = mx::add(mx::multiply(all, factor), value_of(norm.shift));
  if (norm.alpha) v = snaked(v, value_of(norm.alpha));
  assign(y, v);
}

void MlxDevice::lstm(std::span<const Recurrence> directions, const Tensor& y) {
  std::vector<mx::array> sides;
  for (const Recurrence& direction : directions) sides.push_back(rows_of_one(direction));
  assign(y, mx::concatenate(sides, /*axis=*/1));
}

}  // namespace sotto::device::mlx
