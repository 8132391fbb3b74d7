// Whole folders: what is written beside the weights, and what is refused.
#include "checkpoint/quantize_folder.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "checkpoint/files.h"
#include "checkpoint/model_card.h"
#include "golden.h"

namespace sotto::checkpoint::quantize_folder_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

class QuantizeFolderTest : public ::testing::Test {
 protected:
  QuantizeFolderTest() {
    const fs::path golden = sotto::testing::golden_folder("nllb");
    for (const char* name : {"config.json", "generation_config.json", "model.safetensors",
                             "sentencepiece.bpe.model", "tokenizer_config.json"}) {
      folder_.write(fs::path("source") / name, sotto::testing::golden_text(golden / name));
    }
    folder_.write("source/LICENSE", "all of it");
    folder_.write("source/modeling.py", "import os");
    folder_.write("source/pytorch_model.bin", "a pickle");
    options_.weights.scheme = *quant::parse_scheme("q4:32");
    options_.weights.measure = true;
    options_.source_name = "someone/a-model";
  }
  std::string quantize(const std::string& target = "target") {
    const auto source = open_model_folder(folder_.path() / "source");
    if (!source) return source.error().message;
    const auto done =
        quantize_folder(translator_plan(*source, options_), folder_.path() / target, options_);
    return done ? "no error" : done.error().message;
  }
  std::vector<std::string> files(const fs::path& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path() / folder)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }
  nlohmann::json config() const {
    return sotto::testing::golden_json(folder_.path() / "target/config.json");
  }
  std::string card() const {
    return sotto::testing::golden_text(folder_.path() / "target/README.md");
  }

  TemporaryFolder folder_;
  QuantizeFolderOptions options_;
};

TEST_F(QuantizeFolderTest, HoldsAModelAndWhatBelongsToIt) {
  ASSERT_EQ(quantize(), "no error");
  EXPECT_THAT(files("target"),
              UnorderedElementsAre("config.json", "generation_config.json", "model.safetensors",
                                   "sentencepiece.bpe.model", "tokenizer_config.json", "LICENSE",
                                   "README.md"));
  EXPECT_THAT(files(""), UnorderedElementsAre("source", "target"));
  const auto model = open_model_folder(folder_.path() / "target");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->config.at("d_model"), 64);
}

TEST_F(QuantizeFolderTest, ConfigSaysWhatWasDone) {
  options_.weights.keep = {"*decoder.layers.1.fc2.weight"};
  options_.weights.embeddings = *quant::parse_scheme("q8:32");
  ASSERT_EQ(quantize(), "no error");
  const nlohmann::json expected = {
      {"group_size", 32}, {"bits", 4}, {"model.shared", {{"group_size", 32}, {"bits", 8}}}};
  EXPECT_EQ(config().at("quantization"), expected);
  const nlohmann::json about = config().at("sotto");
  EXPECT_EQ(about.at("scheme"), "q4:32");
  EXPECT_EQ(about.at("embeddings"), "q8:32");
  EXPECT_EQ(about.at("source"), "someone/a-model");
  EXPECT_EQ(about.at("version"), SOTTO_VERSION);
  EXPECT_EQ(about.at("kept"), nlohmann::json::array({"model.decoder.layers.1.fc2.weight"}));
}

TEST_F(QuantizeFolderTest, OtherSchemesHaveNoKeyOfMlx) {
  for (const char* scheme : {"int8", "f16"}) {
    options_.weights.scheme = *quant::parse_scheme(scheme);
    options_.force = true;
    ASSERT_EQ(quantize(), "no error");
    EXPECT_FALSE(config().contains("quantization"));
    EXPECT_EQ(config().at("torch_dtype"), scheme == std::string("f16") ? "float16" : "float32");
  }
  options_.weights.embeddings = *quant::parse_scheme("q8");
  ASSERT_EQ(quantize(), "no error");
  EXPECT_EQ(config().at("quantization").at("bits"), 8);
}

TEST_F(QuantizeFolderTest, CardNamesTheLicenceOfTheSource) {
  ASSERT_EQ(quantize(), "no error");
  EXPECT_THAT(card(), AllOf(HasSubstr("# target\n"), HasSubstr("The weights of someone/a-model"),
                            HasSubstr("License of the source: its card names none"),
                            HasSubstr("for every 32 values"), Not(HasSubstr("---"))));
  folder_.write("source/README.md", "---\nlicense: cc-by-nc-4.0\n---\n# The model\n");
  options_.force = true;
  ASSERT_EQ(quantize(), "no error");
  EXPECT_THAT(card(), AllOf(::testing::StartsWith("---\nlicense: cc-by-nc-4.0\n"
                                                  "base_model: someone/a-model\n---\n"),
                            HasSubstr("License of the source: cc-by-nc-4.0")));
}

TEST_F(QuantizeFolderTest, LeavesWhatIsThere) {
  folder_.write("target/config.json", "{}");
  EXPECT_THAT(quantize(), HasSubstr("target: is there already; --force replaces it"));
  EXPECT_THAT(quantize("source"), HasSubstr("source: the source itself"));
  EXPECT_THAT(quantize("gone/target"), HasSubstr("its parent folder does not exist"));
  options_.force = true;
  folder_.write("papers/thesis.txt", "years of work");
  EXPECT_THAT(quantize("papers"), HasSubstr("papers: not a model folder"));
  folder_.write("file", "text");
  EXPECT_THAT(quantize("file"), HasSubstr("file: not a model folder"));
  EXPECT_EQ(quantize(), "no error");
  EXPECT_THAT(files("target"), IsSupersetOf({"model.safetensors", "README.md"}));
  EXPECT_EQ(sotto::testing::golden_text(folder_.path() / "papers/thesis.txt"), "years of work");
}

TEST_F(QuantizeFolderTest, FailuresLeaveNothing) {
  options_.weights.keep = {"nothing*"};
  EXPECT_THAT(quantize(), HasSubstr("--keep nothing*"));
  options_.weights.keep.clear();
  std::stop_source stop;
  stop.request_stop();
  options_.weights.stop = stop.get_token();
  EXPECT_NE(quantize(), "no error");
  EXPECT_THAT(files(""), UnorderedElementsAre("source"));
}

TEST(Licence, IsFoundInCards) {
  EXPECT_EQ(licence_of("---\nlanguage: en\nlicense: cc-by-nc-4.0\n---\n# x\n"), "cc-by-nc-4.0");
  EXPECT_EQ(licence_of("# x\n\nText.\nLicense: Apache-2.0, like the corpus\n"),
            "Apache-2.0, like the corpus");
  EXPECT_EQ(licence_of("# x\r\n- **Licence:** MIT\r\n"), "MIT");
  EXPECT_EQ(licence_of("# x\nThe license: none\n"), "");
  EXPECT_EQ(licence_of("license:\nlicense: a\x1b[31m\n"), "a [31m");
  EXPECT_EQ(licence_of(""), "");
}

}  // namespace
}  // namespace sotto::checkpoint::quantize_folder_test
