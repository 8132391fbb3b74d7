// Tokens of Chatterbox against the reference (chatterbox-tts 0.1.7).
#include <gtest/gtest.h>

#include <algorithm>

#include "models/chatterbox/tokens.h"
#include "models/chatterbox_goldens.h"
#include "text/spoken/punctuation.h"

namespace sotto::models::chatterbox::chatterbox_tokens_test {
namespace {

using namespace testing;

TEST(ChatterboxTokens, EnglishTokensAreTheReferences) {
  const auto tokens = value(TextTokens::load(model_file("tokenizer.json"), Variant::english));
  ASSERT_FALSE(cases().at("tokens_en").empty());
  for (const json& c : cases().at("tokens_en")) {
    const std::string text = c.at("text");
    EXPECT_EQ(tokens.encode(text), c.at("ids").get<std::vector<int>>()) << text;
  }
}

TEST(ChatterboxTokens, MultilingualTokensAreTheReferences) {
  const auto tokens = value(
      TextTokens::load(model_file("grapheme_mtl_merged_expanded_v1.json"), Variant::multilingual));
  ASSERT_FALSE(cases().at("tokens_multilingual").empty());
  for (const json& c : cases().at("tokens_multilingual")) {
    const std::string text = c.at("text");
    SCOPED_TRACE(text);
    const std::string language =
        c.at("language_id").is_null() ? "" : c.at("language_id").get<std::string>();
    const std::string normal = spoken::punc_norm(text, {.wide_ends = true});
    EXPECT_EQ(normal, c.at("punc_norm").get<std::string>());
    EXPECT_EQ(spoken::lower_nfkd(normal), c.at("lower_nfkd").get<std::string>());
    // Kanji are read elsewhere: here as the reference reads them.
    const LanguageForm form = [&](std::string_view apart) {
      EXPECT_EQ(apart, c.at("lower_nfkd").get<std::string>());
      return c.at("language_form").get<std::string>();
    };
    EXPECT_EQ(tokens.tokenizer_input(normal, language, form),
              c.at("tokenizer_input").get<std::string>());
    EXPECT_EQ(tokens.encode(normal, language, form), c.at("ids").get<std::vector<int>>());
  }
}

// Between start and stop, as T3 was given it.
TEST(ChatterboxTokens, ThePromptIsTheReferences) {
  const auto tokens = value(TextTokens::load(model_file("tokenizer.json"), Variant::english));
  const auto& texts = cases().at("punc_norm");
  const std::vector<int> expected = ids(golden("t3"), "in.text_tokens");
  const bool found = std::ranges::any_of(texts, [&](const json& c) {
    return tokens.prompt(c.at("text").get<std::string>()) == expected;
  });
  EXPECT_TRUE(found);
}

// The small network's tokens are GPT-2's, with nothing around them.
TEST(ChatterboxTokens, TurboReadsGpt2sTokens) {
  const auto tokens = value(TextTokens::load(test_data("gpt2"), Variant::turbo));
  const json all = sotto::testing::golden_json(test_data("gpt2/cases.json"));
  EXPECT_EQ(tokens.prompt("Hello world, it's a test."),
            all.at(0).at("ids").get<std::vector<int>>());
  EXPECT_EQ(tokens.size(), 362);
}

TEST(ChatterboxTokens, WhatIsNoTokenizerIsRefused) {
  const auto refused = TextTokens::load(model_file("conds.pt"), Variant::english);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, model_file("conds.pt").string() + ": is not a JSON object");
}

}  // namespace
}  // namespace sotto::models::chatterbox::chatterbox_tokens_test
