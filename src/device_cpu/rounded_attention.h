// block_attention.h where numbers may be rounded before they meet:
//   scores of integers, q ~ s_i Q_i and k - m ~ t_j K_j with |Q|, |K| <= 127 and m the mean of the
//   keys, which adds the same to all scores of a query: softmax does not see it, and without it
//   keys fill their range (Zhang et al. 2024, SageAttention);
//   terms of the softmax and values in bfloat16, sums of both in floats.
#pragma once

#include <algorithm>

#include "device_cpu/block_attention.h"

namespace sotto::device::cpu {

inline constexpr int kRoundedQueries = 12;  // that are computed together

// Floats that a block may need.
inline size_t rounded_attention_scratch(int queries, int count, int size) {
  const size_t keys = (static_cast<size_t>(count) + 31) / 32 * 32;
  const auto columns = static_cast<size_t>(size);
  const size_t packed = keys * columns / 4 + 2 * keys + keys / 2 * columns;
  const size_t tile = kRoundedQueries * (columns / 4 + keys + keys / 2) + columns;
  return std::max(packed + tile, attention_block_scratch(queries, count, size));
}

// If the processor cannot, or queries do not all see the same keys, nothing is rounded. A query's
// result does not depend on the other queries.
std::span<const Variant<BlockAttention>> rounded_attention_variants();

}  // namespace sotto::device::cpu
