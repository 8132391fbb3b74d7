#include "checkpoint/matrix.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/thread_pool.h"
#include "checkpoint/files.h"
#include "checkpoint/safetensors.h"
#include "checkpoint/tensor_table.h"
#include "golden.h"
#include "quant/half.h"

namespace sotto::checkpoint {
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

// The words that MLX stored for the golden weights come out as the matrix that they were made from.
TEST(Matrix, ReadsWhatMlxStored) {
  const auto folder = testing::golden_folder("nllb");
  const testing::GoldenFile goldens(folder / "quant_goldens.safetensors");
  const auto cases = testing::golden_json(folder / "cases.json").at("quant");
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
    const auto& affine = std::get<quant::AffineMatrix>(*matrix);
    EXPECT_EQ(affine.group, entry.at("group_size"));
    EXPECT_EQ(affine.bits, entry.at("bits"));
    EXPECT_EQ(affine.packed, goldens.at(key + ".w_q").as<uint32_t>());
    if (half) {
      const auto stored = scales.as<uint16_t>();
      for (size_t i = 0; i < stored.size(); ++i)
        EXPECT_EQ(affine.scales[i], quant::from_f16(stored[i]));
    } else {
      EXPECT_EQ(affine.biases, biases.as<float>());
    }
  }
}

TEST(Matrix, QuantizesWhileReadingOnAnyNumberOfThreads) {
  const int rows = 7, cols = 64;
  Table table;
  table.add("w", DType::f32, {rows, cols}, wave(rows * cols));
  const quant::AffineMatrix expected = quant::quantize_affine(wave(rows * cols), rows, cols, 32, 6);
  ThreadPool pool(3);
  for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
    const auto matrix =
        read_matrix(table.weights(), "w", rows, cols, {Quantization{32, 6}, threads});
    ASSERT_TRUE(matrix) << matrix.error().message;
    const auto& affine = std::get<quant::AffineMatrix>(*matrix);
    EXPECT_EQ(affine.packed, expected.packed);
    EXPECT_EQ(affine.scales, expected.scales);
    EXPECT_EQ(affine.biases, expected.biases);
  }
  const auto floats = read_matrix(table.weights(), "w", rows, cols);
  EXPECT_EQ(std::get<FloatMatrix>(*floats).values, wave(rows * cols));
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
      .add("q.biases", DType::f32, {2, 1}, wave(2));
  const auto error = [&](const char* name, int rows, int cols, const MatrixOptions& options = {}) {
    return message(read_matrix(table.weights(), name, rows, cols, options));
  };
  EXPECT_EQ(error("q.weight", 2, 32), "no error");
  EXPECT_EQ(error("q.weight", 2, 64), "no error");  // 4 bits, group 64
  EXPECT_THAT(error("q.weight", 3, 32),
              HasSubstr("q.weight is U32 [2, 8], expected 8, 6 or 4 bits for "
                        "3 x 32 values"));
  EXPECT_THAT(error("q.weight", 2, 128), HasSubstr("(scales are [2, 1])"));
  EXPECT_THAT(error("alone.weight", 2, 32), HasSubstr("expected alone.scales beside a U32 tensor"));
  EXPECT_THAT(error("nobias.weight", 2, 32), HasSubstr("there is no tensor nobias.biases"));
  EXPECT_EQ(error("gone", 2, 32),
            "m.safetensors: there is no tensor gone, expected one of [2, 32]");
  EXPECT_EQ(error("w", 2, 32), "m.safetensors: w is [2, 48], expected [2, 32]");
  EXPECT_THAT(error("i", 2, 32), HasSubstr("i is I32 [2, 32], expected floats or quantized words"));
  EXPECT_EQ(error("w", 2, 48, {Quantization{64, 8}, nullptr}),
            "m.safetensors: w has 48 columns, expected a multiple of the group of 64 for 8 bits");
}

TEST(StoredQuantization, IsReadAndChecked) {
  const auto read = [](const char* text) {
    return stored_quantization(nlohmann::json::parse(text), "config.json");
  };
  EXPECT_FALSE(read("{}")->has_value());
  const auto found = read(R"({"quantization": {"group_size": 64, "bits": 6}})");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->group, 64);
  EXPECT_EQ((*found)->bits, 6);
  EXPECT_THAT(message(read(R"({"quantization": 8})")), HasSubstr("group_size is missing"));
  EXPECT_THAT(message(read(R"({"quantization": {"group_size": 48, "bits": 8}})")),
              HasSubstr("quantization is 8 bits in groups of 48, expected 8, 6 or 4"));
}

}  // namespace
}  // namespace sotto::checkpoint
