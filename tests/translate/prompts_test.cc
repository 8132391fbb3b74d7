// Prompts beside those that the models' own templates make (tests/data/decoder_lm).
#include "translate/prompts.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "golden.h"

namespace sotto::translate::prompts_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using Ids = std::vector<int>;

fs::path golden(const std::string& name) {
  return sotto::testing::golden_folder("decoder_lm") / name;
}
std::shared_ptr<const tokenize::ChatTokenizer> tokenizer_of(const std::string& folder) {
  const auto tokenizer = tokenize::ChatTokenizer::load(golden(folder));
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return tokenizer ? *tokenizer : nullptr;
}
const Language kEnglish = *find_language("en"), kJapanese = *find_language("ja");

TEST(Prompts, AreThoseOfTheTemplates) {
  const json cases = sotto::testing::golden_json(golden("cases.json"));
  int prompts = 0;
  for (const auto& [name, model] : cases["models"].items()) {
    if (!fs::exists(golden(name) / "tokenizer.json")) continue;
    SCOPED_TRACE(name);
    const auto tokenizer = tokenizer_of(name);
    for (const json& c : model["cases"]) {
      const auto prompt =
          Prompt::find(tokenizer, name, *find_language(c["from"].get<std::string>()),
                       *find_language(c["to"].get<std::string>()));
      ASSERT_TRUE(prompt) << prompt.error().message;
      std::vector<PromptTurn> before;
      for (const json& turn : c.value("before", json::array()))
        before.push_back({turn["text"], turn["answer"]});
      const Ids ids = prompt->ids(c["text"].get<std::string>(), before);
      EXPECT_EQ(ids, c["ids"].get<Ids>()) << c["rendered"];
      ++prompts;
      if (!before.empty()) continue;
      const Ids &begin = prompt->prefix(), &end = prompt->suffix();
      ASSERT_GE(ids.size(), begin.size() + end.size());
      EXPECT_TRUE(std::equal(begin.begin(), begin.end(), ids.begin())) << c["text"];
      EXPECT_TRUE(std::equal(end.rbegin(), end.rend(), ids.rbegin())) << c["text"];
      EXPECT_FALSE(begin.empty());
      EXPECT_FALSE(end.empty());
    }
  }
  EXPECT_GT(prompts, 6);
}

// 37 texts of the reference, each with every special token behind it: none of them means itself, so
// that no text ends its turn or begins another's.
TEST(Prompts, SpecialTokensOfATextStayText) {
  const json all = sotto::testing::golden_json(golden("tokenizer_cases.json"));
  int texts = 0;
  for (const auto& [name, cases] : all.items()) {
    SCOPED_TRACE(name);
    const std::string folder = cases["folder"];
    const auto tokenizer = tokenizer_of(folder);
    const auto prompt = Prompt::find(tokenizer, folder, kEnglish, kJapanese);
    ASSERT_TRUE(prompt) << prompt.error().message;
    const json& special_ids = cases["specials"];
    const auto specials = [&special_ids](const Ids& ids) {
      return std::ranges::count_if(ids, [&](int id) {
        return std::ranges::any_of(special_ids,
                                   [&](const json& special) { return special.get<int>() == id; });
      });
    };
    const auto of_frame = specials(prompt->ids("Done."));
    EXPECT_GT(of_frame, 0);
    for (const json& c : cases["cases"]) {
      std::string text = c["text"];
      EXPECT_EQ(specials(prompt->ids(text)), of_frame) << text;
      for (const auto& [special, id] : special_ids.items()) text += " " + special + special;
      EXPECT_EQ(specials(prompt->ids(text)), of_frame) << text;
      EXPECT_EQ(specials(prompt->ids("Done.", std::vector<PromptTurn>{{text, text}})),
                specials(prompt->ids("Done.", std::vector<PromptTurn>{{"a", "b"}})))
          << text;
      ++texts;
    }
  }
  EXPECT_EQ(texts, 6 * 37);
}

TEST(Prompts, ANameTellsModelsOfOneVocabularyApart) {
  const auto tokenizer = tokenizer_of("hunyuan_v1_dense");
  const auto second = Prompt::find(tokenizer, "x/Hy-MT2-1.8B", kEnglish, kJapanese);
  ASSERT_TRUE(second) << second.error().message;
  Ids expected = {*tokenizer->special("<｜hy_begin▁of▁sentence｜>"),
                  *tokenizer->special("<｜hy_User｜>")};
  for (const int id : tokenizer->encode(
           "Translate the following text into Japanese. Note that you should only output the "
           "translated result without any additional explanation:\n\nDone."))
    expected.push_back(id);
  expected.push_back(*tokenizer->special("<｜hy_Assistant｜>"));
  EXPECT_EQ(second->ids("Done."), expected);
  EXPECT_NE(Prompt::find(tokenizer, "x/HY-MT1.5-1.8B", kEnglish, kJapanese)->ids("Done."),
            expected);
}

TEST(Prompts, OtherVocabulariesAndDirectionsAreRefused) {
  const auto refused = [](const std::string& folder, const char* from, const char* to) {
    const auto prompt =
        Prompt::find(tokenizer_of(folder), "m", *find_language(from), *find_language(to));
    return prompt ? std::string("taken") : prompt.error().message;
  };
  EXPECT_THAT(refused("lfm2", "en", "fr"), HasSubstr("the frame of LFM2 is not for French"));
  EXPECT_THAT(refused("hunyuan_v1_dense", "zh", "ja"), HasSubstr("is not for Chinese"));
  EXPECT_EQ(refused("gemma3_text", "de", "fr"), "taken");
  const auto none = tokenize::ChatTokenizer::load(test_data("fuzz/chat_tokenizer/pieces.gguf"));
  ASSERT_TRUE(none) << none.error().message;
  const auto prompt = Prompt::find(*none, "mine", kEnglish, kJapanese);
  ASSERT_FALSE(prompt);
  EXPECT_THAT(prompt.error().message, HasSubstr("model mine: its special tokens are of no frame"));
  const auto directions = directions_of_prompt(*tokenizer_of("lfm2"), "lfm2");
  ASSERT_TRUE(directions);
  EXPECT_TRUE(directions->has(kEnglish, kJapanese));
  EXPECT_FALSE(directions->has(kEnglish, *find_language("fr")));
}

}  // namespace
}  // namespace sotto::translate::prompts_test
