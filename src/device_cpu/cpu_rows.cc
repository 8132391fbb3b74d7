// Products of many rows with int8 whose rows of activations, or windows of a convolution, have a
// scale each: some rows at a time meet all weights, so that their bytes, and what becomes of them,
// stay in the first caches. Nothing depends on other rows.
#include <algorithm>
#include <cmath>

#include "device_cpu/cpu_device.h"
#include "device_cpu/elementwise.h"

namespace sotto::device::cpu {
namespace {

constexpr int kTiles = 4;  // at a time

}  // namespace

// Equally many rows for each thread, and of these one block after the other.
struct CpuDevice::RowBlocks {
  static constexpr int kMostRows = kTiles * kInt8TileRows;
  int rows, threads, each, count;  // `each` blocks a thread

  RowBlocks(int rows, int threads)
      : rows(rows),
        threads(threads),
        each(divided_up(divided_up(rows, threads), kMostRows)),
        count(each * threads) {}
  int begin_of(int b) const {
    const int thread = b / each;
    return std::min(share(thread) + b % each * kMostRows, share(thread + 1));
  }
  int rows_of(int b) const { return begin_of(b + 1) - begin_of(b); }

 private:
  int share(int thread) const {
    return static_cast<int>(int64_t{rows} * std::min(thread, threads) / threads);
  }
};

// Rows of levels with a zero of 128, each with its own scale. As quantize_rows() rounds them.
struct CpuDevice::ScaledRows {
  size_t step;  // whole blocks of 64 columns
  uint8_t* levels;
  float* scales;

  ScaledRows(Arena& arena, int rows, int cols)
      : step(static_cast<size_t>(divided_up(cols, 64)) * 64),
        levels(reinterpret_cast<uint8_t*>(arena.make(rows, static_cast<int>(step / 4)).data)),
        scales(arena.make(1, rows).data) {}

  ScaledRows from(int row) const {
    ScaledRows rows = *this;
    rows.levels += static_cast<size_t>(row) * step;
    rows.scales += row;
    return rows;
  }
  LevelRows view(int rows) const { return {levels, nullptr, rows, step, scales, 1}; }

  // The first row: `parts` times `size` numbers, `apart` from each other, of at most `largest`.
  void put(const float* x, int parts, int size, size_t apart, float largest) const {
    // Nothing clips: where not all are finite, the row becomes zeros.
    const Rounding rounding = rounding_of(largest < INFINITY ? largest : 0);
    const auto count = static_cast<size_t>(size);
    uint8_t* to = levels;
    for (int k = 0; k < parts; ++k, x += apart, to += count)
      to_levels_128(x, rounding.factor, count, to);
    std::fill(to, levels + step, uint8_t{0});  // what they meet is zero
    *scales = rounding.scale;
  }
  void put(const Activations& x) const {
    for (int i = 0; i < x.rows; ++i) {
      const std::span<float> row = x.row(i);
      from(i).put(row.data(), 1, x.cols, 0, magnitude(row.data(), row.size()));
    }
  }
};

void CpuDevice::multiply_block(const LevelRows& x, const Product& product,
                               const Activations& y) const {
  const auto& w = std::get<Int8PanelMatrix>(form_of(*product.w));
  Output part = output_of(product);
  part.y = y;
  kernels_.matmul_int8_panels(x, w, part, 0, w.rows);
}

// Each row of x is in several windows: its greatest number is found once.
void CpuDevice::multiply_rows(const Activations& x, const Taps& taps,
                              std::span<const Product> products) {
  const Frame frame(*this);
  const int threads = workers_->threads(), reach = (taps.kernel - 1) * taps.dilation + 1;
  const RowBlocks blocks(products.front().y.rows, threads);
  const ScaledRows room(arena_, threads * RowBlocks::kMostRows, taps.kernel * x.cols);
  const Activations largest =
      arena_.make(threads, (RowBlocks::kMostRows - 1) * taps.stride + reach);
  int64_t read = 0;
  for (const Product& p : products) read += static_cast<int64_t>(p.w->bytes) * blocks.count;
  workers_->parallel_for(blocks.count, read, [&](int worker, int begin, int end) {
    for (int b = begin; b < end; ++b) {
      const int first = blocks.begin_of(b), rows = blocks.rows_of(b);
      if (rows == 0) continue;
      const Activations in{x.row(first * taps.stride).data(), (rows - 1) * taps.stride + reach,
                           x.cols};
      const std::span<float> tops = largest.row(worker);
      for (int r = 0; r < in.rows; ++r)
        tops[static_cast<size_t>(r)] = magnitude(in.row(r).data(), in.row(r).size());
      const ScaledRows own = room.from(worker * RowBlocks::kMostRows);
      for (int i = 0; i < rows; ++i) {
        float top = 0;
        for (int k = 0; k < taps.kernel; ++k)
          top = std::max(top, tops[static_cast<size_t>(i * taps.stride + k * taps.dilation)]);
        const auto apart = static_cast<size_t>(taps.dilation) * static_cast<size_t>(x.cols);
        // Parts that lie beside each other are one.
        const int parts = taps.dilation == 1 ? 1 : taps.kernel;
        own.from(i).put(in.row(i * taps.stride).data(), parts, taps.kernel * x.cols / parts, apart,
                        top);
      }
      for (const Product& p : products)
        multiply_block(own.view(rows), p, floats(p.y.part(first, rows)));
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
  const ScaledRows before(arena_, room, x.cols), behind(arena_, room, width);
  const Tensor between = make(room, width);
  const int64_t read = static_cast<int64_t>(up.w->bytes + down.w->bytes) * blocks.count;
  workers_->parallel_for(blocks.count, read, [&](int worker, int begin, int end) {
    for (int b = begin; b < end; ++b) {
      const int first = blocks.begin_of(b), rows = blocks.rows_of(b);
      const int own = worker * RowBlocks::kMostRows;
      const Activations hidden = floats(between.part(own, rows));
      const ScaledRows from = before.from(own), to = behind.from(own);
      from.put(floats(x.part(first, rows)));
      multiply_block(from.view(rows), up, hidden);
      cpu::activate(f, hidden.data, hidden.size(), hidden.data);
      to.put(hidden);
      multiply_block(to.view(rows), down, floats(down.y.part(first, rows)));
    }
  });
}

// With fewer rows than fill a tile of each thread, weights are split instead.
bool CpuDevice::multiplies_rows(const Activations& x, std::span<const Product> products,
                                int threads) {
  return x.rows >= kInt8TileRows * threads && std::ranges::all_of(products, [](const Product& p) {
           return int8_panels(*p.w, ActivationQuant::dynamic_per_token) != nullptr;
         });
}

}  // namespace sotto::device::cpu
