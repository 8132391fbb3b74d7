#include "device_mlx/mlx_backend.h"

#include <string>
#include <variant>

#include "device_mlx/mlx_device.h"
#include "device_mlx/mlx_matrix.h"

namespace sotto::device::mlx {
namespace {

class MlxBackend final : public Backend, public std::enable_shared_from_this<MlxBackend> {
 public:
  explicit MlxBackend(std::optional<Precision> kv_cache = {}) : kv_cache_(kv_cache) {}

  std::unique_ptr<Device> open() const override { return std::make_unique<MlxDevice>(kv_cache_); }
  std::shared_ptr<const Backend> with_at_most(int) const override { return shared_from_this(); }
  std::shared_ptr<const Backend> with_kv_cache(Precision precision) const override {
    return std::make_shared<MlxBackend>(precision);
  }

  using Backend::prepare;
  Weight prepare(const quant::StoredMatrix& matrix, std::shared_ptr<const void>,
                 const Use&) const override {
    return prepared(matrix);
  }
  Constant prepare(std::span<const float> numbers, int rows) const override {
    const int cols = rows > 0 ? static_cast<int>(numbers.size()) / rows : 0;
    auto memory = std::make_shared<Memory>(
        Memory{numbers.size(), mx::array(numbers.data(), {rows, cols}, mx::float32)});
    return {{memory.get(), 0, rows, cols}, memory};
  }

  Weight select(const Weight& w, std::span<const int> rows) const override {
    return std::make_shared<MlxMatrix>(static_cast<int>(rows.size()), w->cols, w->scheme,
                                       mlx_matrix(*w).selected(indices(rows)));
  }
  std::vector<float> floats_of(const Weight& w) const override {
    enter();
    mx::array all = mx::contiguous(mlx_matrix(*w).rows_at(mx::arange(w->rows)));
    evaluate({all});
    const auto* numbers = all.data<float>();
    return {numbers, numbers + all.size()};
  }

  // The name of the GPU, or of the processor where MLX has none.
  BackendReport report() const override {
    const mx::Device& device = mx::default_device();
    std::string name = device == mx::Device::gpu ? "gpu" : "processor";
    const auto& known = mx::device_info(device);
    if (const auto found = known.find("device_name"); found != known.end())
      if (const auto* text = std::get_if<std::string>(&found->second)) name += " " + *text;
    return {.name = "mlx",
            .features = name,
            .chosen = std::string(mx::version()) + ", " + name,
            .threads = 1,
            .kv_cache = kv_cache_,
            .kernels = {}};
  }
  BackendUse use() const override {
    return {.computing_ms = traffic().computing_ms,
            .memory_mb = 1e-6 * static_cast<double>(mx::get_active_memory()),
            .peak_memory_mb = 1e-6 * static_cast<double>(mx::get_peak_memory())};
  }

 private:
  std::optional<Precision> kv_cache_;
};

}  // namespace

std::shared_ptr<const Backend> open_backend() { return std::make_shared<MlxBackend>(); }

}  // namespace sotto::device::mlx
