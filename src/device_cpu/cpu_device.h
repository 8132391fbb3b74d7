// The operations on the processor: each is computed when it is called.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "device/device.h"
#include "device/operations.h"
#include "device_cpu/arena.h"
#include "device_cpu/head_rows.h"
#include "device_cpu/kernels.h"
#include "device_cpu/prepared.h"
#include "device_cpu/workers.h"

namespace sotto::device::cpu {

class CpuDevice final : public Device {
 public:
  CpuDevice(const Kernels& kernels, std::shared_ptr<Workers> workers,
            std::optional<Precision> kv_cache)
      : kernels_(kernels), workers_(std::move(workers)), kv_cache_(kv_cache) {}

  using Device::embed;
  using Device::gather;
  using Device::layer_norm;
  using Device::upload;

  Tensor make(int rows, int cols) override { return tensor_of(arena_.make(rows, cols)); }
  void upload(std::span<const float> x, const Tensor& y) override;
  std::span<const float> read(const Tensor& x) override { return floats(x).all(); }
  std::unique_ptr<Cache> make_cache(int cols) override;
  std::unique_ptr<Cache> make_kv_cache(int cols, int heads, Precision own) override;
  void take_threads_of(const Backend& other) override;
  int threads() const override { return workers_->threads(); }
  void share(int count, int64_t bytes, const HostWork& work) override {
    workers_->parallel_tasks(count, bytes, work);
  }

  SOTTO_OPERATIONS(SOTTO_OVERRIDE)

  Columns columns() const override { return columns_; }
  Mark mark() override { return {.used = arena_.mark()}; }
  void release(const Mark& mark) override { arena_.release(mark.used); }

 private:
  class TiledConvolution;
  class Choosing;
  struct Blocks;
  struct Channels;
  struct LevelSequences;

  static constexpr size_t kMostProducts = 8;  // at once

  static Output output_of(const Product& p) {
    return {floats(p.y), floats(p.bias).data, p.epilogue};
  }

  // The bytes that a product reads, for Workers::parallel_for.
  static int64_t bytes_of(const PreparedMatrix& w, int rows) {
    return static_cast<int64_t>(w.bytes) * std::max(1, rows / 2);
  }

  // A product and x as its kernel reads it: `xq` or `levels` where the weights are integers.
  struct Task {
    const Product* product;
    Output y;
    QuantizedRows xq;
    LevelRows levels;
  };

  void multiply_at_once(const Activations& x, std::span<const Product> products);
  static bool pays_in_tiles(const Taps& taps, const Product& product);
  void convolve_in_tiles(const Tensor& x, const Taps& taps, const Product& product,
                         const PanelMatrix& w);
  void convolve_in_tiles(const Tensor& x, const InstanceNorm& norm, int padding, const Taps& taps,
                         const Product& product, const PanelMatrix& w);
  struct Range {
    float low = 0, high = 0;
  };
  Range range_of(const Activations& x);
  Int8PanelMatrix with_levels(const Int8PanelMatrix& w, const Range& range);
  void convolve_rounded(const Activations& x, const Taps& taps, const Product& product,
                        const Int8PanelMatrix& w);
  void convolve_rounded(const Activations& x, const InstanceNorm& norm, int padding,
                        const Taps& taps, const Product& product, const Int8PanelMatrix& w);
  void convolve_rounded(const Activations& x, const LeakyRelu& before, int padding,
                        const Taps& taps, const Product& product, const Int8PanelMatrix& w);
  // put(row, to) writes row `row` of x, without padding, to `to`, before it is rounded.
  template <class Put>
  void multiply_padded(const Activations& x, int padding, const Taps& taps, const Product& product,
                       const Int8PanelMatrix& w, const Put& put);
  static bool multiplies_rows(const Activations& x, std::span<const Product> products, int threads);
  struct RowBlocks;
  struct ScaledRows;
  void multiply_block(const LevelRows& x, const Product& product, const Activations& y) const;
  void multiply_rows(const Activations& x, const Taps& taps, std::span<const Product> products);
  void multiply_rounded(const Activations& x, const Taps& taps, const Product& product,
                        const Int8PanelMatrix& w);
  struct Levels {
    uint8_t* low;
    uint8_t* high;  // null where a level is a byte

    Levels from(size_t i) const { return {low + i, high != nullptr ? high + i : nullptr}; }
  };
  // put(worker, row, rows, to) puts the Levels of `rows` rows of x from `row` on beside each other.
  template <class Put>
  void multiply_levels(int cols, const Taps& taps, const Product& product, const Int8PanelMatrix& w,
                       const Put& put);
  void multiply_sequences(const LevelSequences& x, int stride, const Product& product,
                          const Int8PanelMatrix& w, int first, int count) const;
  void compute(const Activations& x, const Task& task, int begin, int end) const;
  QuantizedRows room_for(int rows, int cols, int group, Order order);
  QuantizedRows quantized(const Activations& x, int group, Order order, bool as_levels,
                          float factor);
  // 1 / each number; of none: none.
  Activations inverse(const Activations& x);
  // Calls work(row) for all rows of x; `cost`: time per element relative to an addition.
  template <class Work>
  void by_rows(const Tensor& x, int64_t cost, const Work& work) {
    const auto bytes = static_cast<int64_t>(x.size() * 2 * sizeof(float));
    workers_->parallel_for(x.rows, bytes * cost, [&](int, int begin, int end) {
      for (int r = begin; r < end; ++r) work(r);
    });
  }
  Blocks blocks_of(const Activations& x, bool ranges = false, const Activations& counts = {});
  Channels channels_of(const Blocks& blocks, const InstanceNorm& norm);
  void multiply_head(const Activations& q, const HeadRows& k, int head, int heads,
                     std::span<float> scratch, const Activations& y) const;
  void recur(const Recurrence& direction, const Activations& state, const Activations& y,
             int first_col) const;
  void attend_by_query(const Activations& q, const HeadRows& k, const HeadRows& v,
                       std::span<const VisibleKeys> seen, int heads, const Activations& out);
  void attend_by_head(const Activations& q, const HeadRows& k, const HeadRows& v,
                      std::span<const VisibleKeys> seen, int heads, const Activations& out) {
    attend_in_blocks(kernels_.block_attention, q, k, v, seen, heads, out);
  }
  void attend_in_blocks(BlockAttention kernel, const Activations& q, const HeadRows& k,
                        const HeadRows& v, std::span<const VisibleKeys> seen, int heads,
                        const Activations& out);

  Kernels kernels_;
  std::shared_ptr<Workers> workers_;
  std::optional<Precision> kv_cache_;
  Arena arena_;
  Columns columns_;
};

}  // namespace sotto::device::cpu
