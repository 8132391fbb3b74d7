#include "quant/affine.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

namespace sotto::quant {
namespace {

// Every group is a multiple of 32 values, and 32 values of b bits are b whole words.
constexpr int kBlock = 32;

struct Affine {
  float scale, bias;
};

struct Range {
  float lo, hi;
};

// In eight lanes, so that the compiler can keep them in vector registers: it may not reorder a
// single running minimum of floats.
Range range_of(std::span<const float> group) {
  constexpr int kLanes = 8;
  float lo[kLanes], hi[kLanes];
  for (int j = 0; j < kLanes; ++j) lo[j] = hi[j] = group[j];
  for (size_t i = kLanes; i < group.size(); i += kLanes) {
    for (int j = 0; j < kLanes; ++j) {
      const float x = group[i + j];
      lo[j] = x < lo[j] ? x : lo[j];
      hi[j] = x > hi[j] ? x : hi[j];
    }
  }
  return {*std::min_element(lo, lo + kLanes), *std::max_element(hi, hi + kLanes)};
}

// hi and lo of the group decide. The edge is the one of larger magnitude; the scale is then bent so
// that the edge falls on an integer, which makes it exact.
Affine fit(std::span<const float> group, float steps) {
  const auto [lo, hi] = range_of(group);
  float scale = std::max((hi - lo) / steps, 1e-7f);
  const bool low_edge = std::fabs(lo) > std::fabs(hi);
  const float edge = low_edge ? lo : hi;
  if (!low_edge) scale = -scale;
  const float q0 = std::nearbyint(edge / scale);
  if (q0 == 0.0f) return {scale, 0.0f};
  return {edge / q0, edge};
}

// Clipping first and rounding second equals the other order, as the bounds are integers; it also
// keeps the cast defined for every input, NaN included. Adding 1.5 * 2^23 rounds to an integer in
// the default rounding mode, ties to even.
void to_integers(std::span<const float> group, Affine affine, float steps, uint8_t* out) {
  constexpr float kRounder = 0x1.8p23f;
  for (size_t i = 0; i < group.size(); ++i) {
    float q = (group[i] - affine.bias) / affine.scale;
    q = q > 0.0f ? q : 0.0f;
    q = q < steps ? q : steps;
    out[i] = static_cast<uint8_t>(static_cast<int32_t>((q + kRounder) - kRounder));
  }
}

void pack_block(const uint8_t* values, int bits, uint32_t* words) {
  if (bits == 8) {  // words are little-endian, as the machines sotto runs on: the bytes in order
    std::memcpy(words, values, kBlock);
    return;
  }
  uint64_t pending = 0;
  int pending_bits = 0;
  for (int i = 0; i < kBlock; ++i) {
    pending |= static_cast<uint64_t>(values[i]) << pending_bits;
    pending_bits += bits;
    if (pending_bits >= 32) {
      *words++ = static_cast<uint32_t>(pending);
      pending >>= 32;
      pending_bits -= 32;
    }
  }
}

void unpack_block(const uint32_t* words, int bits, uint8_t* values) {
  if (bits == 8) {
    std::memcpy(values, words, kBlock);
    return;
  }
  const uint64_t mask = (1u << bits) - 1;
  uint64_t pending = 0;
  int pending_bits = 0;
  for (int i = 0; i < kBlock; ++i) {
    if (pending_bits < bits) {
      pending |= static_cast<uint64_t>(*words++) << pending_bits;
      pending_bits += 32;
    }
    values[i] = static_cast<uint8_t>(pending & mask);
    pending >>= bits;
    pending_bits -= bits;
  }
}

}  // namespace

bool affine_fits(int cols, int group, int bits) {
  const bool known_bits = bits == 8 || bits == 6 || bits == 4;
  const bool known_group = group == 32 || group == 64 || group == 128;
  return known_bits && known_group && cols > 0 && cols % group == 0;
}

AffineMatrix make_affine(int rows, int cols, int group, int bits) {
  assert(rows >= 0 && affine_fits(cols, group, bits));
  AffineMatrix m{rows, cols, group, bits, {}, {}, {}};
  m.packed.resize(static_cast<size_t>(rows) * m.view().words_per_row());
  m.scales.resize(static_cast<size_t>(rows) * m.view().groups_per_row());
  m.biases.resize(m.scales.size());
  return m;
}

AffineMatrix quantize_affine(std::span<const float> w, int rows, int cols, int group, int bits) {
  assert(w.size() == static_cast<size_t>(rows) * cols);
  AffineMatrix m = make_affine(rows, cols, group, bits);
  quantize_affine_rows(w, 0, m);
  return m;
}

void quantize_affine_rows(std::span<const float> w, int row, AffineMatrix& into) {
  assert(w.size() % into.cols == 0 && row + w.size() / into.cols <= size_t(into.rows));
  const float steps = static_cast<float>((1 << into.bits) - 1);
  size_t g = static_cast<size_t>(row) * into.view().groups_per_row();
  uint32_t* words = into.packed.data() + static_cast<size_t>(row) * into.view().words_per_row();
  uint8_t integers[kBlock];
  for (size_t begin = 0; begin < w.size(); begin += into.group, ++g) {
    const std::span<const float> group = w.subspan(begin, into.group);
    const Affine affine = fit(group, steps);
    into.scales[g] = affine.scale;
    into.biases[g] = affine.bias;
    for (int i = 0; i < into.group; i += kBlock, words += into.bits) {
      to_integers(group.subspan(i, kBlock), affine, steps, integers);
      pack_block(integers, into.bits, words);
    }
  }
}

void dequantize_row(const AffineView& matrix, int row, std::span<float> out) {
  assert(out.size() == static_cast<size_t>(matrix.cols) && row >= 0 && row < matrix.rows);
  const uint32_t* words = matrix.packed + static_cast<size_t>(row) * matrix.words_per_row();
  size_t g = static_cast<size_t>(row) * matrix.groups_per_row();
  uint8_t integers[kBlock];
  for (size_t done = 0; done < out.size(); ++g) {
    const float scale = matrix.scales[g], bias = matrix.biases[g];
    for (int i = 0; i < matrix.group; i += kBlock, words += matrix.bits) {
      unpack_block(words, matrix.bits, integers);
      for (int j = 0; j < kBlock; ++j) out[done++] = scale * integers[j] + bias;
    }
  }
}

}  // namespace sotto::quant
