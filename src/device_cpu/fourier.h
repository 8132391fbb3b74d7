// Convolutions along time by Fourier transforms of tiles: a tile of input rows, the weights with
// zeros behind them, and their product, frequency by frequency. A frequency is a complex number,
// whose products with real ones between take three multiplications (Gauss): so a tile of 64 rows
// is 95 points, two real ones and three of each other frequency. Of eleven taps it makes 54 rows of
// output, 1.76 multiplications each, where winograd.h needs 3.7; and turning rounds next to nothing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "device_cpu/isa.h"

namespace sotto::device::cpu {

// The transforms, with W the points of the weights and X those of the input:
//   y = output * (sum over channels of (weights * w) . (input * x))
// for as many rows of y as a tile has that no tap reaches across its end.
struct Fourier {
  static constexpr int kLeast = 32, kMost = 64;  // rows of a tile: these two

  static constexpr int points_of(int size) { return 3 * (size / 2 - 1) + 2; }
  static constexpr int outputs_of(int size, int taps) { return size - taps + 1; }

  explicit Fourier(int size);

  int size;
  // Frequencies are in the order in which halves of halves find them: 0, size / 2, and then for
  // each power of two s up to size those that are 4 k + 1 in s, k with its bits reversed.
  std::vector<float> input;    // [points, size]
  std::vector<float> weights;  // [points, size]
  std::vector<float> output;   // [size, points]
};

// The epilogue of sums: y = sums * scales + bias, column by column, or that is added to y.
struct FourierOutput {
  const float* scales;
  const float* bias;
  bool add = false;
};

// The transforms of n columns. Point p of column c is at points[p * step + c].
struct FourierKernels {
  // x: `size` rows.
  void (*inputs)(int size, const float* const* x, int n, float* points, size_t step);
  // w: one row for each tap, at most `size`.
  void (*weights)(int size, std::span<const float* const> w, int n, float* points, size_t step);
  // y: as many rows as are wanted, at most `size`.
  void (*outputs)(int size, const float* points, size_t step, int n, const FourierOutput& form,
                  std::span<float* const> y);
};

// The portable ones are the sums as they stand; the others need their frequencies' order.
std::span<const Variant<FourierKernels>> fourier_variants();

}  // namespace sotto::device::cpu
