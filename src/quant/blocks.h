// The blocks that GGUF files hold the rows of quantized matrices in, and the affine groups of ours
// that they become. Source: the format description and block layouts of ggml (ggml-common.h).
//   w = scale * (q - zero) + bias,   for groups of 32 values (Q6_K: 16)
//
// Q8_0, Q4_0, Q4_1, Q5_0 and Q5_1 have scales in binary16, as our groups: nothing moves. A scale of
// Q4_K and Q5_K is a binary16 number times one of 6 bits, which our binary16 rounds: a weight moves
// by at most 2^-11 of (scale * q + |bias|), 0.7 % of a step of 4 bits and 1.5 % of one of 5, where
// the quantization itself moved it by up to 50 %; scales below 2^-14 lose a little more. Two groups
// of Q6_K become one of 32 values in 8 bits, and a weight moves by at most 1/200 of the range
// between the least and the greatest of them (mostly by less than 1/510), a third of a step of the
// group with the larger scale. dequantize_blocks() itself is exact for all of them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "quant/affine.h"
#include "quant/scheme.h"

namespace sotto::quant {

enum class BlockType { q4_0, q4_1, q5_0, q5_1, q8_0, q4_k, q5_k, q6_k };

struct BlockLayout {
  BlockType type;
  std::string_view name;  // as ggml writes it: "Q4_0"
  int values, bytes;      // of one block
  Scheme scheme;          // that a matrix of them becomes
};

const BlockLayout& layout_of(BlockType type);

// Whole blocks as the floats that they stand for, rounded once. `out` has room for all.
void dequantize_blocks(BlockType type, std::span<const std::byte> blocks, std::span<float> out);

// Whether each bias is the same multiple of its scale, so that none is stored: Q4_0, Q5_0, Q8_0.
bool has_zero_of_all(BlockType type);

// A matrix of the scheme whose parts (codec.h) lie there: integers, scales, and biases where they
// are stored.
AffineView view_of_blocks(BlockType type, int rows, int cols, std::span<std::byte* const> parts);

// One row of whole blocks as a row of those parts. False: a scale is not finite, or too large for
// binary16.
bool repack_blocks(BlockType type, std::span<const std::byte> row,
                   std::span<std::byte* const> parts);

}  // namespace sotto::quant
