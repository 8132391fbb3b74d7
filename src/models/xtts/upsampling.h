// Rows of the GPT's states become the rows that the vocoder reads: linear interpolation over time,
// one scale after the other, as torch's interpolate() has it without align_corners:
//   y[j] = (1 - w) x[i] + w x[i + 1],   i + w = (j + 1/2) / scale - 1/2, within x
// with floor(scale * rows) rows; where these are as many as before, they are copied.
#pragma once

#include <span>
#include <vector>

namespace sotto::models::xtts {

class Upsampling {
 public:
  explicit Upsampling(std::vector<double> scales) : scales_(std::move(scales)) {}

  // Rows that are made of so many; and those of them that stay the same, whatever follows.
  int rows_of(int rows) const;
  int settled(int rows) const;

  // Rows [first, last) of what is made of x, rows of `cols` numbers. Where x is not whole, they
  // must be settled.
  std::vector<float> operator()(std::span<const float> x, int cols, bool is_whole, int first,
                                int last) const;

 private:
  std::vector<double> scales_;
};

}  // namespace sotto::models::xtts
