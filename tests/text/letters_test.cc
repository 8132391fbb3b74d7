// Letters in other forms.
#include "text/letters.h"

#include <gtest/gtest.h>

namespace sotto::text::letters_test {
namespace {

TEST(LettersTest, BecomePlain) {
  EXPECT_EQ(with_plain_letters("𝐛𝐨𝐥𝐝 𝟒𝟐 𝘪𝘵"), "bold 42 it");
  EXPECT_EQ(with_plain_letters("ＡＰＩ２００％ ＞ ５"), "API200% > 5");
  EXPECT_EQ(with_plain_letters("ﬁle oﬀ"), "file off");
  EXPECT_EQ(with_plain_letters("ｶﾞｲﾄﾞ"), "ガイド");
}

TEST(LettersTest, WhatMeansSomethingElseStays) {
  for (const char* text : {"x² ½ ™ ① ㍻ …", "はい！「」？", "café", "Ω µ"})
    EXPECT_EQ(with_plain_letters(text), text);
}

}  // namespace
}  // namespace sotto::text::letters_test
