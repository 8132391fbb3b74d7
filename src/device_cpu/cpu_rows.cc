// Products of many rows with int8 whose rows of activations, or windows of a convolution, have a
// scale each: some rows at a time meet all weights, so that their bytes, and what becomes of them,
// stay in the first caches. Nothing depends on other rows.
#include <algorithm>

#include "device_cpu/cpu_device.h"
#include "device_cpu/elementwise.h"

namespace sotto::device::cpu {
namespace {

constexpr int kTile = 12, kTiles = 4;  // the kernels', and how many of them at a time

int divided_up(int a, int b) { return (a + b - 1) / b; }

}  // namespace

// Blocks of whole tiles, at most kTiles of them, as many blocks for each thread.
struct CpuDevice::RowBlocks {
  static constexpr int kMostRows = kTiles * kTile;
  int rows, tiles, count;

  RowBlocks(int rows, int threads)
      : rows(rows),
        tiles(divided_up(rows, kTile)),
        count(divided_up(divided_up(tiles, kTiles), threads) * threads) {}
  int begin_of(int b) const {
    return static_cast<int>(std::min<int64_t>(rows, int64_t{tiles} * b / count * kTile));
  }
  int rows_of(int b) const { return begin_of(b + 1) - begin_of(b); }
};

void CpuDevice::multiply_block(const QuantizedRows& x, const Product& product,
                               const Activations& y) const {
  const Int8PanelMatrix& w = std::get<RowPanels>(form_of(*product.w)).unit;
  Output part = output_of(product);
  part.y = y;
  kernels_.matmul_int8_panels(level_rows(x), w, part, 0, w.rows);
}

void CpuDevice::multiply_rows(const Activations& x, const Taps& taps,
                              std::span<const Product> products) {
  const Frame frame(*this);
  const int cols = taps.kernel * x.cols, threads = workers_->threads();
  const RowBlocks blocks(products.front().y.rows, threads);
  const Activations windows = arena_.make(threads, cols);
  const QuantizedRows room = room_for(threads * RowBlocks::kMostRows, cols, cols, Order::natural);
  const auto window = [&](int worker, int r) {
    float* from = x.row(r * taps.stride).data();
    if (taps.dilation == 1) return Activations{from, 1, cols};
    float* to = windows.row(worker).data();
    const size_t apart = static_cast<size_t>(taps.dilation) * static_cast<size_t>(x.cols);
    for (int k = 0; k < taps.kernel; ++k, from += apart) std::copy_n(from, x.cols, to + k * x.cols);
    return Activations{to, 1, cols};
  };
  int64_t read = 0;
  for (const Product& p : products) read += static_cast<int64_t>(p.w->bytes) * blocks.count;
  workers_->split(blocks.count, read, [&](int worker, int begin, int end) {
    for (int b = begin; b < end; ++b) {
      const int first = blocks.begin_of(b);
      const QuantizedRows own = room.from(worker * RowBlocks::kMostRows, blocks.rows_of(b));
      for (int i = 0; i < own.rows; ++i)
        kernels_.quantize_rows(window(worker, first + i), own.from(i, 1));
      add_128(own);
      for (const Product& p : products) multiply_block(own, p, floats(p.y.part(first, own.rows)));
    }
  });
}

void CpuDevice::feed_forward(const Tensor& x, const Product& up, Activation f,
                             const Product& down) {
  const Product both[] = {up, down};
  const Activations in = floats(x);
  const int threads = workers_->threads(), width = up.w->rows;
  if (!multiplies_rows(in, both, threads)) return Device::feed_forward(x, up, f, down);
  const Frame frame(*this);
  const RowBlocks blocks(x.rows, threads);
  const int room = threads * RowBlocks::kMostRows;
  const QuantizedRows before = room_for(room, x.cols, x.cols, Order::natural);
  const QuantizedRows behind = room_for(room, width, width, Order::natural);
  const Tensor between = make(room, width);
  const int64_t read = static_cast<int64_t>(up.w->bytes + down.w->bytes) * blocks.count;
  workers_->split(blocks.count, read, [&](int worker, int begin, int end) {
    for (int b = begin; b < end; ++b) {
      const int first = blocks.begin_of(b), rows = blocks.rows_of(b);
      const int own = worker * RowBlocks::kMostRows;
      const Activations hidden = floats(between.part(own, rows));
      const QuantizedRows from = before.from(own, rows), to = behind.from(own, rows);
      kernels_.quantize_rows(floats(x.part(first, rows)), from);
      add_128(from);
      multiply_block(from, up, hidden);
      cpu::activate(f, hidden.data, hidden.size(), hidden.data);
      kernels_.quantize_rows(hidden, to);
      add_128(to);
      multiply_block(to, down, floats(down.y.part(first, rows)));
    }
  });
}

// With fewer rows than fill a tile of each thread, weights are split instead.
bool CpuDevice::multiplies_rows(const Activations& x, std::span<const Product> products,
                                int threads) {
  return x.rows >= kTile * threads && std::ranges::all_of(products, [](const Product& p) {
           return std::holds_alternative<RowPanels>(form_of(*p.w));
         });
}

}  // namespace sotto::device::cpu
