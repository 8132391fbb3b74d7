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

Subtitles read(const std::string& file) { return Subtitles::parse(file, " "); }

TEST(Subtitles, NeedNoBlankLineBetweenThem) {
  const std::string file =
      "1\n00:00:01,000 --> 00:00:02,000\nOne.\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n3\n"
      "00:00:05,000 --> 00:00:06,000\n42\n00:00:07,000 --> 00:00:08,000\nAnd --> four.\n";
  EXPECT_THAT(read(file).texts(), ElementsAre("One.", "Two", "And --> four."));
  EXPECT_EQ(read(file).with(read(file).texts()), file);
}

TEST(Subtitles, MayBeginWithABlankLine) {
  const std::string file =
      "1\n00:00:01,000 --> 00:00:02,000\n\nOne.\n\n2\n00:00:03,000 --> 00:00:04,000\n\n\n3\n"
      "00:00:05,000 --> 00:00:06,000\nThree.\n\nNobody says this.\n";
  EXPECT_THAT(read(file).texts(), ElementsAre("One.", "Three."));
  EXPECT_EQ(read(file).with(read(file).texts()), file);
  // In WebVTT the blank line is the end of it.
  EXPECT_THAT(read("WEBVTT\n\n00:01.000 --> 00:02.000\n\nNOTE not said\n").texts(), ElementsAre());
}

TEST(Subtitles, HaveLinesThatEndWithCarriageReturns) {
  const std::string file =
      "1\r00:00:01,000 --> 00:00:02,000\rOne\rand more.\r\r2\r"
      "00:00:03,000 --> 00:00:04,000\rTwo.\r";
  EXPECT_THAT(read(file).texts(), ElementsAre("One and more.", "Two."));
  EXPECT_EQ(read(file).with(std::vector<std::string>{"A", "B"}),
            "1\r00:00:01,000 --> 00:00:02,000\rA\r\r2\r00:00:03,000 --> 00:00:04,000\rB\r");
}

TEST(Subtitles, KeepTagsThatSayHowTheyAreShown) {
  const std::string file =
      "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{\\i1}One\nand more.{\\i0}\n\n"
      "2\n00:00:03,000 --> 00:00:04,000\n{\\an8}\nTwo {\\b1} three {not one} {\\open\n";
  EXPECT_THAT(read(file).texts(), ElementsAre("One and more.", "Two", "three {not one} {\\open"));
  EXPECT_EQ(read(file).with(std::vector<std::string>{"A", "B", "C"}),
            "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{\\i1}A{\\i0}\n\n"
            "2\n00:00:03,000 --> 00:00:04,000\n{\\an8}\nB {\\b1} C\n");
}

TEST(Subtitles, LoseTheTimesOfTheirWords) {
  const std::string file =
      "WEBVTT\n\n00:01.000 --> 00:02.000\n<00:01.000>All <00:01.500> tests<00:01.700><c> pass</c>\n"
      "<00:00:01.900>now. <3 <i>x</i> <4:>\n\n00:03.000 --> 00:04.000\n<00:03.500>\n";
  EXPECT_THAT(read(file).texts(), ElementsAre("All tests<c> pass</c> now. <3 <i>x</i>"));
}

}  // namespace
}  // namespace sotto::serve::subtitles_test
