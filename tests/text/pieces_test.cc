#include "text/pieces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sotto::text::pieces_test {
namespace {

using ::testing::ElementsAre;

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += part;
  return all;
}

TEST(OneLine, ControlCharactersBecomeSpaces) {
  EXPECT_EQ(one_line("  a\nb\r\n\tc\x7f\x01 "), "a b   c");
  EXPECT_EQ(one_line(std::string_view("a\0b", 3)), "a b");
  EXPECT_EQ(one_line(" \n "), "");
  EXPECT_EQ(one_line("\xff"), "\xef\xbf\xbd");
}

TEST(Pieces, AShortTextIsOnePiece) {
  EXPECT_THAT(pieces("はい、そうです。", 900), ElementsAre("はい、そうです。"));
  EXPECT_TRUE(pieces("", 900).empty());
}

TEST(Pieces, CutsBehindTheBestMark) {
  EXPECT_THAT(pieces("ああああ。いい、うううう", 27), ElementsAre("ああああ。", "いい、うううう"));
  EXPECT_THAT(pieces("ああああ、いいいいいい", 24), ElementsAre("ああああ、", "いいいいいい"));
  EXPECT_THAT(pieces("aaaa bbbbbb", 24), ElementsAre("aaaa ", "bbbbbb"));
  // A mark in the first half would leave a crumb, so it is not taken.
  EXPECT_THAT(pieces("あ。いいいいいいいい", 24), ElementsAre("あ。いいいいいい", "いい"));
}

TEST(Pieces, NothingIsLostAndNothingIsTooLong) {
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += i % 7 == 0 ? "、" : i % 11 == 0 ? " x" : i % 5 ? "漢" : "𠮟";
  for (const size_t cost : {1, 3, 4, 10, 900}) {
    const auto parts = pieces(text, cost);
    EXPECT_EQ(joined(parts), text);
    for (const std::string& part : parts) EXPECT_LE(part.size(), std::max<size_t>(cost, 4));
  }
}

}  // namespace
}  // namespace sotto::text::pieces_test
