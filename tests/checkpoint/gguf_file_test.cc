// GGUF: the files of the golden set as they are, and files with something wrong in them.
#include "checkpoint/gguf_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "checkpoint/files.h"
#include "checkpoint/gguf_builder.h"
#include "checkpoint/matrix.h"
#include "checkpoint/model_folder.h"
#include "golden.h"

namespace sotto::checkpoint::gguf_file_test {
namespace {

namespace fs = std::filesystem;
using sotto::testing::GgufBuilder;
using sotto::testing::raw;
using ::testing::HasSubstr;

Result<GgufFile> parse(const std::string& bytes) {
  return parse_gguf(std::as_bytes(std::span(bytes.data(), bytes.size())), "model.gguf");
}
std::string refusal(const std::string& bytes) {
  const auto file = parse(bytes);
  return file ? "taken" : file.error().message;
}

std::vector<fs::path> golden_ggufs() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::recursive_directory_iterator(sotto::testing::golden_folder("decoder_lm")))
    if (entry.path().extension() == ".gguf") files.push_back(entry.path());
  return files;
}

std::string floats(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

TEST(GgufFile, KeysAndTensorsComeOut) {
  const std::string bytes = GgufBuilder{}
                                .text("general.architecture", "llama")
                                .u32("llama.block_count", 7)
                                .f32("llama.eps", 0.5f)
                                .boolean("add", true)
                                .texts("tokens", {"a", "", "bc"})
                                .numbers<int32_t>("types", 5, {-1, 2})
                                .numbers<float>("scores", 6, {0.5f, -2})
                                .set("small", raw(uint32_t{1}) + raw(int8_t{-3}))
                                .set("large", raw(uint32_t{10}) + raw(uint64_t{1} << 62))
                                .tensor("x", {3, 2}, 0, floats({1, 2, 3, 4, 5, 6}))
                                .tensor("y", {1}, 0, floats({7}))
                                .file();
  const auto file = parse(bytes);
  ASSERT_TRUE(file) << file.error().message;
  const GgufMetadata& m = file->metadata;
  EXPECT_EQ(m.text("general.architecture"), "llama");
  EXPECT_EQ(m.integer("llama.block_count"), 7);
  EXPECT_EQ(m.number("llama.block_count"), 7.0);
  EXPECT_EQ(m.number("llama.eps"), 0.5);
  EXPECT_EQ(m.integer("llama.eps"), std::nullopt);
  EXPECT_EQ(m.boolean("add"), true);
  EXPECT_EQ(m.texts("tokens"), (std::vector<std::string_view>{"a", "", "bc"}));
  EXPECT_EQ(m.texts("types"), std::nullopt);
  EXPECT_EQ(m.integers("types"), (std::vector<int64_t>{-1, 2}));
  EXPECT_EQ(m.integers("scores"), std::nullopt);
  EXPECT_EQ(m.floats("scores"), (std::vector<float>{0.5f, -2}));
  EXPECT_EQ(m.integer("small"), -3);
  EXPECT_EQ(m.integer("large"), int64_t{1} << 62);
  EXPECT_EQ(m.integer("none"), std::nullopt);
  ASSERT_EQ(file->tensors.size(), 2u);
  EXPECT_EQ(file->tensors[0].shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(*to_f32(file->tensors[0]), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(*to_f32(file->tensors[1]), std::vector<float>{7});
}

TEST(GgufFile, TheGoldenFilesAreRead) {
  ASSERT_FALSE(golden_ggufs().empty());
  for (const fs::path& path : golden_ggufs()) {
    SCOPED_TRACE(path);
    const auto file = open_gguf(path);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_GT(file->tensors.size(), 10u);
    EXPECT_TRUE(file->metadata.texts("tokenizer.ggml.tokens"));
  }
}

// What is computed with: for exact types the floats of the file to the last bit.
TEST(GgufFile, MatricesOfBlocksAreReadAsGroupsAndAsFloats) {
  int matrices = 0;
  for (const fs::path& path : golden_ggufs()) {
    SCOPED_TRACE(path);
    const auto opened = open_model_folder(path);
    ASSERT_TRUE(opened) << opened.error().message;
    const Weights& weights = *opened->weights;
    for (const std::string& name : weights.names()) {
      const StoredTensor& tensor = *weights.find(name);
      const auto blocks = blocks_of(tensor.dtype);
      if (!blocks) continue;
      ++matrices;
      const int rows = static_cast<int>(tensor.shape[0]), cols = static_cast<int>(tensor.shape[1]);
      const std::vector<float> floats = *to_f32(tensor);
      const auto wide = read_matrix(weights, name, rows, cols, {quant::Scheme{}});
      ASSERT_TRUE(wide) << wide.error().message;
      EXPECT_EQ(quant::floats_of(wide->weight), floats) << name;
      const auto groups = read_matrix(weights, name, rows, cols);
      ASSERT_TRUE(groups) << groups.error().message;
      EXPECT_EQ(quant::scheme_of(groups->weight), quant::layout_of(*blocks).scheme);
      const std::vector<float> near = quant::floats_of(groups->weight);
      const bool is_exact = *blocks <= quant::BlockType::q8_0;
      double squares = 0, errors = 0;
      for (size_t i = 0; i < near.size(); ++i) {
        errors += (double{near[i]} - double{floats[i]}) * (double{near[i]} - double{floats[i]});
        squares += double{floats[i]} * double{floats[i]};
      }
      if (is_exact) {
        EXPECT_EQ(errors, 0) << name;
      }
      EXPECT_LT(errors, squares * 1e-4) << name;
    }
  }
  EXPECT_GT(matrices, 0);
}

TEST(GgufFile, WhatIsWrongIsNamedInOneSentence) {
  const std::string one = floats({1});
  const auto with = [&](const std::string& typed) { return GgufBuilder{}.set("k", typed).file(); };
  const auto shaped = [&](std::vector<uint64_t> dims, uint32_t type = 0, int64_t offset = 0) {
    return GgufBuilder{}.tensor("t", dims, type, one, offset).file();
  };
  GgufBuilder old{.version = 1}, strange{.alignment = 24};
  const struct {
    std::string bytes;
    const char* says;
  } cases[] = {
      {"", "does not begin with"},
      {"GGML", "does not begin with"},
      {"GGUF\x03", "in the middle"},
      {old.file(), "is of version 1, expected 2 or 3"},
      {"GGUF" + raw(uint32_t{3}) + raw(uint64_t{0}) + raw(uint64_t{1} << 60), "keys in 24 bytes"},
      {"GGUF" + raw(uint32_t{3}) + raw(uint64_t{1} << 60) + raw(uint64_t{0}),
       "names 1152921504606846976 tensors"},
      {GgufBuilder{}.u32("a", 1).u32("a", 2).file(), "a is there twice"},
      {with(raw(uint32_t{13}) + raw(uint64_t{0})), "k is of type 13"},
      {with(raw(uint32_t{8}) + raw(~uint64_t{0})), "in the middle"},
      {with(raw(uint32_t{10}) + raw(~uint64_t{0})), "k is above"},
      {with(raw(uint32_t{9}) + raw(uint32_t{9}) + raw(uint64_t{1}) + std::string(16, '\0')),
       "k is an array of type 9"},
      {with(raw(uint32_t{9}) + raw(uint32_t{12}) + raw(uint64_t{1} << 61)), "values of which"},
      {with(raw(uint32_t{9}) + raw(uint32_t{8}) + raw(uint64_t{1}) + raw(~uint64_t{0})),
       "in the middle"},
      {GgufBuilder{}.set("", raw(uint32_t{4}) + raw(uint32_t{1})).file(), "a key of 0 bytes"},
      {shaped({}), "t has 0 dimensions"},
      {shaped({1, 1, 1, 1, 1}), "t has 5 dimensions"},
      {shaped({0}), "t has a dimension of 0"},
      {shaped({~uint64_t{0}}), "t has a dimension of"},
      {shaped({uint64_t{1} << 39, uint64_t{1} << 39, uint64_t{1} << 39}), "truncated"},
      {shaped({100}), "t is F32 [100] from byte 0 of the data, of which there are 32: truncated"},
      {shaped({1}, 11), "t is of type 11, expected F32"},
      {shaped({33}, 8), "t is Q8_0 [33], expected rows of whole blocks of 32"},
      {shaped({64}, 12), "t is Q4_K [64], expected rows of whole blocks of 256"},
      {shaped({1}, 0, 4), "t begins at byte 4 of the data, expected a multiple of 32"},
      {shaped({1}, 0, int64_t{1} << 40), "truncated"},
      {GgufBuilder{}.u32("general.alignment", 24).file(), "general.alignment is 24"},
      {GgufBuilder{}.u32("general.alignment", 0).file(), "general.alignment is 0"},
      {GgufBuilder{}.tensor("t", {1}, 0, one).tensor("t", {1}, 0, one).file(), "t is there twice"},
      {GgufBuilder{}.tensor("t", {1}, 0, one).tensor("u", {1}, 0, one, 0).file(), "share bytes"},
      {GgufBuilder{}.tensor("\x1b]52;c", {0}, 0, one).file(), "?]52;c has"},
  };
  for (const auto& c : cases) {
    const std::string found = refusal(c.bytes);
    EXPECT_THAT(found, HasSubstr(c.says));
    EXPECT_THAT(found, HasSubstr("model.gguf: "));
    EXPECT_EQ(found.find_first_of("\n\x1b"), std::string::npos);
  }
}

TEST(GgufFile, ItsOwnAlignmentHolds) {
  GgufBuilder wide{.alignment = 128};
  const std::string bytes = wide.u32("general.alignment", 128)
                                .tensor("a", {1}, 0, floats({1}))
                                .tensor("b", {2}, 0, floats({2, 3}))
                                .file();
  const auto file = parse(bytes);  // whose tensors lie in them
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(*to_f32(file->tensors[1]), (std::vector<float>{2, 3}));
}

TEST(GgufFile, CutFilesAreRefused) {
  const std::string whole = sotto::testing::golden_text(golden_ggufs().front());
  ASSERT_TRUE(parse(whole));
  std::minstd_rand random(1);
  for (int i = 0; i < 300; ++i) {
    const size_t size = i < 100 ? static_cast<size_t>(i) * 40 : random() % (whole.size() - 32);
    EXPECT_FALSE(parse(whole.substr(0, size))) << size;
  }
}

// Whatever becomes of a file: it is refused in a sentence, or all that it says is there.
TEST(GgufFile, MutationsAreRefusedOrWhole) {
  const std::string whole = sotto::testing::golden_text(golden_ggufs().front());
  const auto sound = parse(whole);
  ASSERT_TRUE(sound);
  const auto head = static_cast<size_t>(
      reinterpret_cast<const char*>(sound->tensors.front().bytes.data()) - whole.data());
  std::minstd_rand random(7);
  int taken = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = whole;
    for (int m = static_cast<int>(random() % 4); m >= 0; --m) {
      const size_t at = random() % (i % 2 != 0 ? head : bytes.size() - 8);
      const uint64_t odd[] = {0, 1, uint64_t{1} << 31, uint64_t{1} << 60, ~uint64_t{0}, random()};
      std::memcpy(bytes.data() + at, &odd[random() % std::size(odd)], random() % 8 + 1);
    }
    const auto file = parse(bytes);
    if (!file) {
      EXPECT_THAT(file.error().message, HasSubstr("model.gguf: "));
      continue;
    }
    ++taken;
    size_t sum = 0;
    for (const StoredTensor& tensor : file->tensors)
      for (const std::byte b : tensor.bytes) sum += std::to_integer<size_t>(b);
    for (const std::string_view token :
         file->metadata.texts("tokenizer.ggml.tokens").value_or(std::vector<std::string_view>()))
      sum += token.size();
    EXPECT_GT(sum, 0u);
  }
  EXPECT_GT(taken, 0);
  EXPECT_LT(taken, 2000);
}

// Parts of one model, of which each says which it is.
TEST(GgufFile, PartsAreOneFile) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path();
  const auto write = [&](const char* name, uint32_t number, uint32_t count, const char* tensor) {
    temporary.write(name, GgufBuilder{}
                              .u32("split.no", number)
                              .u32("split.count", count)
                              .u32("part", number)
                              .tensor(tensor, {1}, 0, floats({static_cast<float>(number)}))
                              .file());
  };
  write("m-00001-of-00002.gguf", 0, 2, "a");
  write("m-00002-of-00002.gguf", 1, 2, "b");
  for (const char* name : {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf"}) {
    const auto file = open_gguf(folder / name);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->metadata.integer("part"), 0);
    ASSERT_EQ(file->tensors.size(), 2u);
    EXPECT_EQ(*to_f32(file->tensors[1]), std::vector<float>{1});
  }
  const auto refused = [&](const char* name) {
    const auto file = open_gguf(folder / name);
    return file ? std::string("taken") : file.error().message;
  };
  write("m-00002-of-00002.gguf", 1, 2, "a");
  EXPECT_THAT(refused("m-00001-of-00002.gguf"), HasSubstr("a is in another part, too"));
  write("m-00002-of-00002.gguf", 0, 2, "b");
  EXPECT_THAT(refused("m-00001-of-00002.gguf"), HasSubstr("does not say that it is part 2 of 2"));
  fs::remove(folder / "m-00002-of-00002.gguf");
  EXPECT_THAT(refused("m-00001-of-00002.gguf"), HasSubstr("m-00002-of-00002.gguf"));
  write("other.gguf", 0, 2, "a");
  EXPECT_THAT(refused("other.gguf"), HasSubstr("expected a name that ends in -00001-of-00002"));
  write("n-00001-of-4294967295.gguf", 0, ~0u, "a");
  EXPECT_THAT(refused("n-00001-of-4294967295.gguf"), HasSubstr("says that it is part 1"));
}

}  // namespace
}  // namespace sotto::checkpoint::gguf_file_test
