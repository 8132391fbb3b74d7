// What a model's folder says it translates, without its weights being loaded.
#include "translate/directions.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "paths.h"

namespace sotto::translate::directions_test {
namespace {

using ::testing::HasSubstr;

Language language(const char* code) { return *find_language(code); }

TEST(Directions, OfANetworkWithOneForcedLanguageLeadIntoThatOnly) {
  const auto narrator = directions_of(shipped_model("narrator-en-ja"));
  ASSERT_TRUE(narrator) << narrator.error().message;
  EXPECT_TRUE(narrator->has(language("en"), language("ja")));
  EXPECT_FALSE(narrator->has(language("ja"), language("en")));
  EXPECT_FALSE(narrator->has(language("en"), language("en")));
  EXPECT_FALSE(narrator->has(language("de"), language("ja")));
}

TEST(Directions, OfNllbAreAllOfItsLanguages) {
  const auto nllb = directions_of(test_data("nllb"));
  ASSERT_TRUE(nllb) << nllb.error().message;
  EXPECT_EQ(nllb->from, nllb->to);
  EXPECT_TRUE(nllb->has(language("fr"), language("ja")));
  EXPECT_FALSE(nllb->has(language("fr"), language("fr")));
}

TEST(Directions, OfMarianAreThoseThatItsTokenizerNames) {
  const auto marian = directions_of(test_data("marian"));
  ASSERT_TRUE(marian) << marian.error().message;
  EXPECT_TRUE(marian->has(language("en"), language("ja")));
  EXPECT_FALSE(marian->has(language("de"), language("ja")));
}

TEST(Directions, OfNothingAreAnError) {
  const auto none = directions_of("no-such-model");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("no-such-model"));
}

}  // namespace
}  // namespace sotto::translate::directions_test
