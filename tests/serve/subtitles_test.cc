// What is said in a file of subtitles, and all the rest as it was.
#include "serve/subtitles.h"

#include <gmock/gmock.h>

namespace sotto::serve::subtitles_test {
namespace {

using ::testing::ElementsAre;

const std::string kFile =
    "1\r\n00:00:01,000 --> 00:00:02,000\r\n One line \r\nand another.\r\n\r\n"
    "2\n00:00:03,000 --> 00:00:04,000 X1:40\n\n3\n00:00:05,000 --> 00:00:06,000\nLast.";

TEST(Subtitles, AreTheLinesBehindTheirTimes) {
  const Subtitles subtitles = Subtitles::parse(kFile, " ");
  EXPECT_THAT(subtitles.texts(), ElementsAre("One line and another.", "Last."));
  EXPECT_THAT(Subtitles::parse(kFile, "").texts(), ElementsAre("One lineand another.", "Last."));
}

TEST(Subtitles, KeepWhatIsAroundThem) {
  const Subtitles subtitles = Subtitles::parse(kFile, " ");
  const std::string texts[] = {"A.", "B."};
  EXPECT_EQ(subtitles.with(texts),
            "1\r\n00:00:01,000 --> 00:00:02,000\r\nA.\r\n\r\n"
            "2\n00:00:03,000 --> 00:00:04,000 X1:40\n\n3\n00:00:05,000 --> 00:00:06,000\nB.");
}

TEST(Subtitles, OfAnyTextAreThatText) {
  for (const char* text : {"", "\n", "no times\nat all", "-->", "a --> b\n", "-->\nx\n\n\n"}) {
    const Subtitles subtitles = Subtitles::parse(text, " ");
    EXPECT_EQ(subtitles.with(subtitles.texts()), text);
  }
}

}  // namespace
}  // namespace sotto::serve::subtitles_test
