// Every operation extends MLX's graph; read() has it computed.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "device/device.h"
#include "device/operations.h"
#include "device_mlx/mlx_memory.h"

namespace sotto::device::mlx {

class MlxDevice final : public Device {
 public:
  explicit MlxDevice(std::optional<Precision> kv_cache = {}) : kv_cache_(kv_cache) {}

  Tensor make(int rows, int cols) override;
  using Device::upload;
  void upload(std::span<const float> x, const Tensor& y) override;
  std::span<const float> read(const Tensor& x) override;
  std::unique_ptr<Cache> make_cache(int cols) override;
  std::unique_ptr<Cache> make_kv_cache(int cols, int heads, Precision own) override;
  void take_threads_of(const Backend&) override {}  // MLX has its own

  using Device::attention;
  using Device::embed;
  using Device::gather;
  using Device::layer_norm;
  SOTTO_OPERATIONS(SOTTO_OVERRIDE)

  // Counts tensors, and those that were read.
  Mark mark() override { return {made_.size(), read_.size()}; }
  void release(const Mark& mark) override;

 private:
  // A mask of what queries see of so many rows. The layers of a step ask for the same: it goes
  // there once.
  struct Sight {
    std::vector<float> numbers;  // the mask's
    int rows = 0;
    mx::array mask;       // [queries, rows]: 0 for what is seen, else minus infinity
    bool all_see = true;  // whether each query sees anything
  };
  const Sight& sight_of(std::span<const VisibleKeys> seen, int rows);

  std::optional<Sight> sight_;
  std::optional<Precision> kv_cache_;
  std::deque<Memory> made_;      // handles point to them
  std::vector<mx::array> read_;  // which the host looks at
};

}  // namespace sotto::device::mlx
