// Configurations of causal language models: both spellings, and what is refused.
#include "models/causal_lm/config.h"

#include <gmock/gmock.h>

#include <cmath>

#include "models/causal_lm_golden.h"
#include "models/kinds.h"

namespace sotto::models::causal_lm::testing::causal_lm_config_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

checkpoint::ModelFolder folder_of(json config) {
  return {"somewhere", std::move(config), json::object(), nullptr};
}

json golden_config(const std::string& name) {
  return sotto::testing::golden_json(goldens().folder / name / "config.json");
}

Config value(json config) {
  const auto read = read_config(folder_of(std::move(config)));
  if (!read) throw std::runtime_error(read.error().message);
  return *read;
}

std::string refusal(json config, const json& changes) {
  config.update(changes);
  const auto read = read_config(folder_of(std::move(config)));
  return read ? "taken" : read.error().message;
}

bool same(const nn::Rotary& a, const nn::Rotary& b) {
  return a.frequencies(64) == b.frequencies(64);
}

TEST(CausalLmConfig, BothSpellingsOfPositionsSayTheSame) {
  json old = golden_config("llama"), now = old;
  now.erase("rope_scaling");
  now.erase("rope_theta");
  now["rope_parameters"] = old.at("rope_scaling");
  now["rope_parameters"]["rope_theta"] = old.at("rope_theta");
  const Config before = value(old), after = value(now);
  EXPECT_TRUE(before.rotary.stretch);
  EXPECT_TRUE(same(before.rotary, after.rotary));
  EXPECT_FALSE(same(before.rotary, nn::Rotary{.period = before.rotary.period}));
}

TEST(CausalLmConfig, KindsOfLayersHavePositionsOfTheirOwn) {
  json old = golden_config("gemma3_text"), now = old;
  const Config before = value(old);
  for (const char* key : {"rope_scaling", "rope_theta", "rope_local_base_freq",
                          "sliding_window_pattern"})
    now.erase(key);
  now["rope_parameters"] = {
      {"full_attention",
       {{"rope_theta", old.at("rope_theta")}, {"rope_type", "linear"}, {"factor", 8.0}}},
      {"sliding_attention",
       {{"rope_theta", old.at("rope_local_base_freq")}, {"rope_type", "default"}}}};
  for (const Mixer mixer : before.layers)
    now["layer_types"].push_back(mixer == Mixer::attention ? "full_attention"
                                                           : "sliding_attention");
  const Config after = value(now);
  EXPECT_EQ(before.layers, after.layers);
  EXPECT_TRUE(same(before.rotary, after.rotary));
  EXPECT_TRUE(same(before.window_rotary, after.window_rotary));
  EXPECT_EQ(before.rotary.frequency(0, 32), 0.125);
  EXPECT_EQ(before.window_rotary.frequency(0, 32), 1);
}

TEST(CausalLmConfig, LayersThatAttendMayBeNumbered) {
  json config = golden_config("lfm2");
  const Config listed = value(config);
  config.erase("layer_types");
  EXPECT_EQ(value(config).layers, listed.layers);
  EXPECT_EQ(std::ranges::count(listed.layers, Mixer::attention), 2);
}

// The text of a network that sees pictures: what its part does not say is as the library has it.
TEST(CausalLmConfig, ATextBesideATowerIsRead) {
  json config = {{"model_type", "gemma3"},
                 {"eos_token_id", {1, 106}},
                 {"text_config",
                  {{"model_type", "gemma3_text"},
                   {"hidden_size", 2560},
                   {"intermediate_size", 10240},
                   {"num_hidden_layers", 34},
                   {"sliding_window", 1024},
                   {"rope_scaling", {{"factor", 8.0}, {"rope_type", "linear"}}}}}};
  EXPECT_TRUE(is_causal_lm(config));
  const Config c = value(config);
  EXPECT_EQ(c.heads, 8);
  EXPECT_EQ(c.kv_heads, 4);
  EXPECT_EQ(c.head_size, 256);
  EXPECT_EQ(c.score_scale, 1.0f / 16);
  EXPECT_TRUE(c.is_tied);
  EXPECT_EQ(c.layers[4], Mixer::window_attention);
  EXPECT_EQ(c.layers[5], Mixer::attention);
  EXPECT_EQ(c.eos, (std::vector<int>{1, 106}));
  EXPECT_EQ(c.rotary.period, 1e6);
}

TEST(CausalLmConfig, EndsAreOfBothFiles) {
  checkpoint::ModelFolder folder = folder_of(golden_config("llama"));
  folder.generation_config = {{"eos_token_id", {9, 2, 4}}};
  const auto config = read_config(folder);
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->eos, (std::vector<int>{2, 4, 9}));
}

TEST(CausalLmConfig, WhatIsNotKnownIsRefusedByItsKey) {
  const json llama = golden_config("llama"), gemma = golden_config("gemma3_text"),
             lfm2 = golden_config("lfm2");
  EXPECT_EQ(refusal(llama, json::object()), "taken");
  EXPECT_EQ(refusal(llama, {{"model_type", "mixtral"}}),
            "somewhere/config.json: model_type is \"mixtral\", expected one of \"llama\", "
            "\"qwen3\", \"hunyuan_v1_dense\", \"gemma3_text\", \"lfm2\"");
  EXPECT_EQ(refusal(llama, {{"hidden_act", "relu"}}),
            "somewhere/config.json: hidden_act is \"relu\", expected \"silu\"");
  EXPECT_THAT(refusal(llama, {{"rope_scaling", {{"rope_type", "yarn"}, {"factor", 4.0}}}}),
              HasSubstr("rope_type is \"yarn\", expected \"default\""));
  EXPECT_THAT(refusal(llama, {{"rope_scaling", {{"type", "dynamic"}, {"factor", 4.0}}}}),
              HasSubstr("type is \"dynamic\""));
  EXPECT_THAT(refusal(llama, {{"quantization_config", {{"bits", 4}}}}),
              HasSubstr("quantization_config"));
  EXPECT_THAT(refusal(llama, {{"partial_rotary_factor", 0.5}}), HasSubstr("partial_rotary_factor"));
  EXPECT_THAT(refusal(gemma, {{"attn_logit_softcapping", 50.0}}),
              HasSubstr("attn_logit_softcapping is 50.0, expected none of it"));
  EXPECT_THAT(refusal(lfm2, {{"conv_bias", true}}),
              HasSubstr("conv_bias is true, expected false"));
  EXPECT_THAT(refusal(lfm2, {{"layer_types", {"conv", "mamba", "conv", "conv", "conv"}}}),
              HasSubstr("layer_types is \"mamba\""));
  EXPECT_THAT(refusal(golden_config("qwen3"), {{"use_sliding_window", true}}),
              HasSubstr("use_sliding_window"));
}

TEST(CausalLmConfig, SizesAreBounded) {
  const json llama = golden_config("llama"), lfm2 = golden_config("lfm2");
  EXPECT_THAT(refusal(llama, {{"num_hidden_layers", 100000}}), HasSubstr("num_hidden_layers"));
  EXPECT_THAT(refusal(llama, {{"hidden_size", -4}}), HasSubstr("hidden_size"));
  EXPECT_THAT(refusal(llama, {{"num_key_value_heads", 4}}),
              HasSubstr("num_key_value_heads is 4, expected a divisor of 6 heads"));
  EXPECT_THAT(refusal(llama, {{"head_dim", 15}}), HasSubstr("head_dim is 15, expected an even"));
  EXPECT_THAT(refusal(llama, {{"num_attention_heads", 32768}, {"num_key_value_heads", 1},
                              {"head_dim", 32768}}),
              HasSubstr("num_attention_heads is 32768, expected at most 32768 columns"));
  EXPECT_THAT(refusal(lfm2, {{"conv_L_cache", 1 << 20}}), HasSubstr("conv_L_cache"));
  EXPECT_THAT(refusal(lfm2, {{"layer_types", json::array({"conv"})}}),
              HasSubstr("expected 5 layers"));
  EXPECT_THAT(refusal(llama, {{"eos_token_id", {1, "x"}}}), HasSubstr("eos_token_id"));
  EXPECT_THAT(refusal(llama, {{"rope_theta", 0}}), HasSubstr("rope_theta"));
}

TEST(CausalLmConfig, FoldersSayWhatTheyAre) {
  for (const std::string& name : goldens().names()) {
    const Kind* kind = kind_of(goldens().folder / name);
    ASSERT_NE(kind, nullptr) << name;
    EXPECT_EQ(kind->name, "language-model");
  }
  EXPECT_FALSE(is_causal_lm({{"model_type", "gemma3"}}));
  EXPECT_FALSE(is_causal_lm(json::array({"llama"})));
  EXPECT_FALSE(is_causal_lm({{"model_type", 3}}));
}

}  // namespace
}  // namespace sotto::models::causal_lm::testing::causal_lm_config_test
