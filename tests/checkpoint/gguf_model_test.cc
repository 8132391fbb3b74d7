// Models of GGUF files beside the folders of the hub that they were made from.
#include "checkpoint/gguf_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "checkpoint/files.h"
#include "checkpoint/gguf_builder.h"
#include "golden.h"

namespace sotto::checkpoint::gguf_model_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using sotto::testing::GgufBuilder;
using ::testing::HasSubstr;

struct Twin {
  fs::path file;
  json config;  // of the folder; null: it has none
};

std::vector<Twin> twins() {
  std::vector<Twin> found;
  for (const auto& entry :
       fs::recursive_directory_iterator(sotto::testing::golden_folder("decoder_lm"))) {
    if (entry.path().extension() != ".gguf") continue;
    const fs::path config = entry.path().parent_path() / "config.json";
    found.push_back(
        {entry.path(), fs::exists(config) ? sotto::testing::golden_json(config) : json()});
  }
  return found;
}

std::string floats(size_t count) { return std::string(count * sizeof(float), '\0'); }

// A small file of that architecture, whose layers have nothing in them.
GgufBuilder llama(const std::string& architecture = "llama") {
  GgufBuilder file;
  file.text("general.architecture", architecture);
  for (const char* key :
       {"embedding_length", "block_count", "feed_forward_length", "attention.head_count"})
    file.u32(architecture + "." + key, 2);
  return file;
}

std::string refusal(const GgufBuilder& file) {
  const TemporaryFolder folder;
  const auto model = open_gguf_model(folder.write("m.gguf", file.file()));
  return model ? "taken" : model.error().message;
}

TEST(GgufModel, SaysWhatConfigJsonDoes) {
  ASSERT_FALSE(twins().empty());
  for (const Twin& twin : twins()) {
    SCOPED_TRACE(twin.file);
    const auto model = open_gguf_model(twin.file);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(model->gguf);
    EXPECT_EQ(model->path, twin.file);
    if (twin.config.is_null()) continue;
    for (const char* key : {"model_type", "hidden_size", "num_hidden_layers", "num_attention_heads",
                            "num_key_value_heads", "head_dim", "max_position_embeddings",
                            "layer_types", "sliding_window", "final_logit_softcapping"}) {
      if (!twin.config.contains(key) || twin.config[key].is_null()) continue;
      if (std::string(key) == "layer_types" && twin.config["model_type"] != "lfm2") continue;
      EXPECT_EQ(model->config.value(key, json()), twin.config[key]) << key;
    }
    const json& c = model->config;
    EXPECT_EQ(c["tie_word_embeddings"], model->weights->find("lm_head.weight") == nullptr);
    EXPECT_EQ(c["vocab_size"], model->weights->find("model.embed_tokens.weight")->shape[0]);
    const double epsilon = twin.config.value("rms_norm_eps", twin.config.value("norm_eps", 0.0));
    EXPECT_NEAR(c["rms_norm_eps"].get<double>(), epsilon, 1e-12);
    EXPECT_FALSE(model->generation_config["eos_token_id"].empty());
  }
}

TEST(GgufModel, ItsTensorsHaveTheNamesOfTheHub) {
  for (const Twin& twin : twins()) {
    SCOPED_TRACE(twin.file);
    const auto model = open_gguf_model(twin.file);
    ASSERT_TRUE(model) << model.error().message;
    for (const std::string& name : model->weights->names()) {
      if (name == "rope_freqs.weight") continue;
      EXPECT_TRUE(name.starts_with("model.") || name == "lm_head.weight") << name;
    }
    const StoredTensor* conv = model->weights->find("model.layers.0.conv.conv.weight");
    if (model->config["model_type"] != "lfm2") continue;
    ASSERT_NE(conv, nullptr);
    EXPECT_EQ(conv->shape, (std::vector<int64_t>{model->config["hidden_size"], 1,
                                                 model->config["conv_L_cache"]}));
  }
}

TEST(GgufModel, AFolderMayHoldNothingElse) {
  const TemporaryFolder folder;
  const std::string bytes = sotto::testing::golden_text(twins().front().file);
  folder.write("m/a.gguf", bytes);
  const auto model = open_model_folder(folder.path() / "m");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_TRUE(model->gguf);
  EXPECT_EQ(model->path, folder.path() / "m/a.gguf");
  EXPECT_TRUE(find_folder((folder.path() / "m/a.gguf").string()));
  for (const char* place : {"m", "m/a.gguf"}) {
    const auto weights = find_weights(folder.path() / place);
    ASSERT_TRUE(weights) << weights.error().message;
    EXPECT_EQ(*weights, folder.path() / "m/a.gguf");
  }
  folder.write("m/b.gguf", bytes);
  EXPECT_FALSE(open_model_folder(folder.path() / "m"));  // which one is nobody's to guess
}

TEST(GgufModel, WhatIsMissingOrUnknownIsNamed) {
  const auto whole = [](GgufBuilder file) {
    return file.tensor("token_embd.weight", {2, 3}, 0, floats(6));
  };
  EXPECT_EQ(refusal(whole(llama())), "taken");
  EXPECT_THAT(refusal(whole(llama("mamba"))), HasSubstr("general.architecture is mamba, expected"));
  EXPECT_THAT(refusal(GgufBuilder{}), HasSubstr("general.architecture is (no name)"));
  EXPECT_THAT(refusal(llama()), HasSubstr("has no matrix token_embd.weight"));
  GgufBuilder no_layers;
  no_layers.text("general.architecture", "llama").u32("llama.embedding_length", 2);
  EXPECT_THAT(refusal(whole(no_layers)), HasSubstr("has no llama.block_count, expected a number"));
  EXPECT_THAT(refusal(whole(llama().text("llama.rope.scaling.type", "yarn"))),
              HasSubstr("llama.rope.scaling.type is yarn, expected linear or none"));
  EXPECT_THAT(
      refusal(whole(llama("lfm2").numbers<int32_t>("lfm2.attention.head_count_kv", 5, {0, 2, 2}))),
      HasSubstr("has 3 values, expected one a layer"));
  EXPECT_THAT(refusal(whole(llama()
                                .tensor("model.norm.weight", {2}, 0, floats(2))
                                .tensor("output_norm.weight", {2}, 0, floats(2)))),
              HasSubstr("model.norm.weight is there under two names"));
}

}  // namespace
}  // namespace sotto::checkpoint::gguf_model_test
