#include "checkpoint/safetensors_writer.h"

#include <gmock/gmock.h>

#include "checkpoint/files.h"
#include "checkpoint/safetensors.h"

namespace sotto::checkpoint::safetensors_writer_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(SafetensorsWriter, WhatIsWrittenIsReadBack) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "out.safetensors";
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  const auto floats = std::as_bytes(std::span(values));
  auto writer = SafetensorsWriter::create(
      path, {{"bytes", DType::u8, {5}}, {"values", DType::f32, {2, 3}}, {"none", DType::f32, {0}}},
      {{"format", "pt"}});
  ASSERT_TRUE(writer) << writer.error().message;
  EXPECT_TRUE(writer->write("values", 8, floats.subspan(8)));  // in any order
  EXPECT_TRUE(writer->write("bytes", 0, as_bytes("abcde")));
  const Result<void> early = writer->finish();
  ASSERT_FALSE(early);
  EXPECT_THAT(early.error().message, HasSubstr("8 bytes of tensors were not written"));
  EXPECT_TRUE(writer->write("values", 0, floats.first(8)));
  EXPECT_TRUE(writer->finish());
  EXPECT_EQ(std::filesystem::file_size(path), writer->file_bytes());

  const auto weights = open_safetensors(path);
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_THAT((*weights)->names(), ElementsAre("bytes", "none", "values"));
  EXPECT_EQ(*to_f32(*(*weights)->find("values")), values);
  EXPECT_THAT((*weights)->find("values")->shape, ElementsAre(2, 3));
  EXPECT_EQ((*weights)->find("bytes")->bytes[4], std::byte{'e'});
  EXPECT_EQ(reinterpret_cast<uintptr_t>((*weights)->find("bytes")->bytes.data()) % 64, 0u);
  EXPECT_EQ(safetensors_metadata(path)->at("format"), "pt");
}

TEST(SafetensorsWriter, RefusesOneNameTwice) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "__metadata__"}) {
    const auto writer = SafetensorsWriter::create(
        folder.path() / "x", {{"a", DType::u8, {0}}, {name, DType::u8, {0}}}, {});
    ASSERT_FALSE(writer);
    EXPECT_THAT(writer.error().message, HasSubstr(std::string("tensor name ") + name));
  }
}

TEST(SafetensorsWriter, SaysWhereItCannotWrite) {
  const auto writer = SafetensorsWriter::create("/nowhere/x.safetensors", {}, {});
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.error().message, HasSubstr("/nowhere/x.safetensors: cannot write: No such"));
}

// Wherever a tensor begins that is no multiple of 64 bytes, those behind it are askew; so they
// come last, the least even ones at the very end.
TEST(SafetensorsWriter, OrderKeepsTensorsAligned) {
  std::vector<TensorSpec> tensors = {{"odd", DType::i8, {3}},      {"pair", DType::f16, {5}},
                                     {"row", DType::f32, {16}},    {"none", DType::f32, {0}},
                                     {"four", DType::f32, {1, 3}}, {"big", DType::u32, {16, 4}}};
  sort_for_alignment(tensors);
  std::vector<std::string> names;
  size_t at = 0;
  for (const TensorSpec& t : tensors) {
    names.push_back(t.name);
    EXPECT_EQ(at % size_of(t.dtype), 0u) << t.name;
    EXPECT_TRUE(t.bytes() % 64 != 0 || at % 64 == 0) << t.name;
    at += t.bytes();
  }
  EXPECT_THAT(names, ElementsAre("row", "none", "big", "four", "pair", "odd"));
}

TEST(SafetensorsMetadata, MayBeMissingOrStrange) {
  const TemporaryFolder folder;
  const auto metadata = [&](const char* header) {
    return safetensors_metadata(folder.write("m.safetensors", safetensors_file(header, "")));
  };
  EXPECT_TRUE(metadata("{}")->empty());
  EXPECT_TRUE(metadata(R"({"__metadata__": 7})")->empty());
  EXPECT_THAT(*metadata(R"({"__metadata__": {"a": "b", "n": 7}})"),
              ElementsAre(::testing::Pair("a", "b")));
  EXPECT_FALSE(metadata("{"));
  EXPECT_FALSE(metadata("no"));
}

}  // namespace
}  // namespace sotto::checkpoint::safetensors_writer_test
