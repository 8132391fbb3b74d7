#include "models/kokoro/config.h"

#include <gmock/gmock.h>

#include <functional>

#include "checkpoint/files.h"
#include "golden.h"

namespace sotto::models::kokoro::kokoro_config_test {
namespace {

using ::testing::HasSubstr;

// That of the small model here, with the published vocabulary.
nlohmann::json small_config() {
  return sotto::testing::golden_json(test_data("kokoro/config.json"));
}

std::string refusal(const std::function<void(nlohmann::json&)>& change) {
  const checkpoint::TemporaryFolder folder;
  nlohmann::json json = small_config();
  change(json);
  const auto config = read_config(folder.write("config.json", json.dump()));
  return config ? "taken" : config.error().message;
}

TEST(KokoroConfig, TheGoldensAreRead) {
  const nlohmann::json json =
      sotto::testing::golden_json(sotto::testing::golden_folder("kokoro") / "config.json");
  const auto config = read_config(sotto::testing::golden_folder("kokoro") / "config.json");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->hidden_dim, json.at("hidden_dim"));
  EXPECT_EQ(config->plbert.num_attention_heads, json.at("plbert").at("num_attention_heads"));
  EXPECT_EQ(config->plbert.head_size(),
            config->plbert.hidden_size / config->plbert.num_attention_heads);
  EXPECT_EQ(config->istftnet.upsample_initial_channel,
            json.at("istftnet").at("upsample_initial_channel"));
  EXPECT_EQ(config->istftnet.resblock_dilation_sizes.size(),
            json.at("istftnet").at("resblock_kernel_sizes").size());
  EXPECT_EQ(config->max_phonemes(), json.at("plbert").at("max_position_embeddings").get<int>() - 2);
  EXPECT_EQ(config->istftnet.upsample_rates,
            json.at("istftnet").at("upsample_rates").get<std::vector<int>>());
  EXPECT_EQ(config->vocab.size(), json.at("vocab").size());
}

TEST(KokoroConfig, WithoutAFileItIsThePublishedOne) {
  const Config config;
  EXPECT_EQ(config.hidden_dim, 512);
  EXPECT_EQ(config.plbert.num_hidden_layers, 12);
  EXPECT_EQ(config.istftnet.samples_per_f0(), 300);
  EXPECT_EQ(config.max_phonemes(), 510);
  const auto read =
      tokenize::PhonemeVocabulary::read(small_config().at("vocab"), "config.json", config.n_token);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config.vocab);
}

TEST(KokoroConfig, WhatIsWrongIsNamed) {
  EXPECT_THAT(refusal([](auto& j) { j.erase("hidden_dim"); }),
              HasSubstr("config.json: hidden_dim is missing, expected an integer from 2"));
  EXPECT_THAT(refusal([](auto& j) { j["hidden_dim"] = 21; }), HasSubstr("expected an even number"));
  EXPECT_THAT(refusal([](auto& j) { j["layers"] = 3; }),
              HasSubstr("the field layers is not known"));
  EXPECT_THAT(refusal([](auto& j) { j["plbert"] = 3; }), HasSubstr("plbert is no object"));
  EXPECT_THAT(refusal([](auto& j) { j["plbert"]["num_attention_heads"] = 5; }),
              HasSubstr("config.json: plbert: hidden_size is 32, expected a multiple of the 5"));
  EXPECT_THAT(refusal([](auto& j) { j["plbert"]["max_position_embeddings"] = "512"; }),
              HasSubstr("max_position_embeddings is \"512\", expected an integer"));
  const auto istftnet = [](const char* key, const nlohmann::json& value) {
    return refusal([&](nlohmann::json& j) { j["istftnet"][key] = value; });
  };
  EXPECT_THAT(istftnet("upsample_rates", {10}),
              HasSubstr("2 upsample_kernel_sizes for 1 upsample_rates"));
  EXPECT_THAT(istftnet("upsample_rates", {10, 0}),
              HasSubstr("upsample_rates is no list of 1 to 8 integers"));
  EXPECT_THAT(istftnet("upsample_kernel_sizes", {21, 12}), HasSubstr("has 21 for a rate of 10"));
  EXPECT_THAT(istftnet("resblock_kernel_sizes", {3, 7, 10}),
              HasSubstr("has 10, expected odd numbers"));
  EXPECT_THAT(istftnet("resblock_dilation_sizes", {{1, 3, 5}, {1, 3}}),
              HasSubstr("resblock_dilation_sizes is no list of lists of 3 integers"));
  EXPECT_THAT(istftnet("upsample_initial_channel", 13), HasSubstr("expected a multiple of 4"));
  EXPECT_THAT(istftnet("gen_istft_n_fft", 21), HasSubstr("gen_istft_n_fft is 21 with a hop of 5"));
  EXPECT_FALSE(read_config("/nowhere/config.json"));
}

TEST(KokoroVocabulary, EachPhonemeStringOfTheGoldensHasItsIds) {
  const auto config = read_config(sotto::testing::golden_folder("kokoro") / "config.json");
  ASSERT_TRUE(config) << config.error().message;
  const nlohmann::json cases =
      sotto::testing::golden_json(sotto::testing::golden_folder("kokoro") / "cases.json");
  size_t compared = 0;
  for (const auto& text : cases.at("texts")) {
    if (!text.contains("ids")) continue;
    EXPECT_EQ(config->vocab.ids(text.at("phonemes").get<std::string>()),
              text.at("ids").get<std::vector<int>>())
        << text.at("phonemes");
    ++compared;
  }
  EXPECT_GT(compared, 0u);
}

TEST(KokoroVocabulary, WhatIsWrongIsNamed) {
  const auto vocab = [](const nlohmann::json& value) {
    return refusal([&](nlohmann::json& j) { j["vocab"] = value; });
  };
  EXPECT_THAT(vocab({{"ab", 1}}), HasSubstr("vocab has the key \"ab\", expected one character"));
  EXPECT_THAT(vocab({{"", 1}}), HasSubstr("expected one character"));
  EXPECT_THAT(vocab({{"a", 0}}), HasSubstr("vocab gives U+0061 the id 0, expected one of its own"));
  EXPECT_THAT(vocab({{"a", 178}}), HasSubstr("from 1 to 177"));
  EXPECT_THAT(vocab({{"a", (int64_t{1} << 32) + 5}}), HasSubstr("the id 4294967301"));
  EXPECT_THAT(vocab({{"a", 1.0}}), HasSubstr("vocab gives U+0061"));
  EXPECT_THAT(vocab({{"a", 1}, {"b", 1}}), HasSubstr("vocab gives U+0062 the id 1"));
  EXPECT_THAT(vocab(nlohmann::json::object()), HasSubstr("vocab is no object"));
}

}  // namespace
}  // namespace sotto::models::kokoro::kokoro_config_test
