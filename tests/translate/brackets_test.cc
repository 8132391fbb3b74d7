#include <gtest/gtest.h>

#include <string>

#include "translate/meaning.h"

namespace sotto::translate::brackets_test {
namespace {

bool differ(const std::string& english, const std::string& japanese) {
  const text::Sentence source{english, {}, {"eng_Latn", "en"}},
      target{japanese, {}, {"jpn_Jpan", "ja"}};
  return why_brackets_differ({source, target, english, japanese}).has_value();
}

TEST(BracketsTest, ABracketLeftAloneIsRefused) {
  EXPECT_TRUE(differ("All tests pass (3 skipped).", "テストはすべて、3)がスキップされました。"));
  EXPECT_TRUE(differ("All tests pass (3 skipped).", "テストはすべて通ります（3件は飛ばしました。"));
  EXPECT_TRUE(differ("All tests pass (3 skipped).", ")テストは通ります("));
}

TEST(BracketsTest, PairsOfAnyWidthAndNoBracketsAreFine) {
  EXPECT_FALSE(differ("It works (mostly).", "動きます（だいたい）。"));
  EXPECT_FALSE(differ("It works (mostly).", "だいたい動きます。"));
  EXPECT_FALSE(differ("a) It works.", "a)動きます。"));
}

}  // namespace
}  // namespace sotto::translate::brackets_test
