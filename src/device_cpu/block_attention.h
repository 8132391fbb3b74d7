// Attention of many queries over one stretch of keys. Where attention.h takes a query at a time,
// with a sum across lanes for each key, this takes all queries of a head together, as two products
// of matrices. A query sees rows that follow each other.
#pragma once

#include <cstddef>
#include <span>

#include "device/device.h"
#include "device_cpu/isa.h"

namespace sotto::device::cpu {

// One head. Rows of q, k, v and out begin at the head's first column.
struct AttentionBlock {
  const float* q;
  const float* k;
  const float* v;
  size_t q_step;   // between rows of q, and of out
  size_t kv_step;  // between rows of k, and of v
  int size;        // columns of a head
  float scale;
  std::span<const VisibleKeys> seen;  // of each query; none lists rows
  int first, count;                   // all that any query sees lies in these rows
  float* scratch;                     // [attention_block_scratch(...)], at most kMostBlockScratch
  float* out;
};

inline size_t attention_block_scratch(int queries, int count, int size) {
  const size_t keys = (static_cast<size_t>(count) + 15) / 16 * 16;
  return keys * static_cast<size_t>(size) + static_cast<size_t>(queries) * keys;
}

// Kernels count in int within a block: 1 GiB a worker, and one head of 16,000 queries and keys.
inline constexpr size_t kMostBlockScratch = size_t{1} << 28;

// A query's result does not depend on the others, nor on `first` and `count`.
using BlockAttention = void (*)(const AttentionBlock& block);

std::span<const Variant<BlockAttention>> block_attention_variants();

}  // namespace sotto::device::cpu
