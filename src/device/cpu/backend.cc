#include "device/cpu/backend.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/thread_pool.h"
#include "device/cpu/kernels.h"
#include "device/cpu/workers.h"
#include "device/int8_panels.h"
#include "device/panels.h"

namespace sotto::device::cpu {
namespace {

// How a weight wants its activations.
struct InputForm {
  int group = 0;  // that share a scale; 0: they stay floats
  Order order = Order::natural;

  bool operator==(const InputForm&) const = default;
};

InputForm input_form(const Weight& w) {
  if (const auto* affine = std::get_if<quant::AffineView>(&w)) {
    return {affine->group, order_for(affine->bits)};
  }
  if (const auto* sym8 = std::get_if<quant::Sym8View>(&w)) return {sym8->cols, Order::natural};
  if (const auto* columns = std::get_if<quant::Sym8Columns>(&w)) {
    return {columns->cols, Order::natural};
  }
  return {};
}

Windows windows_of(const Tensor& x) {
  return {x.data, x.rows, x.cols, static_cast<size_t>(x.cols)};
}

template <class Matrix>
size_t start_of_row(const Matrix& m, int row) {
  return static_cast<size_t>(row) * static_cast<size_t>(m.cols);
}

void copy_row(const F32Matrix& m, int row, std::span<float> out) {
  std::copy_n(m.data + start_of_row(m, row), m.cols, out.data());
}
void copy_row(const F16Matrix& m, int row, std::span<float> out) {
  std::transform(m.data + start_of_row(m, row), m.data + start_of_row(m, row + 1), out.data(),
                 quant::from_f16);
}
void copy_row(const Bf16Matrix& m, int row, std::span<float> out) {
  std::transform(m.data + start_of_row(m, row), m.data + start_of_row(m, row + 1), out.data(),
                 quant::from_bf16);
}
void copy_row(const quant::AffineView& m, int row, std::span<float> out) {
  quant::dequantize_row(m, row, out);
}
void copy_row(const quant::Sym8View& m, int row, std::span<float> out) {
  const int8_t* q = m.q + start_of_row(m, row);
  for (size_t c = 0; c < out.size(); ++c) out[c] = m.scales[row] * static_cast<float>(q[c]);
}
void copy_row(const quant::Sym8Columns& m, int row, std::span<float> out) {
  for (int c = 0; c < m.cols; ++c) {
    const int8_t q = m.q[static_cast<size_t>(c) * static_cast<size_t>(m.rows) + size_t(row)];
    out[static_cast<size_t>(c)] = m.scales[row] * static_cast<float>(q);
  }
}

// Those in which some row has a number. Rows have zeros behind their end.
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

class CpuDevice final : public Device {
 public:
  CpuDevice(const Kernels& kernels, std::shared_ptr<Workers> workers)
      : kernels_(kernels), workers_(std::move(workers)) {}

  void linears(const Tensor& x, std::span<const Product> products) override {
    for (; products.size() > kMostProducts; products = products.subspan(kMostProducts)) {
      multiply(x, products.first(kMostProducts));
    }
    multiply(x, products);
  }

  void convolve(const Windows& x, const Product& product) override;

  Tensor embed(const Weight& table, std::span<const int> rows, float scale) override {
    const Tensor out = make(static_cast<int>(rows.size()), cols_of(table));
    for (size_t i = 0; i < rows.size(); ++i) {
      std::visit([&](const auto& m) { copy_row(m, rows[i], out.row(static_cast<int>(i))); }, table);
    }
    for (float& v : out.all()) v *= scale;
    return out;
  }

  void add_rows(const Tensor& x, const Tensor& table, std::span<const int> rows) override {
    for (int i = 0; i < x.rows; ++i) {
      const float* from = table.row(rows[static_cast<size_t>(i)]).data();
      float* to = x.row(i).data();
      for (int c = 0; c < x.cols; ++c) to[c] += from[c];
    }
  }

  void add(const Tensor& x, const Tensor& y) override {
    for (size_t i = 0; i < x.size(); ++i) x.data[i] += y.data[i];
  }

  void relu(const Tensor& x) override {
    for (float& v : x.all()) v = v > 0 ? v : 0;
  }

  void silu(const Tensor& x) override {
    for (float& v : x.all()) v = v / (1 + std::exp(-v));
  }

  void gelu(const Tensor& x) override {
    constexpr float kRootOfHalf = 0.70710678118654752f;
    for (float& v : x.all()) v = 0.5f * v * (1 + std::erf(v * kRootOfHalf));
  }

  using Device::layer_norm;
  void layer_norm(const Tensor& x, const float* weight, const float* bias, float epsilon,
                  const Tensor& y) override {
    for (int i = 0; i < x.rows; ++i) {
      kernels_.layer_norm(x.row(i).data(), weight, bias, epsilon, x.cols, y.row(i).data());
    }
  }

  Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, std::span<const Seen> seen,
                   int heads) override;
  Tensor block_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                         std::span<const Seen> seen, int heads) override;

  Columns columns() const override { return columns_; }

 private:
  static constexpr size_t kMostProducts = 8;  // at once

  // A product and x as its kernel reads it: `xq` or `levels` where the weights are integers.
  struct Task {
    const Product* product;
    QuantizedRows xq;
    LevelRows levels;
  };

  void multiply(const Tensor& x, std::span<const Product> products);
  QuantizedRows quantized(const Tensor& x, InputForm form);
  LevelRows in_levels(const Windows& x, const quant::Levels& levels);

  void compute(const Tensor& x, const Task&, const F32Matrix& w, const Output& y, int begin,
               int end) {
    kernels_.matmul_f32(x, w, y, begin, end);
  }
  void compute(const Tensor& x, const Task&, const F16Matrix& w, const Output& y, int begin,
               int end) {
    kernels_.matmul_f16(x, w, y, begin, end);
  }
  void compute(const Tensor& x, const Task&, const Bf16Matrix& w, const Output& y, int begin,
               int end) {
    kernels_.matmul_bf16(x, w, y, begin, end);
  }
  void compute(const Tensor&, const Task& task, const quant::AffineView& w, const Output& y,
               int begin, int end) {
    const MatmulAffine fn = w.bits == 8   ? kernels_.matmul_q8
                            : w.bits == 6 ? kernels_.matmul_q6
                                          : kernels_.matmul_q4;
    fn(task.xq, w, y, begin, end);
  }
  void compute(const Tensor&, const Task& task, const quant::Sym8View& w, const Output& y,
               int begin, int end) {
    kernels_.matmul_int8(task.xq, w, y, begin, end);
  }
  void compute(const Tensor&, const Task& task, const quant::Sym8Columns& w, const Output& y,
               int begin, int end) {
    kernels_.matmul_int8_columns(task.xq, w, y, begin, end);
  }
  void compute(const Tensor& x, const Task&, const PanelMatrix& w, const Output& y, int begin,
               int end) {
    kernels_.matmul_panels(windows_of(x), w, y, begin, end);
  }
  void compute(const Tensor&, const Task& task, const Int8PanelMatrix& w, const Output& y,
               int begin, int end) {
    kernels_.matmul_int8_panels(task.levels, w, y, begin, end);
  }

  Kernels kernels_;
  std::shared_ptr<Workers> workers_;
  Columns columns_;
};

QuantizedRows CpuDevice::quantized(const Tensor& x, InputForm form) {
  QuantizedRows xq{.rows = x.rows, .cols = x.cols, .group = form.group, .order = form.order};
  xq.q = reinterpret_cast<int8_t*>(make(x.rows, xq.stride() / 4).data);
  xq.scale = make(x.rows, xq.group_stride()).data;
  xq.sum = make(x.rows, xq.group_stride()).data;
  xq.sum128 = reinterpret_cast<int32_t*>(make(x.rows, xq.group_stride()).data);
  kernels_.quantize_rows(x, xq);
  return xq;
}

// Each number once, in however many windows it is.
LevelRows CpuDevice::in_levels(const Windows& x, const quant::Levels& levels) {
  if (x.rows == 0) return {};
  const size_t size = static_cast<size_t>(x.rows - 1) * x.step + static_cast<size_t>(x.cols);
  const auto room = [&] {
    const size_t floats = (size + LevelRows::kSlack) / sizeof(float) + 1;
    return reinterpret_cast<uint8_t*>(make(1, static_cast<int>(floats)).data);
  };
  uint8_t* low = room();
  uint8_t* high = levels.most > quant::Levels::kBytes ? room() : nullptr;
  kernels_.to_levels({x.data, size}, levels, low, high);
  return {low, high, x.rows, x.step};
}

void CpuDevice::multiply(const Tensor& x, std::span<const Product> products) {
  const Arena::Scope scope(arena());
  Task tasks[kMostProducts];
  int rows = 0;
  int64_t bytes = 0;
  for (size_t t = 0; t < products.size(); ++t) {
    tasks[t] = {&products[t], {}, {}};
    const InputForm form = input_form(*products[t].w);
    const auto* same = std::find_if(tasks, tasks + t, [&](const Task& other) {
      return InputForm{other.xq.group, other.xq.order} == form;
    });
    if (form.group != 0) tasks[t].xq = same != tasks + t ? same->xq : quantized(x, form);
    if (const auto* panels = std::get_if<Int8PanelMatrix>(products[t].w)) {
      tasks[t].levels = in_levels(windows_of(x), panels->levels);
    }
    if (std::holds_alternative<quant::Sym8Columns>(*products[t].w)) {
      columns_.all += x.cols;
      columns_.read += columns_not_zero(tasks[t].xq);
    }
    rows += rows_of(*products[t].w);
    bytes += static_cast<int64_t>(bytes_of(*products[t].w)) * std::max(1, x.rows / 2);
  }
  workers_->split(rows, bytes, [&](int, int begin, int end) {
    for (size_t t = 0; t < products.size(); ++t) {
      const Product& p = *tasks[t].product;
      const int count = rows_of(*p.w);
      const int first = std::max(begin, 0), last = std::min(end, count);
      const auto work = [&](const auto& w) {
        compute(x, tasks[t], w, {p.y, p.bias, p.epilogue}, first, last);
      };
      if (first < last) std::visit(work, *p.w);
      begin -= count;
      end -= count;
    }
  });
}

// Other weights than panels want their rows one after the other.
void CpuDevice::convolve(const Windows& x, const Product& product) {
  const int64_t bytes = static_cast<int64_t>(bytes_of(*product.w)) * std::max(1, x.rows / 2);
  const Output y{product.y, product.bias, product.epilogue};
  if (const auto* panels = std::get_if<PanelMatrix>(product.w)) {
    return workers_->split(panels->rows, bytes, [&](int, int begin, int end) {
      kernels_.matmul_panels(x, *panels, y, begin, end);
    });
  }
  if (const auto* panels = std::get_if<Int8PanelMatrix>(product.w)) {
    const Arena::Scope scope(arena());
    const LevelRows levels = in_levels(x, panels->levels);
    return workers_->split(panels->rows, bytes, [&](int, int begin, int end) {
      kernels_.matmul_int8_panels(levels, *panels, y, begin, end);
    });
  }
  constexpr int kUnrolled = 1 << 16;  // floats, 256 KiB: they stay in the second cache until read
  const int most = std::max(4, kUnrolled / x.cols);
  const Arena::Scope scope(arena());
  const Tensor block = make(std::min(most, x.rows), x.cols);
  for (int done = 0; done < x.rows; done += most) {
    const int count = std::min(most, x.rows - done);
    for (int r = 0; r < count; ++r) std::copy_n(x.row(done + r), x.cols, block.row(r).data());
    Product part = product;
    part.y = {product.y.row(done).data(), count, product.y.cols};
    multiply({block.data, count, x.cols}, {&part, 1});
  }
}

Tensor CpuDevice::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                            std::span<const Seen> seen, int heads) {
  const Tensor out = make(q.rows, q.cols);
  const Arena::Scope scope(arena());
  const int size = q.cols / heads;
  const int sharing = q.cols / k.cols;  // heads with the same keys and values
  int longest = 0;
  int64_t rows = 0;
  for (const Seen& s : seen) {
    longest = std::max(longest, s.count);
    rows += s.count;
  }
  const Tensor scores = make(workers_->threads(), longest);
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
  return out;
}

Tensor CpuDevice::block_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                  std::span<const Seen> seen, int heads) {
  const Tensor out = make(q.rows, q.cols);
  const Arena::Scope scope(arena());
  const int size = q.cols / heads;
  const int sharing = q.cols / k.cols;
  int first = k.rows, end = 0;
  for (const Seen& s : seen) {
    first = std::min(first, s.first);
    end = std::max(end, s.first + s.count);
  }
  const int count = std::max(0, end - first);
  const Tensor scratch = make(workers_->threads(), attention_block_scratch(q.rows, count, size));
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
  return out;
}

class CpuBackend final : public Backend {
 public:
  CpuBackend(Isa isa, int threads)
      : isa_(isa), kernels_(choose_kernels(isa)), workers_(std::make_shared<Workers>(threads)) {}

  std::unique_ptr<Device> open() const override {
    return std::make_unique<CpuDevice>(kernels_, workers_);
  }

  BackendReport report() const override {
    return {
        .name = "cpu",
        .features = cpu_features(),
        .chosen = std::string(name_of(isa_)),
        .threads = workers_->threads(),
        .kernels = report_kernels(isa_),
    };
  }

 private:
  Isa isa_;
  Kernels kernels_;
  std::shared_ptr<Workers> workers_;
};

}  // namespace

Result<std::shared_ptr<const Backend>> open_backend(int threads, std::string_view isa) {
  const Result<Isa> chosen = choose_isa(isa);
  if (!chosen) return chosen.error();
  if (threads <= 0) threads = default_threads();
  return std::shared_ptr<const Backend>(std::make_shared<CpuBackend>(*chosen, threads));
}

}  // namespace sotto::device::cpu
