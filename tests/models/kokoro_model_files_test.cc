#include "models/kokoro/model_files.h"

#include <gmock/gmock.h>

#include "base/paths.h"
#include "checkpoint/files.h"
#include "checkpoint/safetensors_writer.h"
#include "checkpoint/torch_file.h"
#include "golden.h"

namespace sotto::models::kokoro::kokoro_model_files_test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string refusal(const fs::path& path) {
  const auto files = open_model_files(path);
  return files ? "taken" : files.error().message;
}

// The small model's folder with other weights.
struct Made {
  checkpoint::TemporaryFolder folder;
  Made() {
    fs::create_directory(folder.path() / "voices");
    for (const char* file : {"config.json", "voices/jf_golden.pt"}) {
      fs::copy_file(test_data("kokoro") + "/" + file, folder.path() / file);
    }
  }
  // Upstream's tensors as safetensors, without one and with another.
  void write_safetensors(const std::string& without, const std::string& with) const {
    const auto stored = checkpoint::open_torch_file(test_data("kokoro/kokoro-v1_0.pth"));
    ASSERT_TRUE(stored);
    std::vector<checkpoint::StoredTensor> tensors;
    for (const std::string& name : (*stored)->names()) {
      if (name != without) tensors.push_back(*(*stored)->find(name));
    }
    if (!with.empty()) {
      tensors.push_back(tensors.back());
      tensors.back().name = with;
    }
    const auto written =
        checkpoint::write_safetensors(folder.path() / "kokoro.safetensors", tensors);
    ASSERT_TRUE(written) << written.error().message;
  }
};

TEST(KokoroModelFiles, UpstreamsFolderIsOpened) {
  const auto files = open_model_files(sotto::testing::golden_folder("kokoro"));
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_THAT(std::string(files->weights->source()), EndsWith(".pth"));
  EXPECT_NE(files->weights->find("decoder.generator.conv_post.weight"), nullptr);
  EXPECT_TRUE(files->voices.voice(files->voices.names().front()));
}

TEST(KokoroModelFiles, AnExportIsOpenedByItsFile) {
  const auto files = open_model_files(test_data("kokoro/kokoro-int8.onnx"));
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_EQ(files->weights->find("bert_encoder.weight")->dtype, checkpoint::DType::i8);
}

TEST(KokoroModelFiles, SafetensorsWithUpstreamsNamesAreOpened) {
  const Made made;
  made.write_safetensors("", "decoder.module.encode.norm1.norm.weight");  // as the package has it
  const auto files = open_model_files(made.folder.path());
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_THAT(std::string(files->weights->source()), EndsWith(".safetensors"));
}

TEST(KokoroModelFiles, EveryTensorIsAskedFor) {
  Made made;
  made.write_safetensors("predictor.module.lstm.bias_hh_l0", "");
  EXPECT_THAT(refusal(made.folder.path()),
              HasSubstr("Kokoro's tensor is missing: predictor.lstm.bias_hh_l0"));
  made.write_safetensors("", "decoder.module.encode.conv3.bias");
  EXPECT_THAT(refusal(made.folder.path()),
              HasSubstr("has a tensor that is not Kokoro's: decoder.encode.conv3.bias"));
  made.write_safetensors("", "bert_encoder.module.scales");
  EXPECT_THAT(refusal(made.folder.path()), HasSubstr("not Kokoro's: bert_encoder.scales"));
}

TEST(KokoroModelFiles, WhatIsMissingIsNamed) {
  const checkpoint::TemporaryFolder empty;
  EXPECT_THAT(refusal(empty.path()), HasSubstr("there are no weights of Kokoro"));
  EXPECT_THAT(refusal(empty.path() / "none.pth"), HasSubstr("none.pth"));
  fs::copy_file(test_data("kokoro/kokoro-v1_0.pth"), empty.path() / "k.pth");
  fs::copy_file(test_data("kokoro/config.json"), empty.path() / "config.json");
  EXPECT_THAT(refusal(empty.path()), HasSubstr("there are no voices"));
}

// As scripts/voice-kokoro installs it.
TEST(KokoroModelFiles, TheInstalledModelIsOpened) {
  const fs::path folder = data_folder() / "models" / "kokoro";
  if (!fs::exists(folder / "kokoro-v1.0.int8.onnx")) {
    GTEST_SKIP() << "Kokoro is not installed (scripts/voice-kokoro)";
  }
  const auto files = open_model_files(folder);
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_EQ(files->config.hidden_dim, 512);
  EXPECT_THAT(files->weights->find("decoder.encode.conv1.weight")->shape,
              ElementsAre(1024, 514, 3));
  EXPECT_TRUE(files->voices.voice("jf_alpha"));
}

}  // namespace
}  // namespace sotto::models::kokoro::kokoro_model_files_test
