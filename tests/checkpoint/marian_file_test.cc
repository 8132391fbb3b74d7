// Marian's container: the files of the golden sets as they are, and with something wrong in them.
#include "checkpoint/marian_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "checkpoint/files.h"
#include "golden.h"

namespace sotto::checkpoint::marian_file_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string golden_file(const std::string& name) {
  return sotto::testing::golden_text(test_data("bergamot/joint/") + name);
}

Result<MarianFile> parse(const std::string& bytes) {
  return parse_marian_file(std::as_bytes(std::span(bytes.data(), bytes.size())), "model.bin");
}

std::string refusal(const std::string& bytes) {
  const auto file = parse(bytes);
  return file ? "taken" : file.error().message;
}

// A file as the format says, of what a test wants in it.
struct Item {
  std::string name;
  uint64_t type;
  std::vector<int32_t> shape;
  std::string data;
};

constexpr uint64_t kInt8 = 0x101, kFloat32 = 0x404, kIntgemm8 = 0x4101;

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string file_of(const std::vector<Item>& items) {
  std::vector<uint64_t> head = {1, items.size()};
  std::string names, dims, data;
  for (const Item& item : items) {
    head.insert(head.end(), {item.name.size() + 1, item.type, item.shape.size(), item.data.size()});
    names += item.name + '\0';
    dims += bytes_of(item.shape);
    data += item.data;
  }
  std::string file = bytes_of(head) + names + dims;
  const uint64_t padding = 256 - (file.size() + 8) % 256;
  return file + bytes_of(std::vector<uint64_t>{padding}) + std::string(padding, '\0') + data;
}

Item config_item(const std::string& yaml) {
  return {"special:model.yml", kInt8, {static_cast<int32_t>(yaml.size() + 1)}, yaml + '\0'};
}

Item matrix_item(float multiplier) {
  return {
      "a_W1", kIntgemm8, {2, 3}, std::string("\1\2\3\4\5\6") + bytes_of(std::vector{multiplier})};
}

std::vector<float> floats(const Weights& weights, const char* name) {
  const StoredTensor* tensor = weights.find(name);
  if (tensor == nullptr) return {};
  return *to_f32(*tensor);
}

TEST(MarianFile, MatricesComeOutByRowsOfOutputs) {
  const std::vector<float> in_out = {1, 2, 3, 4, 5, 6};
  const std::string bytes =
      file_of({matrix_item(4),
               {"b_W", kFloat32, {2, 3}, bytes_of(in_out)},
               {"c_b1", kFloat32, {1, 2}, bytes_of(std::vector<float>{7, 8})},
               {"d_Wemb", kIntgemm8, {3, 2}, "\1\2\3\4\5\6" + bytes_of(std::vector{2.f})},
               {"d_Wemb_QuantMultA", kIntgemm8, {1, 1}, "\x7f" + bytes_of(std::vector{2.f})},
               config_item("dim-emb: 2\n")});
  const auto file = parse(bytes);
  ASSERT_TRUE(file) << file.error().message;
  const Weights& weights = *file->weights;
  const StoredTensor* a = weights.find("a_W1.weight");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->shape, (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(a->dtype, DType::i8);
  EXPECT_EQ(std::to_integer<int>(a->bytes[1]), 2);
  EXPECT_EQ(floats(weights, "a_W1.scales"), (std::vector<float>{0.25, 0.25, 0.25}));
  EXPECT_EQ(weights.find("b_W.weight")->shape, (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(floats(weights, "b_W.weight"), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(floats(weights, "c_b1"), (std::vector<float>{7, 8}));
  EXPECT_EQ(weights.find("d_Wemb.weight")->shape, (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(floats(weights, "d_Wemb_QuantMultA"), (std::vector<float>{63.5}));
  EXPECT_EQ(file->config.at("dim-emb"), 2);
}

TEST(MarianFile, ConfigurationsKeepTheirTypes) {
  const auto file = parse(file_of({config_item(
      "a: 3\nb: true\nc: \"\"\nd: \"7\"\ne: []\nf:\n  - 1\n  - x\ng: {h: 1}\ni: v1.12 \xff\n")}));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->config.dump(),
            R"({"a":3,"b":true,"c":"","d":"7","e":[],"f":[1,"x"],"g":null,"i":"v1.12 )"
            "\xEF\xBF\xBD\"}");
}

TEST(MarianFile, WhatIsWrongIsNamedInOneSentence) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const struct {
    std::string bytes;
    const char* says;
  } cases[] = {
      {"", "too short"},
      {std::string(64, '\2'), "is of version"},
      {bytes_of(std::vector<uint64_t>{1, uint64_t{1} << 60}), "names 1152921504606846976 tensors"},
      {bytes_of(std::vector<uint64_t>{1, 1, 4, kFloat32, 1, 4}) + "nameless", "does not end"},
      {bytes_of(std::vector<uint64_t>{1, 1, uint64_t{1} << 62, kFloat32, 1, 4}), "in the middle"},
      {file_of({config_item("a: 1\n"), {"x", kFloat32, {-1}, ""}}), "x has a dimension of -1"},
      {file_of({config_item("a: 1\n"), {"x", kFloat32, {}, ""}}), "has 0 dimensions"},
      {file_of({config_item("a: 1\n"), {"x", kFloat32, {1 << 30, 1 << 30, 1 << 30}, "1234"}}),
       "in 4 bytes"},
      {file_of({config_item("a: 1\n"), {"x", kFloat32, {2}, "1234"}}), "x is [2] in 4 bytes"},
      {file_of({config_item("a: 1\n"), {"x", kFloat32, {1}, bytes_of(std::vector{nan})}}),
       "x has a number that is not finite"},
      {file_of({config_item("a: 1\n"), matrix_item(0)}), "has the multiplier 0"},
      {file_of({config_item("a: 1\n"), matrix_item(-2)}), "has the multiplier -2"},
      {file_of({config_item("a: 1\n"), matrix_item(nan)}), "has the multiplier nan"},
      {file_of({config_item("a: 1\n"), matrix_item(1e-44f)}), "has the multiplier"},
      {file_of({config_item("a: 1\n"), {"a_W", kIntgemm8, {2, 2}, "1234567"}}), "in 7 bytes"},
      {file_of({config_item("a: 1\n"), {"a", kIntgemm8, {2, 2}, "12345678"}}),
       "expected a matrix or an embedding"},
      {file_of({config_item("a: 1\n"), {"a_W", 0x4102, {2, 2}, "12345678"}}), "is of type 0x4102"},
      {file_of({config_item("a: 1\n"), {"a_W", 0x5101, {2, 2}, "12345678"}}), "is of type 0x5101"},
      {file_of({config_item("a: 1\n"), {"x", kFloat32, {1}, "1234"}, {"x", kFloat32, {1}, "1234"}}),
       "x is there twice"},
      {file_of({{"x", kFloat32, {1}, "1234"}}), "has no special:model.yml"},
      {file_of({config_item("[a, b]")}), "is no map"},
      {file_of({config_item("a: [")}), "special:model.yml"},
      {file_of({config_item(std::string(1 << 17, 'a'))}), "at most 65536"},
      {file_of({config_item("a: 1\n"), {"\x1b]52;c", kFloat32, {-1}, ""}}), "?]52;c has"},
  };
  for (const auto& c : cases) {
    const std::string found = refusal(c.bytes);
    EXPECT_THAT(found, HasSubstr(c.says));
    EXPECT_EQ(found.find_first_of("\n\x1b"), std::string::npos);
  }
}

// Also of a configuration that nests without end.
TEST(MarianFile, DeepConfigurationsEndInASentence) {
  for (const std::string open : {"[", "{a: ", "- "}) {
    std::string yaml = "a: ";
    while (yaml.size() < 60000) yaml += open;
    EXPECT_NE(refusal(file_of({config_item(yaml)})), "");
  }
}

TEST(MarianFile, CutFilesAreRefused) {
  const std::string whole = golden_file("model.intgemm.alphas.bin");
  ASSERT_TRUE(parse(whole));
  std::minstd_rand random(1);
  for (int i = 0; i < 300; ++i) {
    const size_t size = i < 100 ? static_cast<size_t>(i) * 40 : random() % whole.size();
    EXPECT_FALSE(parse(whole.substr(0, size))) << size;
  }
}

// Whatever becomes of a file: it is refused in a sentence, or all that it says is there.
TEST(MarianFile, MutationsAreRefusedOrWhole) {
  const std::string whole = golden_file("model.intgemm.alphas.bin");
  std::minstd_rand random(7);
  int taken = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = whole;
    for (int m = static_cast<int>(random() % 4); m >= 0; --m) {
      const size_t at =
          random() % std::min<size_t>(bytes.size() - 8, i % 2 != 0 ? 6000 : bytes.size());
      const uint64_t odd[] = {0, 1, uint64_t{1} << 31, uint64_t{1} << 60, ~uint64_t{0}, random()};
      std::memcpy(bytes.data() + at, &odd[random() % std::size(odd)], random() % 8 + 1);
    }
    const auto file = parse(bytes);
    if (!file) {
      EXPECT_THAT(file.error().message, HasSubstr("model.bin: "));
      continue;
    }
    ++taken;
    size_t sum = 0;
    for (const std::string& name : file->weights->names())
      for (const std::byte b : file->weights->find(name)->bytes) sum += std::to_integer<size_t>(b);
    EXPECT_GT(sum, 0u);
  }
  EXPECT_GT(taken, 0);
  EXPECT_LT(taken, 2000);
}

TEST(MarianFile, TheQuantizedOneOfAFolderIsTaken) {
  const auto found = find_marian_file(test_data("bergamot/joint"));
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->filename(), "model.intgemm.alphas.bin");
  EXPECT_FALSE(find_marian_file(test_data("marian")));
}

}  // namespace
}  // namespace sotto::checkpoint::marian_file_test
