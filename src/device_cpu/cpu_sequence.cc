// Operations that reduce or recur over rows: instance and group norm, LSTM.
#include <algorithm>

#include "device_cpu/cpu_channels.h"
#include "device_cpu/elementwise.h"

namespace sotto::device::cpu {
namespace {

// Computes for each column of some rows the mean, and the sum of squared differences from it.
void sum_up(const Activations& x, int begin, int end, float* mean, float* squares) {
  const auto cols = static_cast<size_t>(x.cols);
  std::fill_n(mean, cols, 0.0f);
  std::fill_n(squares, cols, 0.0f);
  for (int r = begin; r < end; ++r) add(mean, x.row(r).data(), cols);
  for (size_t c = 0; c < cols; ++c) mean[c] /= static_cast<float>(end - begin);
  for (int r = begin; r < end; ++r) add_squares(x.row(r).data(), mean, cols, squares);
}

// The same of rows that count differently, whose counts together are `sum`.
void sum_up(const Activations& x, std::span<const float> counts, float sum, int begin, float* mean,
            float* squares) {
  const auto cols = static_cast<size_t>(x.cols);
  std::fill_n(mean, cols, 0.0f);
  std::fill_n(squares, cols, 0.0f);
  if (sum == 0) return;
  const auto row = [&](size_t i) { return x.row(begin + static_cast<int>(i)).data(); };
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i] != 0) mix(1, mean, counts[i] / sum, row(i), cols);
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i] != 0) add_squares(row(i), mean, counts[i], cols, squares);
}

}  // namespace

void CpuDevice::Blocks::sum_up_block(const Activations& x, const Activations& each, int b) const {
  float *mean = means.row(b).data(), *sum = squares.row(b).data();
  const int begin = begin_of(b), end = end_of(b);
  if (each.data == nullptr) return sum_up(x, begin, end, mean, sum);
  const std::span<const float> own(each.data + begin, static_cast<size_t>(end - begin));
  float& count = counts.row(b)[0];
  count = 0;
  for (const float c : own) count += c;
  sum_up(x, own, count, begin, mean, sum);
}

CpuDevice::Blocks CpuDevice::blocks_of(const Activations& x, bool ranges,
                                       const Activations& counts) {
  const int count = (x.rows + Blocks::kRows - 1) / Blocks::kRows;
  Blocks blocks{x.rows, arena_.make(count, x.cols), arena_.make(count, x.cols), {}, {}, {}};
  if (counts.data != nullptr) blocks.counts = arena_.make(count, 1);
  if (ranges) {
    blocks.least = arena_.make(count, x.cols);
    blocks.most = arena_.make(count, x.cols);
  }
  workers_->parallel_for(
      count, static_cast<int64_t>(x.size() * sizeof(float)), [&](int, int begin, int end) {
        for (int b = begin; b < end; ++b) {
          blocks.sum_up_block(x, counts, b);
          if (!ranges) continue;
          int32_t *low = blocks.least_of(b), *high = blocks.most_of(b);
          std::fill_n(low, x.cols, INT32_MAX);
          std::fill_n(high, x.cols, INT32_MIN);
          for (int r = blocks.begin_of(b); r < blocks.end_of(b); ++r)
            extend_ranges(x.row(r).data(), static_cast<size_t>(x.cols), low, high);
        }
      });
  return blocks;
}

CpuDevice::Channels CpuDevice::channels_of(const Blocks& blocks, const InstanceNorm& norm) {
  const int cols = blocks.means.cols;
  Channels channels{.mean = arena_.make(1, cols),
                    .factor = arena_.make(1, cols),
                    .shift = floats(norm.shift).data,
                    .alpha = floats(norm.alpha),
                    .one_over_alpha = inverse(floats(norm.alpha))};
  for (size_t c = 0; c < static_cast<size_t>(cols); ++c) {
    Moments moments;
    blocks.add_column(c, moments);
    channels.mean.data[c] = static_cast<float>(moments.mean);
    channels.factor.data[c] = static_cast<float>(
        (1 + static_cast<double>(floats(norm.scale).data[c])) / moments.deviation(norm.epsilon));
  }
  return channels;
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

void CpuDevice::instance_norm(const Tensor& x, const InstanceNorm& norm, const Tensor& y) {
  if (x.rows == 0) return;
  const Frame frame(*this);
  const Activations from = floats(x), to = floats(y);
  const Channels channels = channels_of(blocks_of(from, false, floats(norm.counts)), norm);
  const auto bytes = static_cast<int64_t>(x.size() * sizeof(float));
  workers_->parallel_for(x.rows, 2 * bytes, [&](int, int begin, int end) {
    for (int r = begin; r < end; ++r) channels.apply(from.row(r), to.row(r).data());
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
  workers_->parallel_for(count, bytes, [&](int, int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const Activations state{states.row(i).data(), 1, 6 * hidden};
      recur(directions[static_cast<size_t>(i)], state, out, i * hidden);
    }
  });
}

}  // namespace sotto::device::cpu
