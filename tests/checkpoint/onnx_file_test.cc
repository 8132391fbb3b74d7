#include "checkpoint/onnx_file.h"

#include <gmock/gmock.h>

#include "checkpoint/files.h"
#include "checkpoint/onnx_message.h"

namespace sotto::checkpoint::onnx_file_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::span<const std::byte> view(const std::string& file) {
  return std::as_bytes(std::span(file.data(), file.size()));
}

std::shared_ptr<const OnnxFile> parsed(const std::string& file) {
  auto result = parse_onnx(view(file), "net.onnx");
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return std::make_shared<const OnnxFile>(nullptr, std::vector<OnnxNode>());
  }
  return *result;
}

std::string refusal(const std::string& file) {
  const auto result = parse_onnx(view(file), "net.onnx");
  return result ? "taken" : result.error().message;
}

template <class T>
std::vector<T> numbers(const StoredTensor& tensor) {
  std::vector<T> values(tensor.bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
  return values;
}

TEST(OnnxFile, RawTensorsOfAllTypesLieInTheFile) {
  const struct {
    int type;
    DType dtype;
    size_t bytes;
  } types[] = {{1, DType::f32, 4},     {2, DType::u8, 1},   {3, DType::i8, 1},
               {5, DType::i16, 2},     {6, DType::i32, 4},  {7, DType::i64, 8},
               {9, DType::boolean, 1}, {10, DType::f16, 2}, {11, DType::f64, 8},
               {12, DType::u32, 4},    {13, DType::u64, 8}, {16, DType::bf16, 2}};
  for (const auto& t : types) {
    SCOPED_TRACE(t.type);
    const std::string raw(6 * t.bytes, '\x2a');
    const std::string file = OnnxGraph().tensor(onnx_tensor("w", t.type, {2, 3}, raw)).done();
    const auto onnx = parsed(file);
    const StoredTensor* w = onnx->initializers()->find("w");
    ASSERT_NE(w, nullptr);
    EXPECT_EQ(w->dtype, t.dtype);
    EXPECT_THAT(w->shape, ElementsAre(2, 3));
    EXPECT_EQ(w->elements(), 6);
    EXPECT_GE(reinterpret_cast<const char*>(w->bytes.data()), file.data());
    EXPECT_LE(reinterpret_cast<const char*>(w->bytes.data()) + w->bytes.size(),
              file.data() + file.size());
  }
}

TEST(OnnxFile, NumbersInFieldsOfTheirOwnAreUnpacked) {
  std::string floats, floats_packed = bytes_of<float>({1.5f, -2.0f});
  put_number(floats, 1, 2);
  put_number(floats, 2, 1);
  put_bytes(floats, 8, "floats");
  put_float(floats, 4, 0.25f);  // one by one, each with its key
  put_float(floats, 4, 0.5f);
  std::string packed;
  put_number(packed, 1, 2);
  put_number(packed, 2, 1);
  put_bytes(packed, 8, "packed");
  put_bytes(packed, 4, floats_packed);
  const std::string file =
      OnnxGraph()
          .tensor(floats)
          .tensor(packed)
          // A negative int32 is a varint of ten bytes.
          .tensor(onnx_packed_tensor("i8", 3, {3}, 5, {1, uint64_t(-2), 127}))
          .tensor(onnx_packed_tensor("u8", 2, {}, 5, {200}))
          .tensor(onnx_packed_tensor("i64", 7, {2}, 7, {uint64_t(-1), 1u << 31}))
          .tensor(onnx_packed_tensor("f16", 10, {1}, 5, {0x3c00}))
          .tensor(onnx_packed_tensor("none", 6, {0}, 5, {}))
          .done();
  const auto onnx = parsed(file);
  const Weights& weights = *onnx->initializers();
  EXPECT_THAT(numbers<float>(*weights.find("floats")), ElementsAre(0.25f, 0.5f));
  EXPECT_THAT(numbers<float>(*weights.find("packed")), ElementsAre(1.5f, -2.0f));
  EXPECT_THAT(numbers<int8_t>(*weights.find("i8")), ElementsAre(1, -2, 127));
  EXPECT_THAT(numbers<uint8_t>(*weights.find("u8")), ElementsAre(200));
  EXPECT_THAT(weights.find("u8")->shape, IsEmpty());
  EXPECT_THAT(numbers<int64_t>(*weights.find("i64")), ElementsAre(-1, int64_t{1} << 31));
  EXPECT_THAT(*to_f32(*weights.find("f16")), ElementsAre(1.0f));
  EXPECT_THAT(weights.find("none")->bytes, IsEmpty());
}

TEST(OnnxFile, NodesAreFoundByNameAndByTheirValues) {
  std::string direction;
  put_bytes(direction, 1, "direction");
  put_bytes(direction, 4, "bidirectional");
  std::string perm;
  put_bytes(perm, 1, "perm");
  put_bytes(perm, 8, std::string("\x00\x02\x01", 3));  // packed
  std::string constant;
  put_bytes(constant, 1, "value");
  put_bytes(constant, 5, onnx_tensor("", 1, {1}, bytes_of<float>({3.0f})));
  const std::string file = OnnxGraph()
                               .node("Constant", "c", {}, {"three"}, {constant})
                               .node("LSTM", "/lstm/LSTM", {"x", "w", "r", "b", "", "h0"},
                                     {"y", "", "c"}, {onnx_int("hidden_size", 256), direction})
                               .node("Transpose", "/t", {"y"}, {"z"}, {perm})
                               .node("Add", "/a", {"y", "three"}, {"sum"})
                               .done();
  const auto onnx = parsed(file);
  const OnnxNode* lstm = onnx->named("/lstm/LSTM");
  ASSERT_NE(lstm, nullptr);
  EXPECT_EQ(lstm->op, "LSTM");
  EXPECT_THAT(lstm->inputs, ElementsAre("x", "w", "r", "b", "", "h0"));
  EXPECT_THAT(lstm->ints.at("hidden_size"), ElementsAre(256));
  EXPECT_EQ(lstm->strings.at("direction"), "bidirectional");
  EXPECT_THAT(onnx->named("/t")->ints.at("perm"), ElementsAre(0, 2, 1));
  EXPECT_EQ(onnx->producer_of("c"), lstm);
  EXPECT_EQ(onnx->producer_of("x"), nullptr);
  EXPECT_EQ(onnx->named("LSTM"), nullptr);
  ASSERT_EQ(onnx->consumers_of("y").size(), 2u);
  EXPECT_EQ(onnx->consumers_of("y")[0]->op, "Transpose");
  EXPECT_EQ(onnx->consumers_of("y")[1]->op, "Add");
  EXPECT_THAT(onnx->consumers_of("z"), IsEmpty());
  EXPECT_THAT(onnx->consumers_of(""), IsEmpty());
  EXPECT_THAT(numbers<float>(*onnx->initializers()->find("three")), ElementsAre(3.0f));
}

TEST(OnnxFile, WhatIsWrongIsNamed) {
  const std::string raw = bytes_of<float>({1, 2, 3, 4, 5, 6});
  const auto one = [](const std::string& tensor) {
    return refusal(OnnxGraph().tensor(tensor).done());
  };

  EXPECT_THAT(refusal(""), HasSubstr("net.onnx: not an ONNX file (no graph)"));
  EXPECT_THAT(refusal("{\"a\": 1}"), HasSubstr("not an ONNX file"));
  EXPECT_THAT(refusal("version https://git-lfs.github.com/spec/v1\n"),
              HasSubstr("a Git LFS pointer"));
  EXPECT_THAT(one(onnx_tensor("w", 1, {2, 4}, raw)),
              HasSubstr("w has 24 bytes, expected 32 for F32 [2, 4]"));
  EXPECT_THAT(one(onnx_tensor("w", 1, {int64_t{1} << 40, int64_t{1} << 40}, raw)),
              HasSubstr("w has an impossible shape"));
  EXPECT_THAT(one(onnx_tensor("w", 1, {-1}, raw)), HasSubstr("w has an impossible shape"));
  EXPECT_THAT(one(onnx_tensor("w", 1, std::vector<int64_t>(17, 1), raw)),
              HasSubstr("w has an impossible shape"));
  EXPECT_THAT(one(onnx_tensor("w", 17, {6}, raw)),
              HasSubstr("w has ONNX's data type 17, which sotto does not know"));
  EXPECT_THAT(one(onnx_packed_tensor("w", 7, {int64_t{1} << 50}, 7, {1})),
              HasSubstr("w has 1 numbers, expected 1125899906842624 for I64"));
  EXPECT_THAT(refusal(OnnxGraph()
                          .tensor(onnx_tensor("w", 1, {6}, raw))
                          .tensor(onnx_tensor("w", 1, {6}, raw))
                          .done()),
              HasSubstr("w is there twice"));
  EXPECT_THAT(refusal(OnnxGraph().field(15, "").done()), HasSubstr("sparse weights"));
  EXPECT_THAT(refusal(OnnxGraph().field(1, "\x0a\x05").done()), HasSubstr("a node is cut short"));
  EXPECT_THAT(one("\x08"), HasSubstr("(no name) is cut short or malformed"));

  const std::string whole = OnnxGraph().tensor(onnx_tensor("w", 1, {6}, raw)).done();
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THAT(refusal(whole.substr(0, size)), HasSubstr("net.onnx: ")) << size;
  }
  EXPECT_THAT(refusal(whole + whole), HasSubstr("has two graphs"));
}

TEST(OnnxFile, WeightsInOtherFilesAreRefused) {
  std::string location, external = onnx_tensor("w", 1, {6}, "");
  put_bytes(location, 1, "location");
  put_bytes(location, 2, "/etc/passwd");
  put_bytes(external, 13, location);
  EXPECT_THAT(refusal(OnnxGraph().tensor(external).done()),
              HasSubstr("w lies in another file, which sotto does not read"));
  std::string marked = onnx_tensor("w", 1, {6}, "");
  put_number(marked, 14, 1);
  EXPECT_THAT(refusal(OnnxGraph().tensor(marked).done()), HasSubstr("w lies in another file"));
}

TEST(OnnxFile, ASmallFileCannotAskForMuch) {
  OnnxGraph nodes;
  for (int i = 0; i <= 100'000; ++i) nodes.field(1, "");
  EXPECT_THAT(refusal(nodes.done()), HasSubstr("more than 100000 nodes"));
  std::string inputs;
  for (int i = 0; i <= 1'000'000; ++i) put_bytes(inputs, 1, "");
  EXPECT_THAT(refusal(OnnxGraph().field(1, inputs).done()),
              HasSubstr("more inputs and attributes"));
}

TEST(OnnxFile, AFileStaysMappedWhileItsTensorsAreUsed) {
  const TemporaryFolder folder;
  const auto path = folder.write(
      "net.onnx",
      OnnxGraph().tensor(onnx_tensor("w", 1, {2}, bytes_of<float>({1.0f, 2.0f}))).done());
  std::shared_ptr<const Weights> weights;
  {
    const auto onnx = open_onnx(path);
    ASSERT_TRUE(onnx) << onnx.error().message;
    weights = (*onnx)->initializers();
  }
  std::filesystem::remove(path);
  EXPECT_THAT(*to_f32(*weights->find("w")), ElementsAre(1.0f, 2.0f));
  EXPECT_EQ(weights->source(), path.string());
  EXPECT_FALSE(open_onnx(folder.path() / "none.onnx"));
}

}  // namespace
}  // namespace sotto::checkpoint::onnx_file_test
