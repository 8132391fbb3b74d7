#include "nn/rotary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sotto::nn {

double Rotary::frequency(int pair, int head_size) const {
  const double plain = std::pow(period, -2.0 * pair / head_size) / factor;
  if (!stretch) return plain;
  const double turns = stretch->positions * plain / (2 * std::numbers::pi);
  const double kept = std::clamp((turns - stretch->low) / (stretch->high - stretch->low), 0.0, 1.0);
  return plain * (kept + (1 - kept) / stretch->factor);
}

std::vector<double> Rotary::frequencies(int head_size) const {
  std::vector<double> all;
  for (int i = 0; i < head_size / 2; ++i) all.push_back(frequency(i, head_size));
  return all;
}

namespace {

// Writes cosine and sine of one pair in every row.
template <class Position>
void turn(int rows, int pair, int head_size, double frequency, const Position& position_of,
          std::vector<float>& numbers) {
  for (int r = 0; r < rows; ++r) {
    const double angle = position_of(r) * frequency;
    float* to = numbers.data() + static_cast<size_t>(r) * static_cast<size_t>(head_size) +
                2 * static_cast<size_t>(pair);
    to[0] = static_cast<float>(std::cos(angle));
    to[1] = static_cast<float>(std::sin(angle));
  }
}

}  // namespace

device::Tensor rotary_angles(device::Device& d, int first, int rows, int head_size,
                             const Rotary& rotary, std::vector<float>& numbers) {
  numbers.resize(static_cast<size_t>(rows) * static_cast<size_t>(head_size));
  const auto position_of = [&](int r) { return first + r; };
  for (int i = 0; i < head_size / 2; ++i)
    turn(rows, i, head_size, rotary.frequency(i, head_size), position_of, numbers);
  return d.upload(numbers, rows, head_size);
}

device::Tensor rotary_angles(device::Device& d, std::span<const int> positions,
                             std::span<const double> frequencies, std::vector<float>& numbers) {
  const int rows = static_cast<int>(positions.size());
  const int pairs = static_cast<int>(frequencies.size());
  numbers.resize(positions.size() * frequencies.size() * 2);
  const auto position_of = [&](int r) { return positions[static_cast<size_t>(r)]; };
  for (int i = 0; i < pairs; ++i)
    turn(rows, i, 2 * pairs, frequencies[static_cast<size_t>(i)], position_of, numbers);
  return d.upload(numbers, rows, 2 * pairs);
}

}  // namespace sotto::nn
