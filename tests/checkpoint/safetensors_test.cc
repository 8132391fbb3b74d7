#include "checkpoint/safetensors.h"

#include <gmock/gmock.h>

#include "checkpoint/files.h"
#include "golden.h"

namespace sotto::checkpoint::safetensors_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string error_of(std::string_view file) {
  const auto tensors = parse_safetensors(as_bytes(file), "m.safetensors");
  return tensors ? "no error" : tensors.error().message;
}

std::string error_of_header(std::string_view header, std::string_view data = "12345678") {
  return error_of(safetensors_file(header, data));
}

TEST(Safetensors, ReadsNamesShapesAndBytes) {
  const std::string file = safetensors_file(
      R"({"__metadata__":{"format":"pt"},
          "b":{"dtype":"F32","shape":[2,1],"data_offsets":[4,12]},
          "a":{"dtype":"I8","shape":[4],"data_offsets":[0,4]},
          "none":{"dtype":"F16","shape":[0,7],"data_offsets":[4,4]},
          "scalar":{"dtype":"U8","shape":[],"data_offsets":[12,13]}}  )",
      std::string_view("abcd\0\0\x80\x3f\0\0\0\x40!", 13));
  const auto tensors = parse_safetensors(as_bytes(file), "m.safetensors");
  ASSERT_TRUE(tensors) << tensors.error().message;
  ASSERT_EQ(tensors->size(), 4u);
  const StoredTensor& b = (*tensors)[0];
  EXPECT_EQ(b.name, "b");
  EXPECT_EQ(b.dtype, DType::f32);
  EXPECT_THAT(b.shape, ElementsAre(2, 1));
  EXPECT_THAT(*to_f32(b), ElementsAre(1.0f, 2.0f));
  EXPECT_EQ((*tensors)[1].elements(), 4);
  EXPECT_EQ((*tensors)[2].elements(), 0);
  EXPECT_EQ((*tensors)[3].elements(), 1);
}

TEST(Safetensors, RefusesFilesThatAreCut) {
  const std::string whole =
      safetensors_file(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", "12345678");
  ASSERT_EQ(error_of(whole), "no error");
  for (size_t n = 0; n < whole.size(); ++n) {
    EXPECT_THAT(error_of(whole.substr(0, n)), HasSubstr("m.safetensors: ")) << n;
  }
  EXPECT_EQ(error_of("abc"), "m.safetensors: 3 bytes, too short for a safetensors file");
  EXPECT_EQ(error_of(whole.substr(0, whole.size() - 1)),
            "m.safetensors: a ends at byte 8 of 7: truncated");
  EXPECT_EQ(error_of(whole + "x"),
            "m.safetensors: the tensors take 8 bytes of data, but the file has 9");
}

TEST(Safetensors, RefusesBadHeaders) {
  EXPECT_THAT(error_of(std::string(8, '\xff') + "{}"),
              HasSubstr("header of 18446744073709551615 bytes in a file of 10: truncated"));
  EXPECT_THAT(error_of_header("[]"), HasSubstr("the header is no JSON object"));
  EXPECT_THAT(error_of_header(R"({"a":)"), HasSubstr("the header is not valid JSON"));
  EXPECT_THAT(error_of_header(std::string(5000, '{')), HasSubstr("the header is not valid JSON"));
  EXPECT_THAT(error_of_header(R"({"__metadata__":3})"), HasSubstr("__metadata__ is no object"));
  EXPECT_THAT(error_of("version https://git-lfs.github.com/spec/v1\noid sha256:00"),
              HasSubstr("Git LFS pointer"));
  EXPECT_THAT(error_of(safetensors_file(std::string((16 << 20) + 1, ' '), "")),
              HasSubstr("expected at most 16777216"));
}

TEST(Safetensors, RefusesBadEntries) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"a":7})", "a has no dtype and shape"},
      {R"({"a":{"dtype":"F32","data_offsets":[0,8]}})", "a has no dtype and shape"},
      {R"({"a":{"dtype":"F99","shape":[2],"data_offsets":[0,8]}})", "a has dtype F99"},
      {R"({"a":{"dtype":"F32","shape":[2]}})", "a has no valid data_offsets"},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8]}})", "a has no valid data_offsets"},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})", "a has no valid data_offsets"},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[-8,0]}})", "a has no valid data_offsets"},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8.0]}})",
       "a has no valid data_offsets"},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,18446744073709551615]}})",
       "a ends at byte 18446744073709551615 of 8: truncated"},
      {R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", "a has an impossible shape"},
      {R"({"a":{"dtype":"F32","shape":[2.5],"data_offsets":[0,8]}})", "a has an impossible shape"},
      // 2^62 floats are 2^64 bytes, which is 0 to a careless product.
      {R"({"a":{"dtype":"F32","shape":[4611686018427387904],"data_offsets":[0,0]}})",
       "a has an impossible shape"},
      {R"({"a":{"dtype":"F32","shape":[4294967296,1073741826],"data_offsets":[0,8]}})",
       "a has an impossible shape"},
      {R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})",
       "a has 8 bytes, expected 12 for F32 [3]"},
      {R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,8]}})",
       "a has 8 bytes, expected 4 for F16 [2]"},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},
           "a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
       "a is there twice"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},
           "b":{"dtype":"I16","shape":[3],"data_offsets":[2,8]}})",
       "b begins at byte 2 of the data, expected 4"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
       "a begins at byte 4 of the data, expected 0"},
      {R"({"a\u001b[31m":7})", "a?[31m has no dtype and shape"},
  };
  for (const auto& [header, message] : cases) {
    EXPECT_THAT(error_of_header(header), HasSubstr(std::string("m.safetensors: ") + message));
  }
}

TEST(Safetensors, GoldenFilesHoldWhatTheyShould) {
  const auto folder = sotto::testing::golden_folder("nllb");
  const auto meta = sotto::testing::golden_json(folder / "cases.json").at("meta");
  const testing::GoldenFile golden(folder / "model.safetensors");
  const auto weights = open_safetensors(folder / "model.safetensors");
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_EQ((*weights)->names().size(), golden.header().size());
  for (const std::string& name : (*weights)->names()) {
    const StoredTensor* tensor = (*weights)->find(name);
    EXPECT_EQ(tensor->shape, meta.at("weights").at(name).get<std::vector<int64_t>>()) << name;
    EXPECT_EQ(*to_f32(*tensor), golden.f32(name)) << name;
  }
}

TEST(Safetensors, AMissingFileIsNotFound) {
  const auto weights = open_safetensors("/nowhere/model.safetensors");
  ASSERT_FALSE(weights);
  EXPECT_EQ(weights.error().code, Errc::not_found);
}

}  // namespace
}  // namespace sotto::checkpoint::safetensors_test
