// Products with weights: rows of x, and windows of it.
#include <algorithm>

#include "device_cpu/cpu_device.h"

namespace sotto::device::cpu {
namespace {

// The form of activations that a weight's kernels take.
struct InputForm {
  int group = 0;  // that share a scale; 0: they stay floats
  Order order = Order::natural;
  bool as_levels = false;  // 128 more
  float factor = 0;        // the same for all; 0: each has its own

  bool operator==(const InputForm&) const = default;
};

InputForm input_form(const CpuMatrix& matrix) {
  const Form& w = matrix.form;
  if (const auto* affine = std::get_if<quant::AffineView>(&w)) {
    return {affine->group, order_for(affine->bits)};
  }
  if (const auto* panels = std::get_if<AffinePanelMatrix>(&w)) {
    return {panels->group, Order::natural};
  }
  if (const auto* sym8 = std::get_if<quant::Sym8View>(&w)) {
    return {sym8->cols, Order::natural, false, matrix.factor};
  }
  if (const auto* columns = std::get_if<quant::Sym8Columns>(&w)) {
    return {columns->cols, Order::natural};
  }
  if (std::holds_alternative<BoundedPanelMatrix>(w))
    return {matrix.cols, Order::natural, true, matrix.factor};
  if (int8_panels(matrix, ActivationQuant::dynamic_per_token) != nullptr)
    return {matrix.cols, Order::natural, true};
  return {};
}

Windows windows_of(const Activations& x) {
  return {x.data, x.rows, x.cols, static_cast<size_t>(x.cols)};
}

// Counts columns in which some row is not zero. Rows have zeros behind their end.
int columns_not_zero(const QuantizedRows& x) {
  constexpr int kBlock = 64;
  int count = 0;
  for (int c = 0; c < x.stride(); c += kBlock) {
    uint8_t any[kBlock] = {};
    for (int i = 0; i < x.rows; ++i) {
      const int8_t* q = x.from(i, 1).q + c;
      for (int j = 0; j < kBlock; ++j) any[j] |= static_cast<uint8_t>(q[j]);
    }
    for (const uint8_t bits : any) count += bits != 0 ? 1 : 0;
  }
  return count;
}

// One kernel call.
struct Compute {
  const Kernels& kernels;
  const Activations& x;
  const QuantizedRows& xq;
  const LevelRows& levels;
  const Output& y;
  int begin, end;

  void operator()(const quant::F32Matrix& w) const { kernels.matmul_f32(x, w, y, begin, end); }
  void operator()(const quant::F16Matrix& w) const { kernels.matmul_f16(x, w, y, begin, end); }
  void operator()(const quant::Bf16Matrix& w) const { kernels.matmul_bf16(x, w, y, begin, end); }
  void operator()(const quant::AffineView& w) const {
    const MatmulAffine fn = w.bits == 8   ? kernels.matmul_q8
                            : w.bits == 6 ? kernels.matmul_q6
                                          : kernels.matmul_q4;
    fn(xq, w, y, begin, end);
  }
  void operator()(const AffinePanelMatrix& w) const {
    kernels.matmul_affine_panels(xq, w, y, begin, end);
  }
  void operator()(const quant::Sym8View& w) const { kernels.matmul_int8(xq, w, y, begin, end); }
  void operator()(const quant::Sym8Columns& w) const {
    kernels.matmul_int8_columns(xq, w, y, begin, end);
  }
  void operator()(const BoundedPanelMatrix& w) const {
    kernels.matmul_bounded(levels, w, y, begin, end);
  }
  void operator()(const PanelMatrix& w) const {
    kernels.matmul_panels(windows_of(x), w, y, begin, end);
  }
  void operator()(const Int8PanelMatrix& w) const {
    kernels.matmul_int8_panels(levels, w, y, begin, end);
  }
};

}  // namespace

void CpuDevice::compute(const Activations& x, const Task& task, int begin, int end) const {
  std::visit(Compute{kernels_, x, task.xq, task.levels, task.y, begin, end},
             form_of(*task.product->w));
}

QuantizedRows CpuDevice::room_for(int rows, int cols, int group, Order order) {
  QuantizedRows xq{.rows = rows, .cols = cols, .group = group, .order = order};
  xq.q = reinterpret_cast<int8_t*>(arena_.make(rows, xq.stride() / 4).data);
  xq.scale = arena_.make(rows, xq.group_stride()).data;
  xq.sum = arena_.make(rows, xq.group_stride()).data;
  xq.sum128 = reinterpret_cast<int32_t*>(arena_.make(rows, xq.group_stride()).data);
  return xq;
}

QuantizedRows CpuDevice::quantized(const Activations& x, int group, Order order, bool as_levels,
                                   float factor) {
  QuantizedRows xq = room_for(x.rows, x.cols, group, order);
  xq.factor = factor;
  const auto bytes = static_cast<int64_t>(x.size() * sizeof(float));
  workers_->parallel_for(x.rows, bytes, [&](int, int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const QuantizedRows row = xq.from(i, 1);
      kernels_.quantize_rows({x.row(i).data(), 1, x.cols}, row);
      if (as_levels) add_128(row);
    }
  });
  return xq;
}

void CpuDevice::multiply_at_once(const Activations& x, std::span<const Product> products) {
  const Frame frame(*this);
  Task tasks[kMostProducts];
  InputForm forms[kMostProducts];
  int rows = 0;
  int64_t bytes = 0;
  for (size_t t = 0; t < products.size(); ++t) {
    tasks[t] = {&products[t], output_of(products[t]), {}, {}};
    forms[t] = input_form(cpu_matrix(*products[t].w));
    const auto same = static_cast<size_t>(std::find(forms, forms + t, forms[t]) - forms);
    if (same < t) {
      tasks[t].xq = tasks[same].xq;
      tasks[t].levels = tasks[same].levels;
    } else if (forms[t].group != 0) {
      tasks[t].xq =
          quantized(x, forms[t].group, forms[t].order, forms[t].as_levels, forms[t].factor);
      if (forms[t].as_levels) tasks[t].levels = level_rows(tasks[t].xq);
    }
    if (products[t].w->skips_zeros) {
      columns_.all += x.cols;
      columns_.read += columns_not_zero(tasks[t].xq);
    }
    rows += products[t].w->rows;
    bytes += bytes_of(*products[t].w, x.rows);
  }
  workers_->parallel_for(rows, bytes, [&](int, int begin, int end) {
    for (size_t t = 0; t < products.size(); ++t) {
      const int count = products[t].w->rows;
      const int first = std::max(begin, 0), last = std::min(end, count);
      if (first < last) compute(x, tasks[t], first, last);
      begin -= count;
      end -= count;
    }
  });
}

void CpuDevice::linears(const Tensor& x, std::span<const Product> products) {
  if (multiplies_rows(floats(x), products, workers_->threads()))
    return multiply_rows(floats(x), {}, products);
  for (; products.size() > kMostProducts; products = products.subspan(kMostProducts)) {
    linears(x, products.first(kMostProducts));
  }
  const auto in_levels = [](const Product& p) {
    return int8_panels(*p.w, ActivationQuant::dynamic_per_tensor) != nullptr ||
           int8_panels(*p.w, ActivationQuant::known) != nullptr;
  };
  if (std::ranges::none_of(products, in_levels)) return multiply_at_once(floats(x), products);
  for (const Product& each : products) {
    if (in_levels(each)) {
      convolve(x, {}, each);
    } else {
      multiply_at_once(floats(x), {&each, 1});
    }
  }
}

// Windows whose rows are not beside each other, and those that other weights than panels multiply,
// are copied together (im2col), so many numbers at once: 256 KiB stay in the second cache until the
// product has read them.
void CpuDevice::convolve(const Tensor& x, const Taps& taps, const Product& product) {
  const Activations in = floats(x);
  if (taps.stride == 1 || taps.dilation == 1) {
    if (const auto* w = int8_panels(*product.w, ActivationQuant::dynamic_per_tensor))
      return convolve_rounded(in, taps, product, *w);
    if (const auto* w = int8_panels(*product.w, ActivationQuant::known)) {
      if (product.y.rows > 0) multiply_rounded(in, taps, product, *w);
      return;
    }
  }
  if (int8_panels(*product.w, ActivationQuant::dynamic_per_token) != nullptr) {
    if (product.y.rows == 0) return;
    return multiply_rows(in, taps, {&product, 1});
  }
  const int rows = product.y.rows, cols = taps.kernel * x.cols;
  if (const auto* panels = std::get_if<PanelMatrix>(&form_of(*product.w))) {
    if (pays_in_tiles(taps, product)) return convolve_in_tiles(x, taps, product, *panels);
    if (taps.dilation == 1) {
      const Windows windows{in.data, rows, cols, size_t(taps.stride) * size_t(x.cols)};
      const Output y = output_of(product);
      return workers_->parallel_for(panels->rows, bytes_of(*product.w, rows),
                                    [&](int, int begin, int end) {
                                      kernels_.matmul_panels(windows, *panels, y, begin, end);
                                    });
    }
  }
  constexpr int kIm2col = 1 << 16;
  const int most = std::max(4, kIm2col / cols);
  const Frame frame(*this);
  const Activations block = arena_.make(std::min(most, rows), cols);
  for (int done = 0; done < rows; done += most) {
    const int count = std::min(most, rows - done);
    for (int r = 0; r < count; ++r) {
      float* to = block.row(r).data();
      for (int k = 0; k < taps.kernel; ++k, to += x.cols) {
        std::ranges::copy(in.row((done + r) * taps.stride + k * taps.dilation), to);
      }
    }
    Product part = product;
    part.y = product.y.part(done, count);
    linears(tensor_of({block.data, count, cols}), {&part, 1});
  }
}

void CpuDevice::convolve(const Tensor& x, const InstanceNorm& norm, int padding, const Taps& taps,
                         const Product& product) {
  if (const auto* rounding = int8_panels(*product.w, ActivationQuant::dynamic_per_tensor);
      rounding != nullptr && taps.stride == 1) {
    return convolve_rounded(floats(x), norm, padding, taps, product, *rounding);
  }
  if (const auto* panels = std::get_if<PanelMatrix>(&form_of(*product.w));
      panels != nullptr && x.rows > 0 && pays_in_tiles(taps, product)) {
    return convolve_in_tiles(x, norm, padding, taps, product, *panels);
  }
  Device::convolve(x, norm, padding, taps, product);
}

void CpuDevice::convolve(const Tensor& x, const LeakyRelu& before, int padding, const Taps& taps,
                         const Product& product) {
  const auto* rounding = int8_panels(*product.w, ActivationQuant::dynamic_per_tensor);
  if (rounding == nullptr || taps.stride != 1)
    return Device::convolve(x, before, padding, taps, product);
  convolve_rounded(floats(x), before, padding, taps, product, *rounding);
}

}  // namespace sotto::device::cpu
