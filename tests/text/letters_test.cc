// Letters in other forms.
#include "text/letters.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "text/speech_builder.h"

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

TEST(LettersTest, KnowScriptsWithoutSpaces) {
  for (const char32_t c : std::u32string_view(U"漢かカ、。｢！㍻㎏㊗ㇰㄅ⼈𠮟"))
    EXPECT_TRUE(is_cjk(c)) << std::hex << static_cast<uint32_t>(c);
  for (const char32_t c : std::u32string_view(U"a1 é한ㄱЖ…“"))
    EXPECT_FALSE(is_cjk(c)) << std::hex << static_cast<uint32_t>(c);
}

}  // namespace
}  // namespace sotto::text::letters_test
