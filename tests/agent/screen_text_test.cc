// What a listener hears of a terminal.
#include "agent/screen_text.h"

#include <gtest/gtest.h>

#include <string>

namespace sotto::agent::screen_text_test {
namespace {

using std::chrono::milliseconds;

// Writes pieces, each of which settles, and returns all that is heard.
std::string heard(std::initializer_list<std::string_view> pieces, size_t columns = 80) {
  ScreenText screen(columns, 24);
  ScreenText::Time now{};
  std::string out;
  for (const std::string_view piece : pieces) {
    screen.push(piece, now += milliseconds(1));
    out += screen.take(now += ScreenText::kSettled);
  }
  return out + screen.finish();
}

TEST(ScreenText, ColoursTitlesAndLinksAreSilent) {
  EXPECT_EQ(heard({"\x1b]0;title\x07\x1b[1;32mAll\x1b[0m tests \x1b]8;;http://x\x1b\\pass\x1b]8;;"
                   "\x1b\\.\r\n"}),
            "All tests pass.\n");
}

TEST(ScreenText, APlainProgramMayRepeatItself) { EXPECT_EQ(heard({"ok\r\nok\r\n"}), "ok\nok\n"); }

TEST(ScreenText, ALineThatIsWrittenOverIsHeardAsItStays) {
  EXPECT_EQ(heard({"10 %\r20 %\r100 %\x1b[K\r\n"}), "100 %\n");
  EXPECT_EQ(heard({"Working ...\r\x1b[2KDone.\r\n"}), "Done.\n");
}

TEST(ScreenText, WhatIsDrawnAgainIsHeardOnce) {
  const std::string frame = "The cache is stale.\r\nI rebuild it.\r\n";
  const std::string again = "\x1b[2A\x1b[J" + frame;
  EXPECT_EQ(heard({frame, again, again}), "The cache is stale.\nI rebuild it.\n");
}

TEST(ScreenText, ALineThatGrowsGoesOnWhereItWas) {
  EXPECT_EQ(heard({"The cache is\r\n", "\x1b[1A\x1b[2KThe cache is stale.\r\n"}),
            "The cache is\n stale.\n");
}

TEST(ScreenText, FramesSpinnersAndPromptsAreSilent) {
  EXPECT_EQ(heard({"╭──────╮\r\n│ > hi │\r\n╰──────╯\r\n"
                   "✻ Thinking… (esc to interrupt)\r\n⠋ Loading\r\n> fix the test\r\n"
                   "⏺ I fixed it.\r\n"}),
            "\nI fixed it.\n");
}

TEST(ScreenText, ALineThatDoesNotFitIsOneLine) {
  EXPECT_EQ(heard({"All tests pass.\r\n"}, 10), "All tests pass.\n");
}

TEST(ScreenText, CharactersAndSequencesMayBeCutAnywhere) {
  const std::string text = "\x1b[31m日本語です。\x1b[0m\r\n";
  ScreenText screen(80, 24);
  for (const char c : text) screen.push(std::string_view(&c, 1), {});
  EXPECT_EQ(screen.finish(), "日本語です。\n");
}

TEST(ScreenText, WhatMovesIsNotHeardBeforeItSettles) {
  ScreenText screen(80, 24);
  const ScreenText::Time now{};
  screen.push("Half a sen", now);
  EXPECT_EQ(screen.take(now + ScreenText::kSettled / 2), "");
  EXPECT_EQ(screen.take(now + ScreenText::kSettled), "Half a sen\n");
}

TEST(ScreenText, NonsenseNeedsLittleMemoryAndNoLongTime) {
  ScreenText screen(80, 24);
  const ScreenText::Time now{};
  for (int i = 0; i < 2000; ++i)
    screen.push(
        "\x1b[99999999999B\x1b[99999999999;99999999999Hx\x1b[99999999999Cy\x1b[1;1H\x1b[J"
        "\x1b[;;;;m\x1bP\x18\x1b]\x9b",
        now);
  EXPECT_LT(screen.finish().size(), 1u << 20);
}

}  // namespace
}  // namespace sotto::agent::screen_text_test
