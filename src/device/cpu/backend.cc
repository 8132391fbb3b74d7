#include "device/cpu/backend.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/thread_pool.h"
#include "device/cpu/kernels.h"
#include "device/cpu/workers.h"

namespace sotto::device::cpu {
namespace {

class CpuDevice final : public Device {
 public:
  CpuDevice(const Kernels& kernels, std::shared_ptr<Workers> workers)
      : kernels_(kernels), workers_(std::move(workers)) {}

  using Device::linear;
  void linear(const Tensor& x, const Weight& w, const float* bias, const Tensor& y) override {
    std::visit([&](const auto& matrix) { multiply(x, matrix, bias, y); }, w);
  }

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

  Tensor layer_norm(const Tensor& x, const float* weight, const float* bias,
                    float epsilon) override {
    const Tensor y = make(x.rows, x.cols);
    for (int i = 0; i < x.rows; ++i) {
      kernels_.layer_norm(x.row(i).data(), weight, bias, epsilon, x.cols, y.row(i).data());
    }
    return y;
  }

  Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, std::span<const Seen> seen,
                   int heads) override;

 private:
  void multiply(const Tensor& x, const F32Matrix& w, const float* bias, const Tensor& y) {
    const int64_t bytes = int64_t{w.rows} * w.cols * 4 * std::max(1, x.rows / 4);
    workers_->split(w.rows, bytes, [&](int, int begin, int end) {
      kernels_.matmul_f32(x, w, bias, y, begin, end);
    });
  }

  void multiply(const Tensor& x, const quant::AffineView& w, const float* bias, const Tensor& y) {
    const Arena::Scope scope(arena());
    const int groups = w.groups_per_row();
    const QuantizedRows xq{
        .q = reinterpret_cast<int8_t*>(make(x.rows, (x.cols + 3) / 4).data),
        .scale = make(x.rows, groups).data,
        .sum = make(x.rows, groups).data,
        .rows = x.rows,
        .cols = x.cols,
        .group = w.group,
    };
    kernels_.quantize_rows(x, xq);
    const int64_t bytes = int64_t{w.rows} * w.cols * std::max(1, x.rows / 2);
    workers_->split(w.rows, bytes, [&](int, int begin, int end) {
      kernels_.matmul_q8(xq, w, bias, y, begin, end);
    });
  }

  static void copy_row(const F32Matrix& m, int row, std::span<float> out) {
    std::copy_n(m.data + static_cast<size_t>(row) * static_cast<size_t>(m.cols), m.cols,
                out.data());
  }

  static void copy_row(const quant::AffineView& m, int row, std::span<float> out) {
    const size_t at = static_cast<size_t>(row) * static_cast<size_t>(m.cols);
    const auto* q = reinterpret_cast<const uint8_t*>(m.packed) + at;
    const float* s = m.scales + static_cast<size_t>(row) * static_cast<size_t>(m.groups_per_row());
    const float* b = m.biases + static_cast<size_t>(row) * static_cast<size_t>(m.groups_per_row());
    for (int c = 0; c < m.cols; ++c) {
      const int g = c / m.group;
      out[static_cast<size_t>(c)] = s[g] * static_cast<float>(q[c]) + b[g];
    }
  }

  Kernels kernels_;
  std::shared_ptr<Workers> workers_;
};

Tensor CpuDevice::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                            std::span<const Seen> seen, int heads) {
  const Tensor out = make(q.rows, q.cols);
  const Arena::Scope scope(arena());
  const int size = q.cols / heads;
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
      kernels_.attention({
          .q = q.row(i).data() + column,
          .k = k.data + column,
          .v = v.data + column,
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
