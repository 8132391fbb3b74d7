// Models are found by direction and name, loaded once, and let go of when others need the memory.
#include "serve/translators.h"

#include <gmock/gmock.h>

namespace sotto::serve {
namespace {

using ::testing::HasSubstr;

text::Language language(const char* code) { return *text::find_language(code); }

TranslatorsOptions options_with(std::initializer_list<std::string> models, size_t max_bytes = 0) {
  TranslatorsOptions options;
  for (const std::string& model : models) {
    auto choice = find_translator(model);
    if (!choice) throw std::runtime_error(choice.error().message);
    options.models.push_back(*std::move(choice));
  }
  options.threads = 1;
  options.cache = false;
  options.max_bytes = max_bytes;
  options.took_batch = [](int, int) {};
  return options;
}

const std::string kMarian = SOTTO_TEST_DATA "/marian", kNllb = SOTTO_TEST_DATA "/nllb";

TEST(Translators, AFoldersPathStaysAtHome) {
  const auto choice = find_translator(kNllb + "@q8");
  ASSERT_TRUE(choice) << choice.error().message;
  EXPECT_EQ(choice->name, "nllb@q8");
  EXPECT_GT(choice->bytes, 1000u);
  EXPECT_FALSE(find_translator("no-such-model"));
  EXPECT_FALSE(find_translator(kNllb + "@q99"));
}

TEST(Translators, TheFirstThatCanIsTakenUnlessOneIsNamed) {
  Translators translators(options_with({kMarian, kNllb}));
  ASSERT_TRUE(translators.open("", language("en"), language("ja"), "x"));
  ASSERT_TRUE(translators.open("marian", language("en"), language("ja"), "x"));
  EXPECT_EQ(translators.loaded(), 1u);
  ASSERT_TRUE(translators.open("nllb", language("en"), language("ja"), "x"));
  EXPECT_EQ(translators.loaded(), 2u);

  const auto no_direction = translators.open("marian", language("fr"), language("de"), "x");
  ASSERT_FALSE(no_direction);
  EXPECT_THAT(no_direction.error().message, HasSubstr("model marian does not translate from fr"));
  const auto no_model = translators.open("../nllb", language("en"), language("ja"), "x");
  ASSERT_FALSE(no_model);
  EXPECT_EQ(no_model.error().code, Errc::not_found);
  EXPECT_THAT(no_model.error().message, HasSubstr("expected one of marian, nllb"));
}

TEST(Translators, ThoseUsedLongestAgoAreLetGoOf) {
  const size_t one = find_translator(kNllb)->bytes;
  Translators translators(options_with({kNllb}, 2 * one));
  const auto open = [&](const char* from, const char* to) {
    return translators.open("", language(from), language(to), "x");
  };
  const auto in_use = open("en", "ja");
  ASSERT_TRUE(in_use);
  ASSERT_TRUE(open("en", "fr"));
  EXPECT_EQ(translators.loaded(), 2u);
  ASSERT_TRUE(open("en", "ja"));  // now en-fr is the one used longest ago
  ASSERT_TRUE(open("fr", "ja"));
  EXPECT_EQ(translators.loaded(), 2u);
  EXPECT_EQ(translators.loaded_bytes(), 2 * one);
  ASSERT_TRUE(open("ja", "fr"));  // en-ja goes, but who has it goes on
  const auto translation = (*in_use)->translate({"Hello.", {}, language("en")}, {});
  EXPECT_TRUE(translation);
}

}  // namespace
}  // namespace sotto::serve
