#include "speaker/mostly_code.h"

#include <gtest/gtest.h>

namespace sotto::speaker::mostly_code_test {
namespace {

const Language kEnglish{"eng_Latn", "en"}, kJapanese{"jpn_Jpan", "ja"}, kWelsh{"cym_Latn", "cy"};

std::string block(int lines, const std::string& fence = "```") {
  std::string text = fence + "c++\n";
  for (int i = 0; i < lines; ++i) text += "int x;\n";
  return text + fence + "\n";
}

TEST(MostlyCode, IsOneSentence) {
  const std::string answer = "Both files:\n\n" + block(60) + "\n" + block(60, "~~~~");
  EXPECT_EQ(mostly_code(answer, kEnglish), "Mostly code: 120 lines in 2 blocks.\n");
  EXPECT_EQ(mostly_code(block(20), kEnglish), "Mostly code: 20 lines in 1 block.\n");
  EXPECT_NE(mostly_code(answer, kJapanese).value_or("").find("120行"), std::string::npos);
  EXPECT_FALSE(mostly_code(answer, kWelsh));  // we have no sentence for it: the rest is said
}

TEST(MostlyCode, IsNotWhatHasWordsToSay) {
  std::string words;
  for (int i = 0; i < 10; ++i) words += "This is why.\n";
  EXPECT_FALSE(mostly_code("", kEnglish));
  EXPECT_FALSE(mostly_code(words, kEnglish));
  EXPECT_FALSE(mostly_code(block(19), kEnglish));          // short enough to be left out
  EXPECT_FALSE(mostly_code(words + block(30), kEnglish));  // three lines to one
  EXPECT_TRUE(mostly_code(words + block(31), kEnglish));
}

TEST(MostlyCode, KnowsWhatEndsABlock) {
  // A shorter fence, another one, and one with words behind it are code.
  const std::string inside = "````\n```\n~~~~\n```` x\n" + std::string(40, '\n') + "````\n";
  EXPECT_EQ(mostly_code(inside, kEnglish), "Mostly code: 43 lines in 1 block.\n");
  EXPECT_TRUE(mostly_code("```\n" + std::string(30, '\n'), kEnglish));  // never closed
}

}  // namespace
}  // namespace sotto::speaker::mostly_code_test
