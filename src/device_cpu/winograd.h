// Convolutions along time with fewer multiplications (Winograd 1980). A tile of output rows is the
// product of two polynomials, the weights' and the input's, which is known from its values at as
// many points as the tile reads rows: one multiplication a point, instead of one a row and a tap.
// Seven taps take 2.2 multiplications an output, eleven 3.7.
#pragma once

#include <vector>

namespace sotto::device::cpu {

// With W the points of the weights, X those of the input, both of a channel:
//   y = output * (sum over groups and channels of (weights * w) . (input * x))
struct Winograd {
  // More of them save more multiplications and round more: with eleven, outputs of unit variance
  // are off by 5e-6 (root mean square), beside 2e-7 of the sums in the usual order.
  static constexpr int kPoints = 11;

  // The form for a convolution of so many taps. More than eight are groups of six, of which each
  // finds the points of its input where the group before has them for the next tile.
  static Winograd for_taps(int taps);
  static int groups_of(int taps) { return taps <= kMostTaps ? 1 : (taps + kHalf - 1) / kHalf; }

  static constexpr int kMostTaps = 8, kHalf = (kPoints + 1) / 2;

  int outputs = 0;  // rows of y in a tile
  int taps = 0;     // of a group: kPoints + 1 - outputs
  int groups = 1;
  std::vector<float> input;    // [kPoints, kPoints]
  std::vector<float> weights;  // [kPoints, taps]
  std::vector<float> output;   // [outputs, kPoints]
};

}  // namespace sotto::device::cpu
