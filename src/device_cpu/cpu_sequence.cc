// What runs along the rows as along time: norms over all of them, and recurrent layers.
#include <algorithm>
#include <cmath>

#include "device_cpu/cpu_device.h"
#include "device_cpu/elementwise.h"

namespace sotto::device::cpu {
namespace {

constexpr int kBlock = 128;  // rows, whatever the threads: sums have one order

// Of each column of some rows: the mean, and the sum of the squared differences from it.
void sum_up(const Activations& x, int begin, int end, float* mean, float* squares) {
  const auto cols = static_cast<size_t>(x.cols);
  std::fill_n(mean, cols, 0.0f);
  std::fill_n(squares, cols, 0.0f);
  for (int r = begin; r < end; ++r) add(mean, x.row(r).data(), cols);
  for (size_t c = 0; c < cols; ++c) mean[c] /= static_cast<float>(end - begin);
  for (int r = begin; r < end; ++r) add_squares(x.row(r).data(), mean, cols, squares);
}

// Mean and variance of a column out of those of its blocks (Chan et al. 1979).
struct Moments {
  double count = 0, mean = 0, squares = 0;

  void add(double rows, double block_mean, double block_squares) {
    const double all = count + rows, apart = block_mean - mean;
    squares += block_squares + apart * apart * count * rows / all;
    mean += apart * rows / all;
    count = all;
  }
  double deviation(float epsilon) const {
    return std::sqrt(squares / count + static_cast<double>(epsilon));
  }
};

}  // namespace

// Sums of each column, by blocks of rows.
struct CpuDevice::Blocks {
  int rows;                    // of all blocks
  Activations means, squares;  // [blocks, cols]

  int end_of(int block) const { return std::min((block + 1) * kBlock, rows); }
  void add_column(size_t c, Moments& moments) const {
    for (int b = 0; b < means.rows; ++b) {
      moments.add(end_of(b) - b * kBlock, static_cast<double>(means.row(b)[c]),
                  static_cast<double>(squares.row(b)[c]));
    }
  }
};

CpuDevice::Blocks CpuDevice::blocks_of(const Activations& x) {
  const int count = (x.rows + kBlock - 1) / kBlock;
  const Blocks blocks{x.rows, arena_.make(count, x.cols), arena_.make(count, x.cols)};
  workers_->split(count, static_cast<int64_t>(x.size() * sizeof(float)),
                  [&](int, int begin, int end) {
                    for (int b = begin; b < end; ++b)
                      sum_up(x, b * kBlock, blocks.end_of(b), blocks.means.row(b).data(),
                             blocks.squares.row(b).data());
                  });
  return blocks;
}

void CpuDevice::group_norm(const Tensor& x, int groups, const Constant& weight,
                           const Constant& bias, float epsilon, const Tensor& y) {
  if (x.rows == 0) return;
  const Frame frame(*this);
  const Activations from = floats(x), to = floats(y);
  const auto cols = static_cast<size_t>(x.cols), wide = cols / static_cast<size_t>(groups);
  const Blocks blocks = blocks_of(from);
  const Activations mean = arena_.make(1, x.cols), factor = arena_.make(1, x.cols);
  for (size_t first = 0; first < cols; first += wide) {
    Moments moments;
    for (size_t c = first; c < first + wide; ++c) blocks.add_column(c, moments);
    for (size_t c = first; c < first + wide; ++c) {
      mean.data[c] = static_cast<float>(moments.mean);
      factor.data[c] = static_cast<float>(static_cast<double>(floats(weight.tensor).data[c]) /
                                          moments.deviation(epsilon));
    }
  }
  by_rows(x, 1, [&](int r) {
    normalize(from.row(r).data(), mean.data, factor.data, floats(bias.tensor).data, cols,
              to.row(r).data());
  });
}

void CpuDevice::instance_norm(const Tensor& x, float epsilon, const Tensor& scale,
                              const Tensor& shift, const Tensor& alpha, const Tensor& y) {
  if (x.rows == 0) return;
  const Frame frame(*this);
  const Activations from = floats(x), to = floats(y);
  const auto cols = static_cast<size_t>(x.cols);
  const Blocks blocks = blocks_of(from);
  const Activations mean = arena_.make(1, x.cols), factor = arena_.make(1, x.cols);
  for (size_t c = 0; c < cols; ++c) {
    Moments moments;
    blocks.add_column(c, moments);
    mean.data[c] = static_cast<float>(moments.mean);
    factor.data[c] = static_cast<float>((1 + static_cast<double>(floats(scale).data[c])) /
                                        moments.deviation(epsilon));
  }
  const Activations a = floats(alpha), one_over_a = inverse(a);
  const auto bytes = static_cast<int64_t>(x.size() * sizeof(float));
  workers_->split(x.rows, 2 * bytes, [&](int, int begin, int end) {
    for (int r = begin; r < end; ++r) {
      float* row = to.row(r).data();
      normalize(from.row(r).data(), mean.data, factor.data, floats(shift).data, cols, row);
      if (a.data != nullptr) cpu::snake(row, a.data, one_over_a.data, cols, row);
    }
  });
}

void CpuDevice::recur(const Recurrence& direction, const Activations& state, const Activations& y,
                      int first_col) const {
  const auto hidden = static_cast<size_t>(direction.w->cols);
  const Activations gates = floats(direction.gates);
  // A row of `state`: h, c and the gates of a step.
  const Activations h{state.data, 1, direction.w->cols};
  float* c = state.data + hidden;
  const Activations sums{c + hidden, 1, gates.cols};
  std::fill_n(state.data, 2 * hidden, 0.0f);
  const Product product{.w = direction.w, .bias = {}, .y = {}, .epilogue = Epilogue::add};
  const Task task{&product, {sums, nullptr, Epilogue::add}, {}, {}};
  for (int step = 0; step < gates.rows; ++step) {
    const int t = direction.backward ? gates.rows - 1 - step : step;
    std::ranges::copy(gates.row(t), sums.data);
    compute(h, task, 0, gates.cols);
    lstm_step(sums.data, hidden, c, h.data);
    std::copy_n(h.data, hidden, y.row(t).data() + first_col);
  }
}

// The directions are computed side by side.
void CpuDevice::lstm(std::span<const Recurrence> directions, const Tensor& y) {
  const Frame frame(*this);
  const Activations out = floats(y);
  const int count = static_cast<int>(directions.size()), hidden = y.cols / count;
  const Activations states = arena_.make(count, 6 * hidden);
  int64_t bytes = 0;
  for (const Recurrence& each : directions) {
    bytes += static_cast<int64_t>(each.w->bytes) * each.gates.rows;
  }
  workers_->split(count, bytes, [&](int, int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const Activations state{states.row(i).data(), 1, 6 * hidden};
      recur(directions[static_cast<size_t>(i)], state, out, i * hidden);
    }
  });
}

}  // namespace sotto::device::cpu
