// Numbers that a network lost, changed or made up.
#include "translate/meaning.h"

#include <gtest/gtest.h>

namespace sotto::translate::numbers_test {
namespace {

bool changed(std::string_view english, std::string_view japanese) {
  const text::Sentence source{std::string(english), {}, {"eng_Latn", "en"}};
  const text::Sentence target{std::string(japanese), {}, {"jpn_Jpan", "ja"}};
  return why_numbers_differ({source, target, english, japanese}).has_value();
}

TEST(NumbersTest, NumbersStayWhatTheyWere) {
  EXPECT_FALSE(changed("2 passed and 1 failed.", "2件成功し、1件失敗しました。"));
  EXPECT_FALSE(
      changed("Both of the 3 retries failed twice.", "3回の再試行が2回とも失敗しました。"));
  EXPECT_FALSE(changed("There are two ways.", "方法は2つあります。"));
  EXPECT_FALSE(changed("There are two ways.", "方法は二つあります。"));
  EXPECT_FALSE(changed("The 2 tests pass.", "二つのテストが通ります。"));
  EXPECT_FALSE(changed("The test passes again.", "テストがもう1回通ります。"));
  EXPECT_FALSE(changed("It is free in September.", "9月は空いています。"));
  EXPECT_FALSE(changed("It stops for half a second.", "0.5秒間止まります。"));
  EXPECT_FALSE(changed("Every thousand records.", "1000件のレコードごとに。"));
  EXPECT_FALSE(changed("The two loops differ, the second one runs.",
                       "2つのループは違い、2つ目が動きます。"));
  EXPECT_FALSE(changed("Ten times too large, in tenths.", "10分の1単位で、10倍です。"));
}

TEST(NumbersTest, OthersAreNoticed) {
  EXPECT_TRUE(changed("2 passed and 3 failed.", "2件成功しました。"));
  EXPECT_TRUE(changed("The 7 requests failed.", "5件のリクエストが失敗しました。"));
  EXPECT_TRUE(changed("The 7 requests failed.", "7件のうち7件のリクエストが失敗しました。"));
  EXPECT_TRUE(changed("Some requests failed.", "10件のリクエストが失敗しました。"));
  EXPECT_TRUE(changed("There are two ways.", "方法は3つあります。"));
  EXPECT_TRUE(changed("It is three steps behind.", "3つの手順が3つ遅れています。"));
  EXPECT_TRUE(changed("It is there since March.", "3月から3月からあります。"));
}

}  // namespace
}  // namespace sotto::translate::numbers_test
