// Tokens of XTTS against the reference (coqui-tts 0.28.0).
#include "models/xtts/tokens.h"

#include <gtest/gtest.h>

#include "models/xtts_goldens.h"

namespace sotto::models::xtts::xtts_tokens_test {
namespace {

using namespace testing;

TEST(XttsTokens, TokensAreTheReferences) {
  const auto tokens = value(TextTokens::load(folder() / "vocab.json"));
  for (const json& c : cases().at("texts")) {
    const std::string language = c.at("lang"), cleaned = c.at("cleaned");
    EXPECT_EQ(tokens.encode(cleaned, language.substr(0, language.find('-'))),
              c.at("ids").get<std::vector<int>>())
        << cleaned;
  }
  EXPECT_EQ(tokens.size(), 337);
}

TEST(XttsTokens, WhatIsNoTokenizerIsRefused) {
  const auto refused = TextTokens::load(folder() / "reference.wav");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            (folder() / "reference.wav").string() + ": is not a JSON object");
}

}  // namespace
}  // namespace sotto::models::xtts::xtts_tokens_test
