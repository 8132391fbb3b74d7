// Blocks of GGUF beside what gguf's own package says that they stand for.
#include "quant/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "golden.h"
#include "quant/codec.h"

namespace sotto::quant::blocks_test {
namespace {

constexpr BlockType kTypes[] = {BlockType::q4_0, BlockType::q4_1, BlockType::q5_0, BlockType::q5_1,
                                BlockType::q8_0, BlockType::q4_k, BlockType::q5_k, BlockType::q6_k};

struct Golden {
  std::string bytes;
  std::vector<float> values;
  std::span<const std::byte> blocks() const {
    return std::as_bytes(std::span(bytes.data(), bytes.size()));
  }
};

Golden golden_of(BlockType type) {
  const sotto::testing::GoldenFile file(sotto::testing::golden_folder("decoder_lm") /
                                        "blocks.safetensors");
  const std::string name(layout_of(type).name);
  return {file.at(name + ".bytes").bytes, file.f32(name + ".values")};
}

// All blocks as one row of groups, and back; empty: refused.
std::vector<float> repacked(BlockType type, std::span<const std::byte> blocks, int cols) {
  const Scheme& scheme = layout_of(type).scheme;
  std::vector<std::vector<uint32_t>> memory;
  std::vector<std::byte*> parts;
  for (const Part& part : codec_of(scheme.kind).parts(scheme, cols)) {
    memory.emplace_back(static_cast<size_t>(part.width));
    parts.push_back(reinterpret_cast<std::byte*>(memory.back().data()));
  }
  if (has_zero_of_all(type)) parts.pop_back();
  if (!repack_blocks(type, blocks, parts)) return {};
  return floats_of(view_of_blocks(type, 1, cols, parts));
}

TEST(Blocks, StandForTheFloatsOfTheReference) {
  for (const BlockType type : kTypes) {
    SCOPED_TRACE(layout_of(type).name);
    const Golden golden = golden_of(type);
    ASSERT_EQ(golden.values.size() / static_cast<size_t>(layout_of(type).values),
              golden.bytes.size() / static_cast<size_t>(layout_of(type).bytes));
    std::vector<float> values(golden.values.size());
    dequantize_blocks(type, golden.blocks(), values);
    EXPECT_EQ(values, golden.values);
  }
}

TEST(Blocks, ThatOurGroupsHoldBecomeThemExactly) {
  for (const BlockType type :
       {BlockType::q4_0, BlockType::q4_1, BlockType::q5_0, BlockType::q5_1, BlockType::q8_0}) {
    SCOPED_TRACE(layout_of(type).name);
    const Golden golden = golden_of(type);
    EXPECT_EQ(repacked(type, golden.blocks(), static_cast<int>(golden.values.size())),
              golden.values);
  }
}

// How far a value of a group may move (blocks.h), of what is known of it: with q of 0 in it, scale
// * q is at most its range and the bias its least value; twice that where there is none. Scales
// below 2^-14 are rounded to multiples of 2^-24, and q is at most 255.
float most_moved(BlockType type, std::span<const float> values) {
  const auto [least, greatest] = std::ranges::minmax_element(values);
  const float low = std::min(*least, 0.0f), high = std::max(*greatest, 0.0f), range = high - low;
  if (type == BlockType::q6_k) return range / 200 + 0x1p-17f;
  return 0x1p-10f * (range + std::max(high, -low)) + 0x1p-17f;
}

TEST(Blocks, OfOtherScalesMoveAsLittleAsTheHeaderSays) {
  for (const BlockType type : {BlockType::q4_k, BlockType::q5_k, BlockType::q6_k}) {
    SCOPED_TRACE(layout_of(type).name);
    const Golden golden = golden_of(type);
    const std::vector<float> values =
        repacked(type, golden.blocks(), static_cast<int>(golden.values.size()));
    ASSERT_EQ(values.size(), golden.values.size());
    double squares = 0, errors = 0;
    for (size_t g = 0; g < values.size(); g += 32) {
      const float most = most_moved(type, std::span(golden.values).subspan(g, 32));
      for (size_t i = g; i < g + 32; ++i) {
        EXPECT_LE(std::fabs(values[i] - golden.values[i]), most) << i;
        errors += std::pow(double{values[i]} - double{golden.values[i]}, 2);
        squares += std::pow(double{golden.values[i]}, 2);
      }
    }
    EXPECT_GT(errors, 0);
    EXPECT_LT(std::sqrt(errors / squares), 0.01);
  }
}

// Scales that binary16 cannot hold, or that are none.
TEST(Blocks, WithoutFiniteScalesAreRefused) {
  for (const BlockType type : kTypes) {
    SCOPED_TRACE(layout_of(type).name);
    const BlockLayout& layout = layout_of(type);
    for (const uint16_t bits : {0x7c00, 0x7e00, 0xfc00}) {
      std::vector<std::byte> block(static_cast<size_t>(layout.bytes), std::byte{0x11});
      const size_t at = type == BlockType::q6_k ? block.size() - 2 : 0;
      std::memcpy(block.data() + at, &bits, sizeof bits);
      EXPECT_TRUE(repacked(type, block, layout.values).empty()) << bits;
    }
  }
}

// No bias is stored, so that none is too large.
TEST(Blocks, MayHaveTheLargestScales) {
  std::vector<std::byte> large(34, std::byte{1});
  const uint16_t d = 0x7bff;  // 65504
  std::memcpy(large.data(), &d, sizeof d);
  EXPECT_EQ(repacked(BlockType::q8_0, large, 32), std::vector<float>(32, 65504));
}

}  // namespace
}  // namespace sotto::quant::blocks_test
