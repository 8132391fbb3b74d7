// What a listener hears of a terminal.
#include "agent/screen_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sotto::agent::screen_text_test {
namespace {

using std::chrono::milliseconds;

// Writes pieces, each of which settles, and returns all that is heard.
std::string heard(const std::vector<std::string>& pieces, size_t columns = 80) {
  ScreenText screen(columns, 24);
  ScreenText::Time now{};
  std::string out;
  for (const std::string& piece : pieces) {
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

TEST(ScreenText, ALineThatTheTerminalBreaksKeepsItsBlanks) {
  const std::string line = "All the tests of it pass now";
  for (size_t columns = 4; columns < 24; ++columns)
    EXPECT_EQ(heard({line + "\r\n"}, columns), line + "\n") << columns;
}

// As captured from Claude Code: a frame a synchronized update, erased line by line from its end.
TEST(ScreenText, AFrameOfClaudeCodeIsItsTextAlone) {
  const std::string rule = "\x1b[2m\x1b[38;2;136;136;136m──────────────\x1b[39m\x1b[22m\r\n";
  const std::string foot =
      rule + ">\r\n" + rule +
      "  \x1b[38;2;175;135;255m⏵⏵ accept edits on\x1b[38;2;153;153;153m · "
      "\x1b[38;2;0;204;204m1 background task\x1b[39m\r\n\x1b[?2026l";
  const std::string again =
      "\x1b[?2026h\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[2K\x1b[G";
  EXPECT_EQ(heard({"\x1b[?2026h⏺ The cache is stale.\r\n\r\n" + foot,
                   again + "✻ Rebuilding… (4s · esc to interrupt)\r\n\r\n" + foot,
                   again + "\x1b[1A\x1b[1A\x1b[2K⏺ All tests pass.\r\n\r\n" + foot}),
            "The cache is stale.\n\nAll tests pass.\n");
}

// As captured from Codex: cells at absolute places.
TEST(ScreenText, AScreenOfCodexIsItsTextAlone) {
  const std::string prompt =
      "\x1b[22;1H\x1b[22m\x1b[1m›\x1b[22;3H\x1b[22m\x1b[2mExplain this codebase\x1b[24;3H"
      "\x1b[38;2;171;223;167;49mgpt-5.6 high\x1b[2m\x1b[39;49m · \x1b[22m~/app\x1b[39m\x1b[49m";
  EXPECT_EQ(
      heard({"\x1b[2J\x1b[H\x1b[18;1H• The lock is taken twice.\x1b[20;3H\x1b[2mWorking\x1b[22m "
             "\x1b[2m(10s • esc to interrupt)\x1b[39m" +
                 prompt,
             "\x1b[20;1H\x1b[2K• I swapped the two calls." + prompt}),
      "\nThe lock is taken twice.\n\nI swapped the two calls.\n");
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
