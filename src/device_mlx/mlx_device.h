// Every operation extends MLX's graph; read() has it computed.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "device/device.h"
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

  void linears(const Tensor& x, std::span<const Product> products) override;
  using Device::convolve;
  void convolve(const Tensor& x, const Taps& taps, const Product& product) override;
  void depthwise(const Tensor& x, const Constant& w, const Taps& taps, const Tensor& y) override;
  void depthwise_transposed(const Tensor& x, const Constant& w, int stride,
                            const Tensor& y) override;

  using Device::embed;
  void embed(const Weight& table, std::span<const int> rows, float scale, const Tensor& y) override;
  using Device::gather;
  void gather(const Tensor& x, std::span<const int> rows, const Tensor& y) override;
  void concatenate(std::span<const Tensor> parts, const Tensor& y) override;
  void slice(const Tensor& x, int first_col, const Tensor& y) override;
  void add_rows(const Tensor& x, const Tensor& table, std::span<const int> rows) override;

  void copy(const Tensor& x, const Tensor& y) override;
  void fill(const Tensor& x, float value) override;
  void activate(Activation f, const Tensor& x, const Tensor& y) override;
  void mix(float a, const Tensor& x, float b, const Tensor& y) override;
  void leaky_relu(float slope, const Tensor& x, const Tensor& y) override;
  void snake(const Tensor& x, const Tensor& alpha, const Tensor& y) override;
  void add(const Tensor& x, const Tensor& y) override;
  void multiply(const Tensor& x, const Tensor& y) override;
  void add_scaled(const Tensor& x, const Tensor& scale, const Tensor& y) override;
  void scale_shift(const Tensor& x, float plus, const Tensor& scale, const Tensor& shift,
                   const Tensor& y) override;

  using Device::layer_norm;
  void layer_norm(const Tensor& x, const Constant& weight, const Constant& bias, float epsilon,
                  const Tensor& y) override;
  void rms_norm(const Tensor& x, const Constant& weight, float epsilon, const Tensor& y) override;
  void group_norm(const Tensor& x, int groups, const Constant& weight, const Constant& bias,
                  float epsilon, const Tensor& y) override;
  void instance_norm(const Tensor& x, const InstanceNorm& norm, const Tensor& y) override;
  void lstm(std::span<const Recurrence> directions, const Tensor& y) override;

  void rotate(const Tensor& x, const Tensor& angles, Pairs pairs) override;
  using Device::attention;
  void attention(const Tensor& q, const Tensor& k, const Tensor& v, std::span<const Seen> seen,
                 int heads, Rows rows, const Tensor& y) override;
  void attention(const Tensor& q, const Tensor& k, const Tensor& v, std::span<const Seen> seen,
                 int heads, const Scoring& scoring, const Tensor& y) override;
  void scores(const Tensor& q, const Tensor& k, int heads, const Tensor& y) override;

  // How many tensors there are, and how many were read.
  Mark mark() override { return {made_.size(), read_.size()}; }
  void release(const Mark& mark) override;

 private:
  // What queries see of so many rows. The layers of a step ask for the same: it goes there once.
  struct Sight {
    std::vector<float> numbers;  // the mask's
    int rows = 0;
    mx::array mask;       // [queries, rows]: 0 for what is seen, else minus infinity
    bool all_see = true;  // whether each query sees anything
  };
  const Sight& sight_of(std::span<const Seen> seen, int rows);

  std::optional<Sight> sight_;
  std::optional<Precision> kv_cache_;
  std::deque<Memory> made_;      // handles point to them
  std::vector<mx::array> read_;  // which the host looks at
};

}  // namespace sotto::device::mlx
