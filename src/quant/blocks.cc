#include "quant/blocks.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "quant/codec.h"
#include "quant/half.h"

namespace sotto::quant {
namespace {

constexpr int kBlockGroup = 32;
constexpr int kMostInBlock = 256;

// One block taken apart.
struct OpenBlock {
  std::array<uint8_t, kMostInBlock> q;
  std::array<float, 16> scale;  // of each group
  std::array<float, 8> bias;    // 0 where the type has none
};

const uint8_t* integers_of(const std::byte* block) {
  return reinterpret_cast<const uint8_t*>(block);
}

float half_at(const std::byte* at) {
  uint16_t half;
  std::memcpy(&half, at, sizeof half);
  return from_f16(half);
}

// 16 bytes: their low halves are values 0 to 15, their high halves 16 to 31.
void open_nibbles(const uint8_t* bytes, uint8_t* q) {
  for (int i = 0; i < 16; ++i) {
    q[i] = bytes[i] & 15;
    q[16 + i] = bytes[i] >> 4;
  }
}

void add_fifth_bits(const std::byte* at, uint8_t* q) {
  uint32_t bits;
  std::memcpy(&bits, at, sizeof bits);
  for (int i = 0; i < kBlockGroup; ++i) q[i] |= static_cast<uint8_t>((bits >> i & 1) << 4);
}

void open_q4_0(const std::byte* block, OpenBlock& to) {
  to.scale[0] = half_at(block);
  to.bias[0] = 0;
  open_nibbles(integers_of(block + 2), to.q.data());
}
void open_q4_1(const std::byte* block, OpenBlock& to) {
  to.scale[0] = half_at(block);
  to.bias[0] = half_at(block + 2);
  open_nibbles(integers_of(block + 4), to.q.data());
}
void open_q5_0(const std::byte* block, OpenBlock& to) {
  to.scale[0] = half_at(block);
  to.bias[0] = 0;
  open_nibbles(integers_of(block + 6), to.q.data());
  add_fifth_bits(block + 2, to.q.data());
}
void open_q5_1(const std::byte* block, OpenBlock& to) {
  to.scale[0] = half_at(block);
  to.bias[0] = half_at(block + 2);
  open_nibbles(integers_of(block + 8), to.q.data());
  add_fifth_bits(block + 4, to.q.data());
}
void open_q8_0(const std::byte* block, OpenBlock& to) {
  to.scale[0] = half_at(block);
  to.bias[0] = 0;
  const uint8_t* q = integers_of(block + 2);  // int8: another zero, and they are not signed
  for (int i = 0; i < kBlockGroup; ++i) to.q[i] = q[i] ^ 0x80;
}

// Scales and minima of eight groups: 6 bits each, in 12 bytes, under two numbers.
void open_scales(const std::byte* block, OpenBlock& to) {
  const float d = half_at(block), dmin = half_at(block + 2);
  const uint8_t* s = integers_of(block + 4);
  for (int g = 0; g < 8; ++g) {
    const bool is_first = g < 4;
    const int scale = is_first ? s[g] & 63 : (s[g + 4] & 15) | (s[g - 4] >> 6) << 4;
    const int min = is_first ? s[g + 4] & 63 : (s[g + 4] >> 4) | (s[g] >> 6) << 4;
    to.scale[g] = d * static_cast<float>(scale);
    to.bias[g] = -(dmin * static_cast<float>(min));
  }
}

// 32 bytes hold two groups of 32 values: the low halves are the first one.
void open_pairs(const uint8_t* bytes, uint8_t* q) {
  for (int pair = 0; pair < 4; ++pair, bytes += 32, q += 64)
    for (int i = 0; i < 32; ++i) {
      q[i] = bytes[i] & 15;
      q[32 + i] = bytes[i] >> 4;
    }
}

void open_q4_k(const std::byte* block, OpenBlock& to) {
  open_scales(block, to);
  open_pairs(integers_of(block + 16), to.q.data());
}
void open_q5_k(const std::byte* block, OpenBlock& to) {
  open_scales(block, to);
  open_pairs(integers_of(block + 48), to.q.data());
  const uint8_t* fifth = integers_of(block + 16);  // bit g of byte i: of value i of group g
  for (int g = 0; g < 8; ++g)
    for (int i = 0; i < 32; ++i) to.q[32 * g + i] |= static_cast<uint8_t>((fifth[i] >> g & 1) << 4);
}

void open_q6_k(const std::byte* block, OpenBlock& to) {
  const uint8_t *low = integers_of(block), *high = integers_of(block + 128);
  const auto* scales = reinterpret_cast<const int8_t*>(block + 192);
  const float d = half_at(block + 208);
  for (int g = 0; g < 16; ++g) to.scale[g] = d * static_cast<float>(scales[g]);
  to.bias.fill(0);
  for (int h = 0; h < 2; ++h, low += 64, high += 32)
    for (int part = 0; part < 4; ++part)
      for (int i = 0; i < 32; ++i) {
        const int four = low[32 * (part & 1) + i] >> 4 * (part >> 1) & 15;
        const int two = high[i] >> 2 * part & 3;
        to.q[128 * h + 32 * part + i] = static_cast<uint8_t>(four | two << 4);
      }
}

struct BlockRow {
  BlockLayout layout;
  int zero, group;
  void (*open)(const std::byte* block, OpenBlock& to);
};

constexpr Scheme kFour{Scheme::Kind::q4, kBlockGroup}, kSix{Scheme::Kind::q6, kBlockGroup},
    kEight{Scheme::Kind::q8, kBlockGroup};

constexpr std::array kBlockRows = {
    BlockRow{{BlockType::q4_0, "Q4_0", 32, 18, kFour}, 8, 32, open_q4_0},
    BlockRow{{BlockType::q4_1, "Q4_1", 32, 20, kFour}, 0, 32, open_q4_1},
    BlockRow{{BlockType::q5_0, "Q5_0", 32, 22, kSix}, 16, 32, open_q5_0},
    BlockRow{{BlockType::q5_1, "Q5_1", 32, 24, kSix}, 0, 32, open_q5_1},
    BlockRow{{BlockType::q8_0, "Q8_0", 32, 34, kEight}, 128, 32, open_q8_0},
    BlockRow{{BlockType::q4_k, "Q4_K", 256, 144, kFour}, 0, 32, open_q4_k},
    BlockRow{{BlockType::q5_k, "Q5_K", 256, 176, kSix}, 0, 32, open_q5_k},
    BlockRow{{BlockType::q6_k, "Q6_K", 256, 210, kEight}, 32, 16, open_q6_k},
};

const BlockRow& block_row(BlockType type) {
  const BlockRow& row = kBlockRows[static_cast<size_t>(type)];
  assert(row.layout.type == type);
  return row;
}

void write_floats(const BlockRow& row, const OpenBlock& block, float* out) {
  for (int i = 0; i < row.layout.values; ++i) {
    const int g = i / row.group;
    const float scaled = block.scale[g] * static_cast<float>(block.q[i] - row.zero);
    out[i] = row.zero == 0 ? scaled + block.bias[g] : scaled;
  }
}

// 32 integers as one stream of bits (affine.h).
void pack_group(const uint8_t* q, int bits, std::byte* to) {
  if (bits == 8) {
    std::memcpy(to, q, kBlockGroup);
    return;
  }
  if (bits == 4) {
    for (int i = 0; i < kBlockGroup / 2; ++i)
      to[i] = static_cast<std::byte>(q[2 * i] | q[2 * i + 1] << 4);
    return;
  }
  for (int i = 0; i < kBlockGroup; i += 4, to += 3) {  // four of 6 bits in three bytes
    const uint32_t four = q[i] | q[i + 1] << 6 | q[i + 2] << 12 | q[i + 3] << 18;
    std::memcpy(to, &four, 3);
  }
}

bool is_finite_f16(uint16_t half) { return (half & 0x7c00) != 0x7c00; }

// Encodes again: the block's groups are not those of the scheme.
bool encode_block(const BlockRow& row, const OpenBlock& block, std::byte* const* parts) {
  std::array<float, kMostInBlock> values;
  write_floats(row, block, values.data());
  const Scheme& scheme = row.layout.scheme;
  return codec_of(scheme.kind).encode(scheme, values, row.layout.values, {parts, 3});
}

bool put_block(const BlockRow& row, const OpenBlock& block, std::byte* const* parts) {
  if (row.group != kBlockGroup) return encode_block(row, block, parts);
  const int bits = row.layout.scheme.bits();
  bool finite = true;
  for (int g = 0; g < row.layout.values / kBlockGroup; ++g) {
    pack_group(block.q.data() + g * kBlockGroup, bits, parts[0] + g * kBlockGroup * bits / 8);
    const uint16_t scale = to_f16(block.scale[g]), bias = to_f16(block.bias[g]);
    finite = finite && is_finite_f16(scale) && is_finite_f16(bias);
    std::memcpy(parts[1] + g * sizeof scale, &scale, sizeof scale);
    if (row.zero == 0) std::memcpy(parts[2] + g * sizeof bias, &bias, sizeof bias);
  }
  return finite;
}

}  // namespace

const BlockLayout& layout_of(BlockType type) { return block_row(type).layout; }

void dequantize_blocks(BlockType type, std::span<const std::byte> blocks, std::span<float> out) {
  const BlockRow& row = block_row(type);
  const auto bytes = static_cast<size_t>(row.layout.bytes);
  const auto values = static_cast<size_t>(row.layout.values);
  assert(blocks.size() % bytes == 0 && out.size() == blocks.size() / bytes * values);
  OpenBlock block;
  for (size_t b = 0; b * bytes < blocks.size(); ++b) {
    row.open(blocks.data() + b * bytes, block);
    write_floats(row, block, out.data() + b * values);
  }
}

bool has_zero_of_all(BlockType type) {
  const BlockRow& row = block_row(type);
  return row.zero != 0 && row.group == kBlockGroup;
}

AffineView view_of_blocks(BlockType type, int rows, int cols, std::span<std::byte* const> parts) {
  const BlockRow& row = block_row(type);
  const Scales scales(reinterpret_cast<const uint16_t*>(parts[1]));
  const Scales biases = has_zero_of_all(type) ? scales.times(static_cast<float>(-row.zero))
                                              : Scales(reinterpret_cast<const uint16_t*>(parts[2]));
  return {rows,
          cols,
          row.layout.scheme.group,
          row.layout.scheme.bits(),
          reinterpret_cast<const uint32_t*>(parts[0]),
          scales,
          biases};
}

bool repack_blocks(BlockType type, std::span<const std::byte> row_bytes,
                   std::span<std::byte* const> parts) {
  const BlockRow& row = block_row(type);
  const auto bytes = static_cast<size_t>(row.layout.bytes);
  assert(row_bytes.size() % bytes == 0 && parts.size() >= (has_zero_of_all(type) ? 2 : 3));
  const size_t packed = static_cast<size_t>(row.layout.values * row.layout.scheme.bits() / 8);
  const size_t scales = static_cast<size_t>(row.layout.values / kBlockGroup) * sizeof(uint16_t);
  std::array<std::byte*, 3> to = {parts[0], parts[1], parts.size() > 2 ? parts[2] : nullptr};
  OpenBlock block;
  bool finite = true;
  for (size_t at = 0; at < row_bytes.size(); at += bytes) {
    row.open(row_bytes.data() + at, block);
    finite = put_block(row, block, to.data()) && finite;
    to = {to[0] + packed, to[1] + scales, to[2] != nullptr ? to[2] + scales : nullptr};
  }
  return finite;
}

}  // namespace sotto::quant
