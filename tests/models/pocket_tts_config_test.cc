#include "models/pocket_tts/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>

#include "golden.h"
#include "models/pocket_tts/released.h"

namespace sotto::models::pocket_tts::pocket_tts_config_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

fs::path models() { return sotto::testing::golden_folder("pocket_tts") / "models"; }

class PocketTtsConfigTest : public ::testing::Test {
 protected:
  void TearDown() override { fs::remove(path_); }

  Result<Config> read(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return read_config(path_);
  }

  // The golden config with `from` replaced by `to`.
  Result<Config> read_with(const std::string& from, const std::string& to) {
    std::string text = sotto::testing::golden_text(models() / "lsd.yaml");
    const size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("no " + from);
    return read(text.replace(at, from.size(), to));
  }

  std::string error_with(const std::string& from, const std::string& to) {
    const Result<Config> config = read_with(from, to);
    return config ? "no error" : config.error().message;
  }

  fs::path path_ =
      fs::path(::testing::TempDir()) / ("pocket_tts_config_" + std::to_string(getpid()) + ".yaml");
};

TEST_F(PocketTtsConfigTest, EveryGoldenModelReads) {
  const auto cases = sotto::testing::golden_json(models().parent_path() / "cases.json");
  for (const auto& [name, c] : cases.at("flow").items()) {
    SCOPED_TRACE(name);
    const Result<Config> config = read_config(models().parent_path() / c.at("model"));
    ASSERT_TRUE(config) << config.error().message;
    const std::pair<FlowType, std::string> types[] = {{FlowType::lsd, "lsd"},
                                                      {FlowType::flow_matching, "flow_matching"},
                                                      {FlowType::drifting, "drifting"},
                                                      {FlowType::pointwise, "pointwise"}};
    for (const auto& [type, text] : types) {
      EXPECT_EQ(config->flow_lm.flow.type == type, c.at("flow_type") == text);
    }
    const Result<fs::path> weights = resolve(*config, config->weights_path);
    ASSERT_TRUE(weights) << weights.error().message;
    EXPECT_TRUE(fs::exists(*weights));
    EXPECT_TRUE(resolve(*config, config->flow_lm.lookup_table.tokenizer_path));
  }
}

TEST_F(PocketTtsConfigTest, FieldsAndDefaults) {
  const Result<Config> config = read(R"(
weights_path: w.safetensors
replace_characters: {"’": "'", '"': ''}
model_recommended_frames_after_eos: null
default_temperature: 0.7
flow_lm:
  dtype: float32
  flow: {dim: 24, depth: 2, type: pointwise}
  transformer: {d_model: 28, num_heads: 3, num_layers: 3, hidden_scale: 2, max_period: 10000,
                attn_dim: 48, num_kv_heads: 1}
  z_dim: 20
  lookup_table: {dim: 28, n_bins: 480, tokenizer: tokenizers, tokenizer_path: t.json, rank: 8}
mimi:
  dtype: float32
  sample_rate: 24000
  frame_rate: 12.5
  channels: 1
  seanet: {dimension: 32, channels: 1, n_filters: 8, n_residual_layers: 1, ratios: [6, 5, 4],
           kernel_size: 7, residual_kernel_size: 3, last_kernel_size: 3, dilation_base: 2,
           pad_mode: constant, compress: 2}
  transformer: {d_model: 32, num_heads: 4, num_layers: 2, layer_scale: 0.01, context: 40,
                dim_feedforward: 96, input_dimension: 32, output_dimensions: [32]}
  quantizer: {dimension: 16, output_dimension: 32}
)");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->weights_path, "w.safetensors");
  const FlowTransformerConfig& t = config->flow_lm.transformer;
  EXPECT_EQ(t.attn_dim, 48);
  EXPECT_EQ(t.head_size(), 16);
  EXPECT_EQ(t.num_kv_heads, 1);
  EXPECT_EQ(t.dim_feedforward, 56);
  EXPECT_EQ(config->flow_lm.output_dim(), 20);
  EXPECT_EQ(config->flow_lm.flow.type, FlowType::pointwise);
  EXPECT_EQ(config->flow_lm.lookup_table.tokenizer, "tokenizers");
  EXPECT_FALSE(config->flow_lm.insert_bos_before_voice);
  EXPECT_EQ(config->text.replace_characters,
            (std::vector<std::pair<char32_t, std::string>>{{U'’', "'"}, {U'"', ""}}));
  EXPECT_TRUE(config->text.capitalize_first_letter && config->text.append_terminal_punctuation);
  EXPECT_FALSE(config->text.pad_with_spaces_for_short_inputs || config->text.remove_semicolons);
  EXPECT_FALSE(config->model_recommended_frames_after_eos);
  EXPECT_EQ(config->default_temperature, 0.7);
  EXPECT_EQ(config->default_eos_threshold, -4.0);
  EXPECT_EQ(config->mimi.seanet.ratios, (std::vector{6, 5, 4}));
  EXPECT_EQ(config->mimi.transformer.max_period, 10000);
  EXPECT_EQ(config->mimi.quantizer_dimension, 16);
  EXPECT_EQ(config->mimi.voice_dim(), 32);
  EXPECT_EQ(config->mimi.samples_per_frame(), 1920);
}

TEST_F(PocketTtsConfigTest, ErrorsNameTheField) {
  EXPECT_THAT(error_with("depth: 3", "depth: three"),
              HasSubstr("flow_lm.flow.depth is \"three\", expected an integer from 0 to 256"));
  EXPECT_THAT(error_with("depth: 3", "depth: 3000"), HasSubstr("flow_lm.flow.depth is \"3000\""));
  EXPECT_THAT(error_with("depth: 3", "depth: [3]"), HasSubstr("is a list, expected"));
  EXPECT_THAT(error_with("depth: 3\n", "\n"), HasSubstr("flow_lm.flow.depth is missing"));
  EXPECT_THAT(error_with("depth: 3", "depth: 3\n    colour: red"),
              HasSubstr("flow_lm.flow.colour is no field of this format"));
  EXPECT_THAT(error_with("num_layers: 2", "num_layers: 0"),  // of mimi
              HasSubstr("mimi.transformer.num_layers is \"0\", expected an integer from 1"));
  EXPECT_THAT(error_with("num_heads: 4", "num_heads: 5"),
              HasSubstr("attn_dim is 64, expected a multiple of 10"));
  EXPECT_THAT(error_with("num_heads: 4", "num_heads: 4\n    num_kv_heads: 3"),
              HasSubstr("num_kv_heads is 3, expected a divisor of the 4 heads"));
  EXPECT_THAT(error_with("frame_rate: 12.5", "frame_rate: .nan"),
              HasSubstr("mimi.frame_rate is \".nan\""));
  EXPECT_THAT(error_with("frame_rate: 12.5", "frame_rate: 13"),
              HasSubstr("make frames of 1846.15"));
  EXPECT_THAT(error_with("frame_rate: 12.5", "frame_rate: 1000"),
              HasSubstr("a frame has 24 samples, expected a multiple of 120"));
  EXPECT_THAT(error_with("depth: 3", "depth: 3\n    depth: 3"),
              HasSubstr("flow_lm.flow.depth stands there twice"));
  EXPECT_THAT(error_with("’: ", "’s: "), HasSubstr("expected single characters"));
  EXPECT_THAT(error_with("    dim: 64", "    dim: 32"),
              HasSubstr("dim is 32, expected 64, the transformer's d_model"));
  EXPECT_THAT(error_with("    depth: 3", "    type: fast\n    depth: 3"),
              HasSubstr("flow_lm.flow.type is \"fast\", expected lsd,"));
  EXPECT_THAT(error_with("pad_mode: constant", "pad_mode: reflect"),
              HasSubstr("mimi.seanet.pad_mode is \"reflect\", expected constant"));
}

TEST_F(PocketTtsConfigTest, WhatIsNoConfig) {
  for (const std::string text :
       {"", "weights_path", "[1, 2]", "a: [", "flow_lm: 3", "\"", "? [a]\n: b", "*unknown"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(read(text));
  }
  EXPECT_FALSE(read(std::string(1 << 16, '[')));
  EXPECT_FALSE(read(std::string(2 << 20, ' ')));
  EXPECT_FALSE(read_config("/nowhere/model.yaml"));
}

TEST_F(PocketTtsConfigTest, FilesThatAreNotThere) {
  const Result<Config> config = read_with("weights_path: models/lsd", "weights_path: models/other");
  ASSERT_TRUE(config) << config.error().message;
  const Result<fs::path> weights = resolve(*config, config->weights_path);
  ASSERT_FALSE(weights);
  EXPECT_THAT(
      weights.error().message,
      HasSubstr("the file models/other.safetensors that it names is neither in its folder"));
  for (const char* path : {"hf://", "hf://owner", "hf://owner/repository", "hf://owner/repository/",
                           "hf://owner/repository/../../x", "hf:///x/y", "hf://a/b/c@", "", "/"})
    EXPECT_FALSE(resolve(*config, path)) << path;
}

// A hub's cache with one file.
TEST_F(PocketTtsConfigTest, FilesInTheHubsCache) {
  const fs::path cache = fs::path(::testing::TempDir()) / ("hub_" + std::to_string(getpid()));
  const fs::path repository = cache / "models--owner--repository";
  fs::create_directories(repository / "snapshots/abc/languages");
  fs::create_directories(repository / "refs");
  std::ofstream(repository / "snapshots/abc/languages/model.safetensors") << "x";
  setenv("HF_HUB_CACHE", cache.c_str(), 1);
  const Result<Config> config = read_with("lsd", "lsd");
  ASSERT_TRUE(config) << config.error().message;
  const std::string path = "hf://owner/repository/languages/model.safetensors";
  const auto expected = repository / "snapshots/abc/languages/model.safetensors";
  const auto with_revision = resolve(*config, path + "@abc");
  ASSERT_TRUE(with_revision) << with_revision.error().message;
  EXPECT_EQ(*with_revision, expected);
  EXPECT_FALSE(resolve(*config, path));  // no refs/main
  std::ofstream(repository / "refs/main") << "abc";
  EXPECT_TRUE(resolve(*config, path));
  EXPECT_TRUE(resolve(*config, path + "@another"));
  EXPECT_TRUE(resolve(*config, path + "@main"));
  EXPECT_FALSE(resolve(*config, path + "x"));
  unsetenv("HF_HUB_CACHE");
  fs::remove_all(cache);
}

TEST_F(PocketTtsConfigTest, WeightsWithoutVoiceCloningAreTakenWhenTheOthersAreNotThere) {
  const auto golden = (models() / "lsd.safetensors").string();
  Result<Config> config = read_with("weights_path: models/lsd.safetensors",
                                    "weights_path: models/other.safetensors\n"
                                    "weights_path_without_voice_cloning: " +
                                        golden);
  ASSERT_TRUE(config) << config.error().message;
  const auto without = find_weight_files(*config);
  ASSERT_TRUE(without) << without.error().message;
  EXPECT_EQ(without->model, golden);
  EXPECT_FALSE(without->voice_cloning);
  config->weights_path = golden;
  EXPECT_TRUE(find_weight_files(*config)->voice_cloning);
  config->weights_path = config->weights_path_without_voice_cloning = "";
  EXPECT_THAT(find_weight_files(*config).error().message, HasSubstr("has no weights_path"));
  config->flow_lm.weights_path = config->mimi.weights_path = golden;
  const auto parts = find_weight_files(*config);
  ASSERT_TRUE(parts) << parts.error().message;
  EXPECT_EQ(parts->model, "");
  EXPECT_EQ(parts->flow_lm, golden);
}

TEST_F(PocketTtsConfigTest, TheReleasedOnesRead) {
  for (const char* language :
       {"english", "french", "german", "italian", "portuguese", "spanish", "dutch"}) {
    SCOPED_TRACE(language);
    const auto yaml = released_yaml(language, "owner/voices", "c0ffee");
    ASSERT_TRUE(yaml);
    const Result<Config> config = parse_config(*yaml, "released.yaml");
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(config->flow_lm.transformer.num_layers, 6);
    EXPECT_EQ(config->mimi.samples_per_frame(), 1920);
    EXPECT_EQ(config->weights_path_without_voice_cloning,
              std::string("hf://owner/voices/languages/") + language + "/model.safetensors@c0ffee");
    EXPECT_GE(config->text.replace_characters.size(), 2u);
  }
  EXPECT_FALSE(released_yaml("klingon", "owner/voices", "c0ffee"));
}

}  // namespace
}  // namespace sotto::models::pocket_tts::pocket_tts_config_test
