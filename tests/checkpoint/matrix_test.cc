#include "checkpoint/matrix.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <cstring>

#include "checkpoint/encode.h"
#include "checkpoint/files.h"
#include "checkpoint/safetensors.h"
#include "checkpoint/tensor_table.h"
#include "golden.h"
#include "quant/half.h"

namespace sotto::checkpoint::matrix_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
std::string message(const Result<T>& result) {
  return result ? "no error" : result.error().message;
}

// Weights made by a test; the values live as long as the table.
class Table {
 public:
  template <class T>
  Table& add(std::string name, DType dtype, std::vector<int64_t> shape, std::vector<T> values) {
    const auto kept = std::make_shared<const std::vector<T>>(std::move(values));
    table_.keep(kept);
    table_.add({std::move(name), dtype, std::move(shape), std::as_bytes(std::span(*kept))});
    return *this;
  }
  const Weights& weights() const { return table_; }

 private:
  TensorTable table_{"m.safetensors"};
};

std::vector<float> wave(size_t size) {
  std::vector<float> values(size);
  for (size_t i = 0; i < size; ++i) values[i] = std::sin(0.37f * static_cast<float>(i));
  return values;
}

TEST(Weights, SayWhatWasFoundAndExpected) {
  Table table;
  table.add<float>("w", DType::f32, {2, 3}, {1, 2, 3, 4, 5, 6})
      .add<int32_t>("i", DType::i32, {1}, {1});
  const Weights& weights = table.weights();
  const auto error = [&](const char* name, std::vector<int64_t> shape) {
    return message(read_f32(weights, name, shape));
  };
  EXPECT_EQ(error("w", {2, 3}), "no error");
  EXPECT_EQ(error("w", {3, 2}), "m.safetensors: w is [2, 3], expected [3, 2]");
  EXPECT_EQ(error("w", {6}), "m.safetensors: w is [2, 3], expected [6]");
  EXPECT_EQ(error("v", {6}), "m.safetensors: there is no tensor v, expected one of [6]");
  EXPECT_EQ(error("i", {1}), "m.safetensors: i holds I32, expected floats");
}

TEST(Weights, WidenEveryFloatType) {
  Table table;
  table.add<float>("f32", DType::f32, {3}, {1, -2.5f, 3})
      .add<uint16_t>("f16", DType::f16, {3}, {0x3c00, 0xc100, 0x4200})
      .add<uint16_t>("bf16", DType::bf16, {3}, {0x3f80, 0xc020, 0x4040})
      .add<double>("f64", DType::f64, {3}, {1, -2.5, 3});
  for (const std::string& name : table.weights().names()) {
    const StoredTensor& tensor = *table.weights().find(name);
    EXPECT_THAT(*to_f32(tensor), ElementsAre(1, -2.5f, 3)) << name;
    std::array<float, 2> piece{};
    to_f32(tensor, 1, piece);
    EXPECT_THAT(piece, ElementsAre(-2.5f, 3)) << name;
  }
}

TEST(Weights, MayLieAtAnyAddress) {
  const std::string bytes("x\0\0\x80\x3f\0\0\0\x40", 9);
  const StoredTensor tensor{"w", DType::f32, {2}, as_bytes(bytes).subspan(1)};
  EXPECT_THAT(*to_f32(tensor), ElementsAre(1, 2));
}

TEST(DTypes, HaveNamesAndSizes) {
  EXPECT_EQ(dtype_named("BF16"), DType::bf16);
  EXPECT_EQ(dtype_named("F8_E4M3"), std::nullopt);
  EXPECT_EQ(name_of(DType::boolean), "BOOL");
  EXPECT_EQ(size_of(DType::u64), 8u);
}

// The words that MLX stored for the golden weights come out as the matrix that they were made from,
// where they lie.
TEST(Matrix, ReadsWhatMlxStored) {
  const auto folder = sotto::testing::golden_folder("nllb");
  const testing::GoldenFile goldens(folder / "quant_goldens.safetensors");
  const auto cases = sotto::testing::golden_json(folder / "cases.json").at("quant");
  for (const auto& entry : cases) {
    const std::string key = entry.at("key"), weight = entry.at("weight");
    SCOPED_TRACE(key);
    const int64_t rows = goldens.at(weight).shape[0], cols = goldens.at(weight).shape[1];
    const bool half = entry.at("dtype") == "float16";
    const auto scales = goldens.at(key + ".scales"), biases = goldens.at(key + ".biases");
    Table table;
    table.add("m.weight", DType::u32, goldens.at(key + ".w_q").shape,
              goldens.at(key + ".w_q").as<uint32_t>());
    table.add("m.scales", half ? DType::f16 : DType::f32, scales.shape, scales.as<char>());
    table.add("m.biases", half ? DType::f16 : DType::f32, biases.shape, biases.as<char>());
    const auto matrix =
        read_matrix(table.weights(), "m.weight", static_cast<int>(rows), static_cast<int>(cols));
    ASSERT_TRUE(matrix) << matrix.error().message;
    EXPECT_TRUE(matrix->made.empty());
    const auto& affine = std::get<quant::AffineView>(matrix->weight);
    EXPECT_EQ(affine.group, entry.at("group_size"));
    EXPECT_EQ(affine.bits, entry.at("bits"));
    EXPECT_EQ(std::memcmp(affine.packed, goldens.at(key + ".w_q").bytes.data(),
                          goldens.at(key + ".w_q").bytes.size()),
              0);
    EXPECT_EQ(affine.scales.f16() != nullptr, half);
    const size_t groups = scales.bytes.size() / (half ? 2 : 4);
    for (size_t i = 0; i < groups; ++i) {
      EXPECT_EQ(affine.scales[i],
                half ? quant::from_f16(scales.as<uint16_t>()[i]) : scales.as<float>()[i]);
      EXPECT_EQ(affine.biases[i],
                half ? quant::from_f16(biases.as<uint16_t>()[i]) : biases.as<float>()[i]);
    }
  }
}

// Quantized while it is read: MLX's words, and its scales as float16.
TEST(Matrix, QuantizesFloatsAsMlxDoes) {
  const auto folder = sotto::testing::golden_folder("nllb");
  const testing::GoldenFile goldens(folder / "quant_goldens.safetensors");
  const auto cases = sotto::testing::golden_json(folder / "cases.json");  // outlives the loop
  for (const auto& entry : cases.at("quant")) {
    const std::string key = entry.at("key"), weight = entry.at("weight");
    SCOPED_TRACE(key);
    const auto shape = goldens.at(weight).shape;
    const bool half = entry.at("dtype") == "float16";
    std::vector<float> w = goldens.f32(weight);
    if (half) {
      for (float& x : w) x = quant::from_f16(quant::to_f16(x));
    }
    Table table;
    table.add("w", DType::f32, shape, w);
    const auto scheme = quant::parse_scheme(
        fmt::format("q{}:{}", entry.at("bits").get<int>(), entry.at("group_size").get<int>()));
    const auto matrix = read_matrix(table.weights(), "w", static_cast<int>(shape[0]),
                                    static_cast<int>(shape[1]), {.scheme = *scheme});
    ASSERT_TRUE(matrix) << matrix.error().message;
    EXPECT_EQ(quant::scheme_of(matrix->weight), *scheme);
    const auto& affine = std::get<quant::AffineView>(matrix->weight);
    EXPECT_EQ(std::memcmp(affine.packed, goldens.at(key + ".w_q").bytes.data(),
                          goldens.at(key + ".w_q").bytes.size()),
              0);
    const auto scales = goldens.at(key + ".scales");
    for (size_t i = 0; i < scales.bytes.size() / (half ? 2 : 4); ++i) {
      EXPECT_EQ(affine.scales.f16()[i],
                half ? scales.as<uint16_t>()[i] : quant::to_f16(scales.as<float>()[i]));
    }
  }
}

TEST(Matrix, StoredFormsAreUsedWhereTheyLie) {
  Table table;
  table.add("f32", DType::f32, {2, 3}, wave(6))
      .add("f16", DType::f16, {2, 3}, std::vector<uint16_t>(6, 0x3c00))
      .add("bf16", DType::bf16, {2, 3}, std::vector<uint16_t>(6, 0x3f80))
      .add("f64", DType::f64, {2, 3}, std::vector<double>(6, 0.5))
      .add("r.weight", DType::i8, {2, 3}, std::vector<int8_t>{1, -2, 3, -128, 0, 127})
      .add("r.scales", DType::f32, {2}, std::vector<float>{0.5f, 2});
  for (const char* name : {"f32", "f16", "bf16", "r.weight"}) {
    SCOPED_TRACE(name);
    const auto matrix = read_matrix(table.weights(), name, 2, 3);
    ASSERT_TRUE(matrix) << matrix.error().message;
    EXPECT_TRUE(matrix->made.empty());
    const void* data = std::visit(
        [](const auto& m) -> const void* {
          if constexpr (requires { m.data; }) return m.data;
          if constexpr (requires { m.packed; }) return m.packed;
          if constexpr (requires { m.q; }) return m.q;
          return nullptr;
        },
        matrix->weight);
    EXPECT_EQ(data, table.weights().find(name)->bytes.data());
  }
  const auto wide = read_matrix(table.weights(), "f64", 2, 3);
  EXPECT_EQ(std::get<quant::F32Matrix>(wide->weight).data[5], 0.5f);
  const auto rows = read_matrix(table.weights(), "r.weight", 2, 3);
  EXPECT_EQ(std::get<quant::Sym8View>(rows->weight).scales[1], 2);
  EXPECT_EQ(quant::bytes_of(rows->weight), 6u + 8);
  const auto floats = read_matrix(table.weights(), "r.weight", 2, 3, {.scheme = quant::Scheme{}});
  const float* f = std::get<quant::F32Matrix>(floats->weight).data;
  EXPECT_THAT(std::vector<float>(f, f + 6), ElementsAre(0.5f, -1, 1.5f, -256, 0, 254));
}

TEST(Matrix, ColumnsAreUsedWhereTheyLie) {
  Table table;
  table.add("fc2.columns", DType::i8, {3, 2}, std::vector<int8_t>{1, -128, -2, 0, 3, 127})
      .add("fc2.scales", DType::f32, {2}, std::vector<float>{0.5f, 2});
  const auto matrix = read_matrix(table.weights(), "fc2.weight", 2, 3);
  ASSERT_TRUE(matrix) << matrix.error().message;
  EXPECT_TRUE(matrix->made.empty());
  const auto& view = std::get<quant::Sym8Columns>(matrix->weight);
  EXPECT_EQ(static_cast<const void*>(view.q), table.weights().find("fc2.columns")->bytes.data());
  EXPECT_EQ(view.scales[1], 2);
  EXPECT_EQ(quant::scheme_of(matrix->weight), quant::Scheme{quant::Scheme::Kind::int8});
  EXPECT_EQ(quant::bytes_of(matrix->weight), 6u + 8);
  const auto floats = read_matrix(table.weights(), "fc2.weight", 2, 3, {.scheme = quant::Scheme{}});
  const float* f = std::get<quant::F32Matrix>(floats->weight).data;
  EXPECT_THAT(std::vector<float>(f, f + 6), ElementsAre(0.5f, -1, 1.5f, -256, 0, 254));
}

TEST(Matrix, ColumnsAreCheckedAsRowsAre) {
  const auto message = [](const Table& table) {
    const auto matrix = read_matrix(table.weights(), "fc2.weight", 2, 3);
    return matrix ? "no error" : matrix.error().message;
  };
  const std::vector<int8_t> q(6);
  const std::vector<float> two(2);
  EXPECT_THAT(message(Table().add("fc2.columns", DType::i8, {2, 3}, q)), HasSubstr("[3, 2]"));
  EXPECT_THAT(message(Table().add("fc2.columns", DType::i8, {3, 2}, q)), HasSubstr("fc2.scales"));
  EXPECT_THAT(message(Table().add("fc2.columns", DType::u8, {3, 2}, std::vector<uint8_t>(6))),
              HasSubstr("expected I8"));
  EXPECT_THAT(message(Table()
                          .add("fc2.columns", DType::i8, {3, 2}, q)
                          .add("fc2.scales", DType::f32, {3}, std::vector<float>(3))),
              HasSubstr("expected"));
  EXPECT_EQ(
      message(
          Table().add("fc2.columns", DType::i8, {3, 2}, q).add("fc2.scales", DType::f32, {2}, two)),
      "no error");
}

TEST(Matrix, WhatLiesAskewIsCopied) {
  std::vector<std::byte> bytes(1 + 6 * 4);
  const std::vector<float> values = wave(6);
  std::memcpy(bytes.data() + 1, values.data(), 24);
  TensorTable table("m.safetensors");
  table.add({"w", DType::f32, {2, 3}, std::span(bytes).subspan(1)});
  const auto matrix = read_matrix(table, "w", 2, 3);
  ASSERT_TRUE(matrix);
  EXPECT_EQ(matrix->made.size(), 1u);
  const float* f = std::get<quant::F32Matrix>(matrix->weight).data;
  EXPECT_EQ(reinterpret_cast<uintptr_t>(f) % 64, 0u);
  EXPECT_EQ(std::vector<float>(f, f + 6), values);
}

TEST(Matrix, BrainFloatScalesAreWidened) {
  Table table;
  table.add("q.weight", DType::u32, {2, 8}, std::vector<uint32_t>(16, 0x01010101))
      .add("q.scales", DType::bf16, {2, 1}, std::vector<uint16_t>{0x3f80, 0x4000})
      .add("q.biases", DType::f16, {2, 1}, std::vector<uint16_t>{0x3c00, 0x4000});
  const auto matrix = read_matrix(table.weights(), "q.weight", 2, 32);
  ASSERT_TRUE(matrix) << matrix.error().message;
  const auto& view = std::get<quant::AffineView>(matrix->weight);
  EXPECT_EQ(view.scales.f32()[1], 2);
  EXPECT_EQ(view.biases.f32()[1], 2);
  EXPECT_EQ(matrix->made.size(), 2u);
}

TEST(Matrix, EverySchemeIsCloseToTheFloats) {
  const int rows = 7, cols = 128;
  Table table;
  const std::vector<float> w = wave(rows * cols);
  table.add("w", DType::f32, {rows, cols}, w);
  // A step of a range of 2 in n bits; int8 has 127 steps for 1; f16 and bf16 round their mantissa.
  const std::pair<const char*, double> cases[] = {
      {"f32", 0},       {"f16", 0x1p-11}, {"bf16", 0x1p-8},    {"q8", 2.02 / 255},
      {"q6", 2.1 / 63}, {"q4", 2.4 / 15}, {"q4:32", 2.4 / 15}, {"int8", 0.51 / 127}};
  for (const auto& [name, bound] : cases) {
    SCOPED_TRACE(name);
    const auto scheme = quant::parse_scheme(name);
    const auto coded = read_matrix(table.weights(), "w", rows, cols, {.scheme = *scheme});
    ASSERT_TRUE(coded) << coded.error().message;
    EXPECT_EQ(quant::scheme_of(coded->weight), *scheme);
    // Stored so and asked for floats, it is what it stands for.
    Table stored;
    const std::vector<EncodedPart> parts = parts_of(*scheme, rows, cols);
    for (size_t i = 0; i < parts.size() && !coded->made.empty(); ++i) {
      const auto all = coded->made[i].all();
      stored.add("w." + std::string(parts[i].suffix), parts[i].dtype, parts[i].shape,
                 std::vector<std::byte>(all.begin(), all.end()));
    }
    if (coded->made.empty()) stored.add("w.weight", DType::f32, {rows, cols}, w);
    const auto floats =
        read_matrix(stored.weights(), "w.weight", rows, cols, {.scheme = quant::Scheme{}});
    ASSERT_TRUE(floats) << floats.error().message;
    const float* f = std::get<quant::F32Matrix>(floats->weight).data;
    double worst = 0;
    for (size_t i = 0; i < w.size(); ++i) worst = std::max(worst, std::fabs(double{f[i]} - w[i]));
    EXPECT_LE(worst, bound);
    EXPECT_GE(worst, bound / 20);
  }
}

TEST(Matrix, OddColumnsStayAsTheyAre) {
  Table table;
  table.add("w", DType::f32, {2, 48}, wave(96));
  const auto matrix =
      read_matrix(table.weights(), "w", 2, 48, {.scheme = *quant::parse_scheme("q8")});
  ASSERT_TRUE(matrix);
  EXPECT_TRUE(std::holds_alternative<quant::F32Matrix>(matrix->weight));
}

TEST(Matrix, NumbersThatCannotBeStoredAreErrors) {
  for (const auto& [name, value] : {std::pair("q8", NAN), std::pair("int8", INFINITY),
                                    std::pair("f16", 70000.0f), std::pair("q4", 1e8f)}) {
    std::vector<float> w = wave(2 * 64);
    w[70] = value;
    Table table;
    table.add("w", DType::f32, {2, 64}, w);
    EXPECT_THAT(
        message(read_matrix(table.weights(), "w", 2, 64, {.scheme = *quant::parse_scheme(name)})),
        HasSubstr(fmt::format("m.safetensors: w: rows 0 to 1 hold a number that is not "
                              "finite or too large, expected numbers that {} can store",
                              name)));
  }
}

TEST(Matrix, SaysWhatDoesNotFit) {
  Table table;
  table.add("w", DType::f32, {2, 48}, wave(96))
      .add("i", DType::i32, {2, 32}, std::vector<int32_t>(64))
      .add("alone.weight", DType::u32, {2, 8}, std::vector<uint32_t>(16))
      .add("q.weight", DType::u32, {2, 8}, std::vector<uint32_t>(16))
      .add("q.scales", DType::f32, {2, 1}, wave(2))
      .add("nobias.weight", DType::u32, {2, 8}, std::vector<uint32_t>(16))
      .add("nobias.scales", DType::f32, {2, 1}, wave(2))
      .add("q.biases", DType::f32, {2, 1}, wave(2))
      .add("intscale.weight", DType::u32, {2, 8}, std::vector<uint32_t>(16))
      .add("intscale.scales", DType::i32, {2, 1}, std::vector<int32_t>(2))
      .add("intscale.biases", DType::f32, {2, 1}, wave(2))
      .add("r.weight", DType::i8, {2, 32}, std::vector<int8_t>(64))
      .add("s.weight", DType::i8, {2, 32}, std::vector<int8_t>(64))
      .add("s.scales", DType::f32, {3}, wave(3))
      .add("wide.weight", DType::i8, {1, 131073}, std::vector<int8_t>(131073));
  const auto error = [&](const char* name, int rows, int cols) {
    return message(read_matrix(table.weights(), name, rows, cols));
  };
  EXPECT_EQ(error("q.weight", 2, 32), "no error");
  EXPECT_EQ(error("q.weight", 2, 64), "no error");  // 4 bits, group 64
  EXPECT_THAT(error("q.weight", 3, 32),
              HasSubstr("q.weight is U32 [2, 8], expected 8, 6 or 4 bits for "
                        "3 x 32 values"));
  EXPECT_THAT(error("q.weight", 2, 128), HasSubstr("(scales are [2, 1])"));
  EXPECT_THAT(error("alone.weight", 2, 32), HasSubstr("expected alone.scales beside a U32 tensor"));
  EXPECT_THAT(error("nobias.weight", 2, 32), HasSubstr("there is no tensor nobias.biases"));
  EXPECT_THAT(error("intscale.weight", 2, 32),
              HasSubstr("intscale.scales is I32 [2, 1], expected"));
  EXPECT_THAT(error("r.weight", 2, 32), HasSubstr("there is no tensor r.scales"));
  EXPECT_THAT(error("r.weight", 2, 64), HasSubstr("r.weight is [2, 32], expected [2, 64]"));
  EXPECT_THAT(error("s.weight", 2, 32), HasSubstr("s.scales is [3], expected [2]"));
  EXPECT_THAT(error("wide.weight", 1, 131073), HasSubstr("expected at most 131072 columns"));
  EXPECT_EQ(error("gone", 2, 32),
            "m.safetensors: there is no tensor gone, expected one of [2, 32]");
  EXPECT_EQ(error("w", 2, 32), "m.safetensors: w is [2, 48], expected [2, 32]");
  EXPECT_THAT(error("i", 2, 32), HasSubstr("i is I32 [2, 32], expected floats or quantized"));
}

}  // namespace
}  // namespace sotto::checkpoint::matrix_test
