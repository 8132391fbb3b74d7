#include "quant/affine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "affine_integers.h"
#include "golden.h"
#include "quant/half.h"
#include "quant/stored_matrix.h"
#include "quant/sym8.h"

namespace sotto::quant::affine_test {
namespace {

using sotto::testing::golden_folder;
using sotto::testing::golden_json;
using testing::GoldenFile;

const GoldenFile& goldens() {
  static const GoldenFile file(golden_folder("nllb") / "quant_goldens.safetensors");
  return file;
}

std::vector<uint32_t> bits_of(std::span<const float> values) {
  std::vector<uint32_t> bits(values.size());
  for (size_t i = 0; i < bits.size(); ++i) bits[i] = std::bit_cast<uint32_t>(values[i]);
  return bits;
}

struct Golden {
  std::string key;
  AffineMatrix ours, theirs;
  std::vector<uint16_t> half_scales, half_biases;  // theirs, of a float16 case
};

// One case of cases.json: the weight quantized by us, and what MLX made of it.
Golden load(const nlohmann::json& entry) {
  Golden golden{entry.at("key"), {}, {}, {}, {}};
  const std::string weight = entry.at("weight");
  const bool half = entry.at("dtype") == "float16";
  std::vector<float> w = goldens().f32(weight);
  if (half) {
    for (float& x : w) x = from_f16(to_f16(x));
  }
  const auto shape = goldens().at(weight).shape;
  const int rows = static_cast<int>(shape.at(0)), cols = static_cast<int>(shape.at(1));
  const int group = entry.at("group_size"), bits = entry.at("bits");
  golden.ours = quantize_affine(w, rows, cols, group, bits);
  golden.theirs = make_affine(rows, cols, group, bits);
  golden.theirs.packed = goldens().at(golden.key + ".w_q").as<uint32_t>();
  if (half) {
    golden.half_scales = goldens().at(golden.key + ".scales").as<uint16_t>();
    golden.half_biases = goldens().at(golden.key + ".biases").as<uint16_t>();
  } else {
    golden.theirs.scales = goldens().f32(golden.key + ".scales");
    golden.theirs.biases = goldens().f32(golden.key + ".biases");
  }
  return golden;
}

std::vector<uint16_t> halves_of(std::span<const float> values) {
  std::vector<uint16_t> halves;
  for (const float x : values) halves.push_back(to_f16(x));
  return halves;
}

TEST(Affine, EqualsMlxBitForBit) {
  const auto cases = golden_json(golden_folder("nllb") / "cases.json").at("quant");
  ASSERT_FALSE(cases.empty());
  for (const auto& entry : cases) {
    const Golden golden = load(entry);
    SCOPED_TRACE(golden.key);
    EXPECT_EQ(golden.ours.packed, golden.theirs.packed);
    if (golden.half_scales.empty()) {
      EXPECT_EQ(bits_of(golden.ours.scales), bits_of(golden.theirs.scales));
      EXPECT_EQ(bits_of(golden.ours.biases), bits_of(golden.theirs.biases));
    } else {
      EXPECT_EQ(halves_of(golden.ours.scales), golden.half_scales);
      EXPECT_EQ(halves_of(golden.ours.biases), golden.half_biases);
    }
  }
}

TEST(Affine, DequantizesAsMlxDoes) {
  const auto cases = golden_json(golden_folder("nllb") / "cases.json").at("quant");
  int compared = 0;
  for (const auto& entry : cases) {
    const Golden golden = load(entry);
    if (!goldens().has(golden.key + ".dequantized")) continue;
    SCOPED_TRACE(golden.key);
    const std::vector<float> out = floats_of(golden.theirs.view());
    EXPECT_EQ(bits_of(out), bits_of(goldens().f32(golden.key + ".dequantized")));
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

TEST(Affine, ErrorIsHalfAStepAndUnpackedRowsAgree) {
  for (const int bits : {8, 6, 4}) {
    for (const int group : {32, 64, 128}) {
      SCOPED_TRACE(::testing::Message() << bits << " bits, group " << group);
      const int rows = 3, cols = 256;
      std::vector<float> w(rows * cols);
      for (size_t i = 0; i < w.size(); ++i) w[i] = std::sin(0.7f * i * i) + 0.1f * (i % 7);
      const AffineMatrix m = quantize_affine(w, rows, cols, group, bits);
      const std::vector<float> out = floats_of(m.view());
      for (int r = 0; r < rows; ++r) {
        const std::vector<float> q = sotto::testing::affine_integers(m.view(), r);
        for (int c = 0; c < cols; ++c) {
          const int i = r * cols + c, g = r * (cols / group) + c / group;
          EXPECT_EQ(out[i], m.scales[g] * q[c] + m.biases[g]);
          // Half a step, and the step by which the bent scale may fail to reach the far end.
          EXPECT_LE(std::fabs(out[i] - w[i]), 1.01f * std::fabs(m.scales[g])) << i;
        }
      }
    }
  }
}

TEST(Affine, RowsInPiecesEqualTheWhole) {
  const int rows = 5, cols = 128;
  std::vector<float> w(rows * cols);
  for (size_t i = 0; i < w.size(); ++i) w[i] = std::cos(1.3f * i);
  const AffineMatrix whole = quantize_affine(w, rows, cols, 64, 6);
  AffineMatrix pieces = make_affine(rows, cols, 64, 6);
  quantize_affine_rows(std::span(w).subspan(2 * cols), 2, pieces);
  quantize_affine_rows(std::span(w).first(2 * cols), 0, pieces);
  EXPECT_EQ(pieces.packed, whole.packed);
  EXPECT_EQ(pieces.scales, whole.scales);
  EXPECT_EQ(pieces.biases, whole.biases);
}

TEST(Affine, WeightsThatAreNotFiniteDoNoHarmBesideTheirGroup) {
  std::vector<float> w(128, 0.5f);
  w[3] = std::numeric_limits<float>::quiet_NaN();
  w[9] = std::numeric_limits<float>::infinity();
  const AffineMatrix m = quantize_affine(w, 1, 128, 64, 8);
  const std::vector<float> out = floats_of(m.view());
  for (int c = 64; c < 128; ++c) EXPECT_EQ(out[c], 0.5f);
}

TEST(Affine, KnowsWhatFits) {
  EXPECT_TRUE(affine_fits(128, 64, 8));
  EXPECT_TRUE(affine_fits(96, 32, 6));
  EXPECT_FALSE(affine_fits(96, 64, 8));
  EXPECT_FALSE(affine_fits(128, 16, 8));
  EXPECT_FALSE(affine_fits(128, 64, 5));
  EXPECT_FALSE(affine_fits(0, 64, 8));
}

TEST(Sym8, EqualsTheReference) {
  int compared = 0;
  for (const auto& [name, entry] : goldens().header().items()) {
    const std::string suffix = ".sym8.q";
    if (!name.ends_with(suffix)) continue;
    SCOPED_TRACE(name);
    const std::string weight = name.substr(0, name.size() - suffix.size());
    const int rows = entry.at("shape").at(0), cols = entry.at("shape").at(1);
    const Sym8Matrix m = quantize_sym8(goldens().f32(weight), rows, cols);
    EXPECT_EQ(m.q, goldens().at(name).as<int8_t>());
    EXPECT_EQ(bits_of(m.scales), bits_of(goldens().f32(weight + ".sym8.scale")));
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

TEST(Sym8, ZerosStayZerosAndDequantizeMultiplies) {
  const std::vector<float> w = {0, 0, 0, 1, -2, 127};
  const Sym8Matrix m = quantize_sym8(w, 2, 3);
  EXPECT_EQ(m.scales, (std::vector<float>{1, 1}));
  EXPECT_EQ(floats_of(m.view()), w);
}

}  // namespace
}  // namespace sotto::quant::affine_test
