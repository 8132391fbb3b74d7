// Group-wise affine quantization as MLX defines and stores it. Every `group` consecutive columns of
// a row share a scale s and a bias b:
//   w ~ s * q + b,   q an unsigned integer of `bits` bits.
// The value of largest magnitude in a group is exact, and scales may be negative. A row of q is one
// stream of bits in uint32 words, the first value in the lowest bits: 8 and 4 bits fill words
// evenly, 16 values of 6 bits take 3 words and cross their borders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quant/half.h"

namespace sotto::quant {

// True when rows of `cols` can be stored so: bits 8, 6 or 4; group 32, 64 or 128 that divides cols.
bool affine_fits(int cols, int group, int bits);

// Scales, or biases: numbers as they lie in memory, floats or binary16, times a factor. A view.
class Scales {
 public:
  Scales() = default;
  Scales(const float* values) : f32_(values) {}
  Scales(const uint16_t* values) : f16_(values) {}

  const float* f32() const { return f32_; }     // the numbers; null where they are binary16
  const uint16_t* f16() const { return f16_; }  // null where they are floats
  float factor() const { return factor_; }
  size_t bytes_each() const { return f16_ != nullptr ? sizeof *f16_ : sizeof *f32_; }
  Scales from(size_t first) const {
    const Scales moved = f16_ != nullptr ? Scales(f16_ + first) : Scales(f32_ + first);
    return moved.times(factor_);
  }
  // The same numbers in the same memory, each times `factor`.
  Scales times(float factor) const {
    Scales scaled = *this;
    scaled.factor_ = factor;
    return scaled;
  }
  float operator[](size_t i) const {
    return (f16_ != nullptr ? from_f16(f16_[i]) : f32_[i]) * factor_;
  }
  friend bool share_memory(const Scales& a, const Scales& b) {
    return a.f16_ == b.f16_ && a.f32_ == b.f32_;
  }

 private:
  const float* f32_ = nullptr;
  const uint16_t* f16_ = nullptr;
  float factor_ = 1;
};

// Bytes of that many scales with their biases, which may be the scales times a factor.
inline size_t bytes_of(const Scales& scales, const Scales& biases, size_t count) {
  return count * scales.bytes_each() * (share_memory(scales, biases) ? 1 : 2);
}

struct AffineView {
  int rows, cols, group, bits;
  const uint32_t* packed;  // [rows, words_per_row()]
  Scales scales;           // [rows, groups_per_row()]
  // Laid out like scales, in the same type; or the scales times -z, where each group has its zero
  // at q = z.
  Scales biases;

  int words_per_row() const { return static_cast<int>(int64_t{cols} * bits / 32); }
  int groups_per_row() const { return cols / group; }
};

struct AffineMatrix {
  int rows = 0, cols = 0, group = 0, bits = 0;
  std::vector<uint32_t> packed;
  std::vector<float> scales, biases;

  AffineView view() const {
    return {rows, cols, group, bits, packed.data(), scales.data(), biases.data()};
  }
};

// A matrix of zeros of that form. affine_fits(cols, group, bits) must hold.
AffineMatrix make_affine(int rows, int cols, int group, int bits);

// w is row-major [rows, cols]. affine_fits(cols, group, bits) must hold. Bit-equal to MLX's CPU
// result for float32 weights; for float16 ones too, once the scales and biases are rounded to
// float16. Weights that are not finite give groups that are not finite, and nothing worse.
AffineMatrix quantize_affine(std::span<const float> w, int rows, int cols, int group, int bits);

// The same for the rows from `row` on, into a matrix that has them: `w` holds whole rows. Different
// rows may be filled by different threads.
void quantize_affine_rows(std::span<const float> w, int row, AffineMatrix& into);

// One row: out is [cols].
void dequantize_row(const AffineView& matrix, int row, std::span<float> out);

}  // namespace sotto::quant
