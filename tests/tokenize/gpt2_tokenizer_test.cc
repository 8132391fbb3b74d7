// Against the hub's library, with a small vocabulary (tests/data/gpt2).
#include "tokenize/gpt2_tokenizer.h"

#include <gtest/gtest.h>

#include "golden.h"

namespace sotto::tokenize::gpt2_tokenizer_test {
namespace {

using sotto::testing::golden_json;
using sotto::testing::golden_text;

TEST(Gpt2Tokenizer, WordsAndIdsAreTheReferences) {
  const std::filesystem::path folder = test_data("gpt2");
  const auto tokenizer = Gpt2Tokenizer::load(folder);
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  const nlohmann::json cases = golden_json(folder / "cases.json");
  ASSERT_FALSE(cases.empty());
  for (const nlohmann::json& c : cases) {
    const std::string text = c.at("text");
    SCOPED_TRACE(text);
    if (!c.at("words").is_null()) {
      const auto words = gpt2_words(text);
      EXPECT_EQ(std::vector<std::string>(words.begin(), words.end()),
                c.at("words").get<std::vector<std::string>>());
    }
    EXPECT_EQ(tokenizer->encode(text), c.at("ids").get<std::vector<int>>());
  }
}

TEST(Gpt2Tokenizer, RefusesWhatIsNone) {
  const std::filesystem::path folder = test_data("gpt2");
  const std::string vocab = golden_text(folder / "vocab.json");
  const auto refusal = [&](std::string_view vocabulary, std::string_view merges,
                           std::string_view added) {
    const auto made = Gpt2Tokenizer::make(vocabulary, merges, added, "m");
    return made ? std::string("made") : made.error().message;
  };
  EXPECT_EQ(refusal(vocab, "", ""), "made");
  EXPECT_EQ(refusal("[]", "", ""), "m/vocab.json: is not a JSON object");
  EXPECT_EQ(refusal(R"({"a": -1})", "", ""), "m/vocab.json: gives \"a\" no id from 0 to 1048575");
  EXPECT_EQ(refusal(R"({"a": 1})", "", ""),
            "m/vocab.json: has no token \"Ā\", expected one for each byte");
  EXPECT_EQ(refusal(vocab, "#version: 0.2\nĠ nothing\n", ""),
            "m/merges.txt:2: is no pair of tokens that vocab.json has, alone and together");
  EXPECT_EQ(refusal(vocab, "Ġs", ""),
            "m/merges.txt:1: is no pair of tokens that vocab.json has, alone and together");
  EXPECT_EQ(refusal(vocab, "", "{\"\": 3}"),
            "m/added_tokens.json: gives \"\" no id from 0 to 1048575");
}

}  // namespace
}  // namespace sotto::tokenize::gpt2_tokenizer_test
