// Punctuation of Chatterbox against the reference (chatterbox-tts 0.1.7).
#include "text/spoken/punctuation.h"

#include <gtest/gtest.h>

#include "golden.h"

namespace sotto::spoken::punctuation_test {
namespace {

TEST(Punctuation, IsTheReferences) {
  const auto cases =
      sotto::testing::golden_json(sotto::testing::golden_folder("chatterbox") / "cases.json");
  ASSERT_FALSE(cases.at("punc_norm").empty());
  for (const nlohmann::json& c : cases.at("punc_norm")) {
    const std::string text = c.at("text");
    SCOPED_TRACE(text);
    EXPECT_EQ(punc_norm(text, {}), c.at("english").get<std::string>());
    EXPECT_EQ(punc_norm(text, {.wide_ends = true}), c.at("multilingual").get<std::string>());
    EXPECT_EQ(punc_norm(text, {.of_turbo = true}), c.at("turbo").get<std::string>());
  }
}

}  // namespace
}  // namespace sotto::spoken::punctuation_test
