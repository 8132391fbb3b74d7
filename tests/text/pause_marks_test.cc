#include "text/pause_marks.h"

#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sotto::text::pause_marks_test {
namespace {

// Pauses are shown as <MS>.
std::string cut(std::string_view text, bool has_fences = false, size_t piece = SIZE_MAX) {
  std::string out;
  PauseMarks marks(
      has_fences,
      {.text = [&](std::string_view part) { out += part; },
       .pause = [&](double ms) { out += "<" + std::to_string(static_cast<int>(ms)) + ">"; }});
  for (size_t at = 0; at < text.size(); at += std::min(piece, text.size() - at))
    marks.push(text.substr(at, piece));
  marks.flush();
  return out;
}

TEST(PauseMarks, AreSilenceHoweverTheTextIsCut) {
  constexpr std::string_view kText =
      "One. [pause 500ms] Two. [PAUSE 1.5s][pause 900s]\nThree [pause] [pause 5] [pause 5 ms] "
      "[pause -1s] [pause 1e3s] [pau [pause 2s";
  constexpr std::string_view kCut =
      "One. <500> Two. <1500><60000>\nThree [pause] [pause 5] [pause 5 ms] [pause -1s] [pause "
      "1e3s] "
      "[pau [pause 2s";
  for (const size_t piece : {SIZE_MAX, size_t{1}, size_t{2}, size_t{7}, size_t{16}})
    EXPECT_EQ(cut(kText, false, piece), kCut) << piece;
}

TEST(PauseMarks, AreTextWithinAFence) {
  constexpr std::string_view kText = "Say:\n```\n[pause 1s]\n~~~\n[pause 1s]\n```\n[pause 1s] end";
  for (const size_t piece : {SIZE_MAX, size_t{1}, size_t{5}})
    EXPECT_EQ(cut(kText, true, piece), "Say:\n```\n[pause 1s]\n~~~\n[pause 1s]\n```\n<1000> end");
}

TEST(PauseMarks, LengthsAreMillisecondsOrSeconds) {
  EXPECT_EQ(parse_pause("250ms"), 250);
  EXPECT_EQ(parse_pause("0.25s"), 250);
  EXPECT_EQ(parse_pause("999999999999s"), kLongestPauseMs);
  for (const char* bad : {"", "s", "ms", "5", "-5s", "1e9s", "nans", "infs", "1.2.3s", "5m"})
    EXPECT_FALSE(parse_pause(bad)) << bad;
}

}  // namespace
}  // namespace sotto::text::pause_marks_test
