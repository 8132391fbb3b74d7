#include "base/utf8.h"

#include <gtest/gtest.h>

namespace sotto::utf8_test {
namespace {

struct Repair {
  std::string text;
  size_t replaced = 0;
};

Repair repair(std::string_view bytes) {
  Repair r;
  r.text = to_valid_utf8(bytes, r.replaced);
  return r;
}

TEST(Utf8Test, GoodTextStaysAsItIs) {
  const std::string text = "a\u00e9\u3042\U0001F600\uFFFD";
  const Repair r = repair(text);
  EXPECT_EQ(r.text, text);
  EXPECT_EQ(r.replaced, 0u);
}

// The examples of Unicode 15, tables 3-8 to 3-11.
TEST(Utf8Test, EachMaximalIllFormedRunBecomesOneReplacement) {
  const struct {
    const char* bytes;
    const char* repaired;
    size_t replaced;
  } cases[] = {
      {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA",
       8},
      {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA",
       8},
      {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA\uFFFD\uFFFDB", 7},
      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "\uFFFD\uFFFD\uFFFD\uFFFDA", 4},
  };
  for (const auto& c : cases) {
    const Repair r = repair(c.bytes);
    EXPECT_EQ(r.text, c.repaired);
    EXPECT_EQ(r.replaced, c.replaced);
  }
}

TEST(Utf8Test, TheBeginningOfACharacterIsAnUnfinishedTail) {
  const std::string text = "x\U0001F600";  // one byte, then four
  EXPECT_EQ(unfinished_tail(text), 0u);
  EXPECT_EQ(unfinished_tail(text.substr(0, 4)), 3u);
  EXPECT_EQ(unfinished_tail(text.substr(0, 3)), 2u);
  EXPECT_EQ(unfinished_tail(text.substr(0, 2)), 1u);
  EXPECT_EQ(unfinished_tail(text.substr(0, 1)), 0u);
  EXPECT_EQ(unfinished_tail(""), 0u);
}

TEST(Utf8Test, BytesThatCannotBeginACharacterAreNotWaitedFor) {
  EXPECT_EQ(unfinished_tail("\xFF"), 0u);
  EXPECT_EQ(unfinished_tail("\xC0"), 0u);
  EXPECT_EQ(unfinished_tail("\xED\xA0"), 0u);
  EXPECT_EQ(unfinished_tail("\x80\x80\x80"), 0u);
}

// A reader that cuts anywhere and keeps the tail gets the same text as one that gets all at once.
TEST(Utf8Test, CuttingAnywhereAndKeepingTheTailLosesNothing) {
  const std::string text = "h\u00e9llo \u65e5\u672c\U0001F600!";
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    const size_t tail = unfinished_tail(std::string_view(text).substr(0, cut));
    const Repair first = repair(std::string_view(text).substr(0, cut - tail));
    const Repair second = repair(std::string_view(text).substr(cut - tail));
    EXPECT_EQ(first.text + second.text, text) << "cut at " << cut;
    EXPECT_EQ(first.replaced + second.replaced, 0u);
  }
}

TEST(Utf8Test, CodePointsComeBackAsTheyWere) {
  for (const char32_t c : {U'\0', U'a', U'\x7f', U'\x80', U'\u07ff', U'\u0800', U'\uffff',
                           U'\U00010000', U'\U0010ffff'}) {
    std::string s;
    append_utf8(s, c);
    size_t i = 0;
    EXPECT_EQ(next_code_point(s, i), c);
    EXPECT_EQ(i, s.size());
  }
}

}  // namespace
}  // namespace sotto::utf8_test
