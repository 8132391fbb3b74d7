// Chinese as Chatterbox reads it. The codes are Cangjie's own; what upstream's converter makes of
// the words one by one.
#include "text/spoken/cangjie.h"

#include <gtest/gtest.h>

namespace sotto::spoken::cangjie_test {
namespace {

constexpr const char* kTable =
    R"(["日\ta", "曰\ta", "月\tb", "明\tab\tx", "我\thqi", "看\thqbu", "书\tx", "书\tidsk"])";

std::string read(std::string_view text) {
  const Result<Cangjie> cangjie = Cangjie::parse(kTable, "t.json");
  return cangjie ? cangjie->read(text) : cangjie.error().message;
}

TEST(ChatterboxCangjie, CharactersAreCodesAndWordsApart) {
  EXPECT_EQ(read("明日"), "[cj_a][cj_b][cj_.][cj_a][cj_.]");  // one word
  EXPECT_EQ(read("我看书。"),
            "[cj_h][cj_q][cj_i][cj_.] [cj_h][cj_q][cj_b][cj_u][cj_.][cj_i][cj_d][cj_s][cj_k][cj_.] "
            "。");
  EXPECT_EQ(read("曰"), "[cj_a][cj_1][cj_.]");  // the second with this code
  EXPECT_EQ(read(" 月  abc 界"), "[cj_b][cj_.] abc 界");
  EXPECT_EQ(read(""), "");
}

TEST(ChatterboxCangjie, TablesThatAreNoneAreRefused) {
  const auto error_of = [](std::string_view json) {
    const Result<Cangjie> cangjie = Cangjie::parse(json, "t.json");
    return cangjie ? "none" : cangjie.error().message;
  };
  EXPECT_EQ(error_of("[]"), "none");
  EXPECT_EQ(error_of("{}"), "t.json: is no JSON list");
  EXPECT_EQ(error_of("[1]"), "t.json: expected a list of texts");
  for (const char* row : {"[\"\"]", "[\"日\"]", "[\"\\ta\"]"})
    EXPECT_EQ(error_of(row), "t.json: expected a character, a tab and its code in each row") << row;
  EXPECT_EQ(error_of("[\"日\\té\"]"), "t.json: expected a code of ASCII letters in each row");
}

}  // namespace
}  // namespace sotto::spoken::cangjie_test
