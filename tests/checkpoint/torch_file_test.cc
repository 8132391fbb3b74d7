#include "checkpoint/torch_file.h"

#include <gmock/gmock.h>
#include <zip.h>

#include <algorithm>
#include <map>

#include "checkpoint/files.h"
#include "checkpoint/safetensors.h"
#include "golden.h"

namespace sotto::checkpoint::torch_file_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A pickle, written as torch.save writes them.
class Pickle {
 public:
  Pickle() : program_("\x80\x02}(") {}

  Pickle& tensor(std::string_view name, std::string_view type, std::string_view key, int elements,
                 int offset, const std::vector<int>& shape, const std::vector<int64_t>& strides) {
    text(name);
    program_ += "ctorch._utils\n_rebuild_tensor_v2\n((";
    text("storage");
    program_ += "ctorch\n" + std::string(type) + "\n";
    text(key);
    text("cpu");
    number(elements);
    program_ += "tQ";
    number(offset);
    numbers(shape);
    long_numbers(strides);
    program_ +=
        "\x89"
        "ccollections\nOrderedDict\n)RtR";
    return *this;
  }
  Pickle& text(std::string_view value) {
    program_ += 'X';
    append(static_cast<uint32_t>(value.size()));
    program_ += value;
    return *this;
  }
  Pickle& number(int value) {
    program_ += 'J';
    append(static_cast<uint32_t>(value));
    return *this;
  }
  std::string done() const { return program_ + "u."; }

 private:
  void numbers(const std::vector<int>& values) {
    program_ += '(';
    for (const int value : values) number(value);
    program_ += 't';
  }
  void long_numbers(const std::vector<int64_t>& values) {
    program_ += '(';
    for (const int64_t value : values) {
      program_ += "\x8a\x08";
      program_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    program_ += 't';
  }
  void append(uint32_t value) {
    program_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  std::string program_;
};

using Entries = std::map<std::string, std::string>;

// A zip archive with these entries, stored unless asked otherwise.
std::string zip_of(const TemporaryFolder& folder, const Entries& entries, bool compress = false) {
  const std::string path = (folder.path() / "made.zip").string();
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
  for (const auto& [name, content] : entries) {
    zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
    const zip_int64_t index = zip_file_add(archive, name.c_str(), source, 0);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index),
                             compress ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0);
  }
  EXPECT_EQ(zip_close(archive), 0);
  return sotto::testing::golden_text(path);
}

std::string floats(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::string error_of(const std::string& file) {
  const auto weights = parse_torch_file(as_bytes(file), "m.bin");
  return weights ? "no error" : weights.error().message;
}

class TorchFile : public ::testing::Test {
 protected:
  std::string error_of_pickle(const Pickle& pickle, Entries entries = {}) {
    entries["m/data.pkl"] = pickle.done();
    entries.try_emplace("m/data/0", floats({1, 2, 3, 4, 5, 6}));
    return error_of(zip_of(folder_, entries));
  }
  TemporaryFolder folder_;
};

TEST_F(TorchFile, StateDictsInOneFileAreReadWithTheirNames) {
  const auto weights = open_torch_file(test_data("kokoro/kokoro-v1_0.pth"));
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_EQ((*weights)->names().size(), 549u);
  const StoredTensor* bias = (*weights)->find("bert_encoder.module.bias");
  ASSERT_NE(bias, nullptr);
  EXPECT_EQ(bias->dtype, DType::f32);
  const StoredTensor* positions = (*weights)->find("bert.module.embeddings.position_ids");
  ASSERT_NE(positions, nullptr);
  EXPECT_EQ(positions->dtype, DType::i64);
  EXPECT_NE((*weights)->find("decoder.module.generator.ups.0.weight_v"), nullptr);
}

TEST_F(TorchFile, ASingleTensorHasAnEmptyName) {
  const auto voice = open_torch_file(test_data("kokoro/voices/jf_golden.pt"));
  ASSERT_TRUE(voice) << voice.error().message;
  const StoredTensor* pack = (*voice)->find("");
  ASSERT_NE(pack, nullptr);
  EXPECT_THAT(pack->shape, ElementsAre(510, 1, 256));
}

TEST_F(TorchFile, GoldenFileEqualsTheSafetensorsFile) {
  const auto folder = sotto::testing::golden_folder("nllb");
  const auto expected = open_safetensors(folder / "model.safetensors");
  const auto weights = open_torch_file(folder / "pytorch_model.bin");
  ASSERT_TRUE(weights) << weights.error().message;
  ASSERT_TRUE(expected) << expected.error().message;
  // The torch file may carry a tied matrix under more of its names.
  EXPECT_GE((*weights)->names().size(), (*expected)->names().size());
  for (const std::string& name : (*expected)->names()) {
    const StoredTensor* theirs = (*expected)->find(name);
    const StoredTensor* ours = (*weights)->find(name);
    ASSERT_NE(ours, nullptr) << name;
    EXPECT_EQ(ours->dtype, theirs->dtype) << name;
    EXPECT_EQ(ours->shape, theirs->shape) << name;
    EXPECT_TRUE(std::equal(ours->bytes.begin(), ours->bytes.end(), theirs->bytes.begin(),
                           theirs->bytes.end()))
        << name;
  }
  const auto shapes = sotto::testing::golden_json(folder / "cases.json").at("meta").at("weights");
  for (const std::string& name : (*weights)->names()) {
    if (!shapes.contains(name)) continue;
    EXPECT_EQ((*weights)->find(name)->shape, shapes.at(name).get<std::vector<int64_t>>()) << name;
  }
}

TEST_F(TorchFile, ReadsSharedOffsetAndStridedTensors) {
  Pickle pickle;
  pickle.tensor("whole", "FloatStorage", "0", 6, 0, {2, 3}, {3, 1})
      .tensor("again", "FloatStorage", "0", 6, 0, {6}, {1})
      .tensor("second_row", "FloatStorage", "0", 6, 3, {3}, {1})
      .tensor("transposed", "FloatStorage", "0", 6, 0, {3, 2}, {1, 3})
      .tensor("column", "FloatStorage", "0", 6, 1, {2}, {3})
      .tensor("repeated", "FloatStorage", "0", 6, 4, {2, 2}, {0, 1})
      .tensor("one", "FloatStorage", "0", 6, 5, {1, 1}, {77, 5})
      .tensor("scalar", "FloatStorage", "0", 6, 2, {}, {})
      .tensor("none", "FloatStorage", "0", 6, 0, {0, 3}, {3, 1})
      .tensor("half", "HalfStorage", "1", 2, 0, {2}, {1})
      .tensor("bf16", "BFloat16Storage", "1", 2, 0, {2}, {1})
      .text("epoch")
      .number(7);
  const std::string file = zip_of(folder_, {{"m/data.pkl", pickle.done()},
                                            {"m/version", "3\n"},
                                            {"m/byteorder", "little"},
                                            {"m/data/0", floats({1, 2, 3, 4, 5, 6})},
                                            {"m/data/1", std::string("\x00\x3c\x80\x3f", 4)}});
  const auto parsed = parse_torch_file(as_bytes(file), "m.bin");
  ASSERT_TRUE(parsed) << parsed.error().message;
  const Weights& weights = **parsed;
  const auto values = [&](const char* name) { return *to_f32(*weights.find(name)); };
  EXPECT_EQ(weights.names().size(), 11u);  // the epoch is no tensor
  EXPECT_THAT(values("whole"), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(weights.find("whole")->bytes.data(), weights.find("again")->bytes.data());
  EXPECT_THAT(values("second_row"), ElementsAre(4, 5, 6));
  EXPECT_THAT(values("transposed"), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(values("column"), ElementsAre(2, 5));
  EXPECT_THAT(values("repeated"), ElementsAre(5, 6, 5, 6));
  EXPECT_THAT(values("one"), ElementsAre(6));
  EXPECT_THAT(values("scalar"), ElementsAre(3));
  EXPECT_THAT(values("none"), ElementsAre());
  EXPECT_THAT(values("half"), ElementsAre(1.0f, 1.875f));
  EXPECT_EQ(values("bf16")[1], 1.0f);
}

// No step is ever made along such a dimension; under UBSan an overflow would be seen.
TEST_F(TorchFile, TheStrideOfASingleElementDoesNotMatter) {
  const std::string file =
      zip_of(folder_, {{"m/data.pkl", Pickle()
                                          .tensor("x", "FloatStorage", "0", 6, 1, {2, 1, 2, 1},
                                                  {1, INT64_MAX, 3, INT64_MAX / 2})
                                          .done()},
                       {"m/data/0", floats({1, 2, 3, 4, 5, 6})}});
  const auto parsed = parse_torch_file(as_bytes(file), "m.bin");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_THAT(*to_f32(*(*parsed)->find("x")), ElementsAre(2, 5, 3, 6));
}

TEST_F(TorchFile, RefusesTensorsOutsideTheirStorage) {
  const auto error = [&](int elements, int offset, const std::vector<int>& shape,
                         const std::vector<int64_t>& strides) {
    return error_of_pickle(
        Pickle().tensor("x.weight", "FloatStorage", "0", elements, offset, shape, strides));
  };
  EXPECT_EQ(error(6, 0, {2, 3}, {3, 1}), "no error");
  EXPECT_EQ(error(6, 1, {2, 3}, {3, 1}),
            "m.bin: x.weight is [2, 3] at 1 with strides [3, 1] in a storage of 6");
  EXPECT_THAT(error(6, 0, {2, 3}, {4, 1}), HasSubstr("x.weight is [2, 3] at 0"));
  EXPECT_THAT(error(6, 0, {7}, {1}), HasSubstr("x.weight is [7] at 0"));
  EXPECT_EQ(error(7, 0, {7}, {1}),
            "m.bin: x.weight has a storage of 24 bytes, expected 7 elements of F32");
  EXPECT_EQ(error(6, -1, {2}, {1}), "m.bin: the pickle has a tensor with a bad offset");
  EXPECT_EQ(error(6, 0, {-2}, {1}), "m.bin: the pickle has a tensor with a bad size or stride");
  EXPECT_EQ(error(6, 0, {2}, {-1}), "m.bin: the pickle has a tensor with a bad size or stride");
  EXPECT_EQ(error(-6, 0, {2}, {1}), "m.bin: the pickle has a bad storage");
  // 2^124 elements, all the same one.
  EXPECT_THAT(error(6, 0, {1 << 30, 1 << 30, 1 << 30, 1 << 30}, {0, 0, 0, 0}),
              HasSubstr("x.weight is [1073741824, "));
  EXPECT_EQ(error(6, 0, {1 << 30}, {0}), "m.bin: x.weight takes more memory than the whole file");
}

TEST_F(TorchFile, RefusesArchivesThatAreNoTorchFile) {
  const std::string pickle = Pickle().tensor("x", "FloatStorage", "0", 2, 0, {2}, {1}).done();
  EXPECT_THAT(error_of(zip_of(folder_, {{"a.txt", "x"}})), HasSubstr("no data.pkl inside"));
  EXPECT_EQ(error_of(zip_of(folder_, {{"m/data.pkl", pickle}})),
            "m.bin: there is no entry m/data/0");
  EXPECT_THAT(error_of(zip_of(folder_, {{"m/data.pkl", pickle + std::string(4000, ' ')}}, true)),
              HasSubstr("m/data.pkl is compressed or encrypted"));
  EXPECT_THAT(
      error_of(zip_of(
          folder_, {{"m/data.pkl", pickle}, {"m/data/0", floats({1, 2})}, {"m/byteorder", "big"}})),
      HasSubstr("big-endian"));
  EXPECT_EQ(error_of(""), "m.bin: not a torch file (no zip archive)");
  EXPECT_THAT(error_of("PK\x03\x04 and nothing more"),  // libzip says why, in its version's words
              StartsWith("m.bin: not a readable zip archive: "));
  EXPECT_THAT(error_of("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02"),
              HasSubstr("the format of torch before 1.6"));
  EXPECT_THAT(error_of("version https://git-lfs.github.com/spec/v1\n"), HasSubstr("Git LFS"));
}

TEST_F(TorchFile, RefusesFilesThatAreCut) {
  const std::string file = zip_of(
      folder_, {{"m/data.pkl", Pickle().tensor("x", "FloatStorage", "0", 2, 0, {2}, {1}).done()},
                {"m/data/0", floats({1, 2})}});
  ASSERT_EQ(error_of(file), "no error");
  for (size_t n = 0; n < file.size(); ++n) {
    EXPECT_NE(error_of(file.substr(0, n)), "no error") << n;
  }
}

}  // namespace
}  // namespace sotto::checkpoint::torch_file_test
