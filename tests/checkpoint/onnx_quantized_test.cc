#include "checkpoint/onnx_quantized.h"

#include <gmock/gmock.h>

#include "checkpoint/onnx_message.h"

namespace sotto::checkpoint::onnx_quantized_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int kFloat = 1, kU8 = 2, kI8 = 3;

std::shared_ptr<const OnnxFile> parsed(const std::string& file) {
  auto result = parse_onnx(std::as_bytes(std::span(file.data(), file.size())), "net.onnx");
  if (!result) ADD_FAILURE() << result.error().message;
  return *result;
}

// The weight of the only node, or of `name`: there, or the test fails.
OnnxQuantized weight_of(const OnnxFile& onnx, std::string_view node, size_t input) {
  const auto weight = quantized_input(onnx, *onnx.named(node), input);
  if (!weight || !*weight) ADD_FAILURE() << (weight ? "not found" : weight.error().message);
  return **weight;
}

std::string scalar(std::string_view name, int type, uint64_t value) {
  return onnx_packed_tensor(name, type, {}, 5, {value});
}

std::string floats(std::string_view name, const std::vector<int64_t>& dims,
                   const std::vector<float>& values) {
  return onnx_tensor(name, kFloat, dims, bytes_of(values));
}

// As onnxruntime's quantizer writes a product: DynamicQuantizeLinear, the product of integers, its
// cast, and the two scales' product.
std::string product(std::string_view op, const std::string& weight, const std::string& scale,
                    const std::string& zero_point, bool with_bias) {
  OnnxGraph graph;
  graph.tensor(weight).tensor(scale).tensor(zero_point);
  graph.node("DynamicQuantizeLinear", "", {"x"}, {"xq", "xs", "xz"})
      .node(op, "product", {"xq", "w", "xz", "wz"}, {"y"})
      .node("Mul", "", {"xs", "ws"}, {"scales"});
  if (with_bias) graph.node("Add", "", {"y", "bias"}, {"sum"});
  graph.node("Cast", "", {with_bias ? "sum" : "y"}, {"cast"})
      .node("Mul", "", {"cast", "scales"}, {"z"});
  return graph.done();
}

TEST(OnnxQuantized, AMatrixHasAScaleAColumn) {
  const std::string file = product(
      "MatMulInteger", onnx_tensor("w", kI8, {2, 3}, bytes_of<int8_t>({1, -2, 3, 4, 5, -64})),
      floats("ws", {3}, {0.5f, 2.0f, 0.25f}),
      onnx_tensor("wz", kI8, {3}, bytes_of<int8_t>({0, 1, 0})), false);
  const auto onnx = parsed(file);
  const OnnxQuantized w = weight_of(*onnx, "product", 1);
  EXPECT_THAT(dequantize(w), ElementsAre(0.5f, -6.0f, 0.75f, 2.0f, 8.0f, -16.0f));
  EXPECT_THAT(*centred(w), ElementsAre(1, -3, 3, 4, 4, -64));
  EXPECT_EQ(w.axis, 1u);
}

TEST(OnnxQuantized, AConvolutionOfBytesHasAZeroPoint) {
  const std::string file =
      product("ConvInteger", onnx_tensor("w", kU8, {2, 1, 2}, bytes_of<uint8_t>({0, 64, 65, 127})),
              floats("ws", {}, {0.5f}), scalar("wz", kU8, 64), true);
  const auto onnx = parsed(file);
  const OnnxQuantized w = weight_of(*onnx, "product", 1);
  EXPECT_THAT(dequantize(w), ElementsAre(-32.0f, 0.0f, 0.5f, 31.5f));
  EXPECT_THAT(*centred(w), ElementsAre(-64, 0, 1, 63));
  // By name, too.
  const auto named = quantized_weight(*onnx, "w");
  ASSERT_TRUE(named && *named);
  EXPECT_EQ(dequantize(**named), dequantize(w));
}

TEST(OnnxQuantized, BytesOfFullRangeMayNotFitAroundZero) {
  const std::string file =
      product("ConvInteger", onnx_tensor("w", kU8, {1, 1, 2}, bytes_of<uint8_t>({0, 255})),
              floats("ws", {1}, {0.5f}), scalar("wz", kU8, 100), false);
  const auto onnx = parsed(file);
  const OnnxQuantized w = weight_of(*onnx, "product", 1);
  EXPECT_FALSE(centred(w));
  EXPECT_THAT(dequantize(w), ElementsAre(-50.0f, 77.5f));
}

TEST(OnnxQuantized, AnLstmHasAScaleADirection) {
  const std::string file =
      OnnxGraph()
          .tensor(onnx_tensor("w", kI8, {2, 1, 2}, bytes_of<int8_t>({1, 2, 3, 4})))
          .tensor(onnx_tensor("r", kI8, {2, 1, 2}, bytes_of<int8_t>({5, 6, 7, 8})))
          .tensor(floats("ws", {2}, {0.5f, 2.0f}))
          .tensor(floats("rs", {2}, {1.0f, 10.0f}))
          .tensor(onnx_tensor("z", kI8, {2}, bytes_of<int8_t>({0, 0})))
          .node("DynamicQuantizeLSTM", "l",
                {"x", "w", "r", "b", "", "", "", "", "ws", "z", "rs", "z"}, {"y"})
          .done();
  const auto onnx = parsed(file);
  EXPECT_THAT(dequantize(weight_of(*onnx, "l", 1)), ElementsAre(0.5f, 1.0f, 6.0f, 8.0f));
  EXPECT_THAT(dequantize(weight_of(*onnx, "l", 2)), ElementsAre(5.0f, 6.0f, 70.0f, 80.0f));
  EXPECT_FALSE(*quantized_input(*onnx, *onnx->named("l"), 3));  // no quantized weight
}

TEST(OnnxQuantized, EmbeddingsAreGatheredFirst) {
  const std::string file =
      OnnxGraph()
          .tensor(onnx_tensor("table", kI8, {2, 2}, bytes_of<int8_t>({1, 2, 3, 4})))
          .tensor(floats("scale", {}, {0.5f}))
          .tensor(scalar("zero", kI8, 1))
          .node("Gather", "", {"table", "ids"}, {"rows"})
          .node("DequantizeLinear", "", {"rows", "scale", "zero"}, {"x"})
          .done();
  const auto onnx = parsed(file);
  const auto table = quantized_weight(*onnx, "table");
  ASSERT_TRUE(table && *table);
  EXPECT_THAT(dequantize(**table), ElementsAre(0.0f, 0.5f, 1.0f, 1.5f));
  EXPECT_FALSE(*quantized_weight(*onnx, "zero"));
  EXPECT_FALSE(*quantized_weight(*onnx, "nothing"));
}

TEST(OnnxQuantized, DequantizeLinearNamesItsAxis) {
  const auto file = [](int64_t axis) {
    return OnnxGraph()
        .tensor(onnx_tensor("w", kI8, {2, 2}, bytes_of<int8_t>({1, 2, 3, 4})))
        .tensor(floats("s", {2}, {1.0f, 10.0f}))
        .node("DequantizeLinear", "d", {"w", "s"}, {"x"}, {onnx_int("axis", axis)})
        .done();
  };
  const std::string rows = file(0), columns = file(-1), beyond = file(7);
  EXPECT_THAT(dequantize(weight_of(*parsed(rows), "d", 0)), ElementsAre(1, 2, 30, 40));
  EXPECT_THAT(dequantize(weight_of(*parsed(columns), "d", 0)), ElementsAre(1, 20, 3, 40));
  EXPECT_FALSE(quantized_input(*parsed(beyond), *parsed(beyond)->named("d"), 0));
}

TEST(OnnxQuantized, WhatDoesNotFitIsNamed) {
  const auto refusal = [](const std::string& file) {
    const auto onnx = parsed(file);
    const auto weight = quantized_weight(*onnx, "w");
    return weight ? "taken" : weight.error().message;
  };
  const std::string w = onnx_tensor("w", kI8, {2, 3}, bytes_of<int8_t>({1, 2, 3, 4, 5, 6}));
  EXPECT_THAT(
      refusal(product("MatMulInteger", w, floats("ws", {2}, {1, 2}),
                      onnx_tensor("wz", kI8, {2}, bytes_of<int8_t>({0, 0})), false)),
      HasSubstr("net.onnx: w is [2, 3] with scales [2] and 2 zero points, which do not fit"));
  EXPECT_THAT(refusal(product("MatMulInteger", w, floats("ws", {3}, {1, 2, 3}),
                              onnx_tensor("wz", kI8, {2}, bytes_of<int8_t>({0, 0})), false)),
              HasSubstr("which do not fit"));
  EXPECT_THAT(refusal(product("MatMulInteger", w, floats("ws", {3}, {1, 2, 3}),
                              scalar("wz", kU8, 0), false)),
              HasSubstr("no zero point of its own type"));
  EXPECT_THAT(refusal(product("MatMulInteger", w, floats("other", {3}, {1, 2, 3}),
                              scalar("wz", kI8, 0), false)),
              HasSubstr("net.onnx: w has no scale among the weights"));
}

}  // namespace
}  // namespace sotto::checkpoint::onnx_quantized_test
