// Where sentences end, and where they only seem to.
#include "text/boundaries.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace sotto::text::boundaries_test {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    while (at < text.size() && text[at] == ' ') ++at;
    const size_t end = sentence_end({text, text.size(), true}, at).value_or(text.size());
    out.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

TEST(BoundariesTest, TheseAreOneSentence) {
  for (const char* text :
       {"The build takes 3.5 minutes, e.g. on CI, which is slow.", "Use it, i.e. The new one.",
        "Update to v1.2.3 now.", "Open src/file.ts and read.", "Node.js is installed.",
        "See Fig. 3 for it.", "It is No. 5 on the list.", "Ask Dr. Smith or Mr. Jones.",
        "The U.S. Army uses it.", "Well... maybe not.", "It is approx. 5 seconds vs. ten.",
        "It's the user’s file.", "Is that \"right?\" he asked.", "Yahoo!x is a name.",
        "Tests, docs, etc. are done.", "J. Smith wrote it.", "Wait… there is more.",
        "1. First of all", "Call foo.bar() first."}) {
    EXPECT_THAT(split(text), ElementsAre(text));
  }
}

TEST(BoundariesTest, TheseAreTwo) {
  const std::vector<std::pair<const char*, const char*>> pairs = {
      {"It works.", "The next one too."},
      {"Found it!", "The token is old."},
      {"Really?!", "Yes."},
      {"He said \"no.\"", "Then he left."},
      {"Tests, docs, etc.", "The rest waits."},
      {"It is in the U.S.", "The server is slow."},
      {"It failed.", "npm is missing."},
      {"Choose option A.", "Then go on."},
      {"No.", "That is wrong."},
      {"It took 840 ms.", "Now it is fast."},
      {"(It is done.)", "Next."},
      {"Wait...", "Now it works."},
      {"It runs version 3.", "Next."},
      {"Is it fast?", "yes, it is."}};
  for (const auto& [first, second] : pairs) {
    EXPECT_THAT(split(std::string(first) + " " + second), ElementsAre(first, second));
  }
}

TEST(BoundariesTest, CjkEndsNeedNoSpace) {
  EXPECT_THAT(split("終わりました。次です！本当？はい"),
              ElementsAre("終わりました。", "次です！", "本当？", "はい"));
  EXPECT_THAT(split("「できた。」と言った。"), ElementsAre("「できた。」と言った。"));
  EXPECT_THAT(split("「できた。次です。」"), ElementsAre("「できた。", "次です。」"));
}

TEST(BoundariesTest, GrowingTextWaitsWhenMoreCouldChangeIt) {
  for (const char* text : {"It works.", "It works. ", "Tests etc. ", "It is in the U.S. Th",
                           "Is it \"ok?\" ", "a file.", "Wait... "}) {
    EXPECT_EQ(sentence_end({text, std::string_view(text).size(), false}, 0), std::nullopt) << text;
  }
  EXPECT_EQ(sentence_end({"It works. N", 11, false}, 0), 9u);
  EXPECT_EQ(sentence_end({"It works. N", 5, false}, 0), std::nullopt) << "not stable yet";
}

TEST(BoundariesTest, HalfWords) {
  EXPECT_EQ(half_words("It works, now."), 6u);
  EXPECT_EQ(half_words("日本語です。"), 5u);
  EXPECT_EQ(half_words("Reactを使う"), 5u);
}

}  // namespace
}  // namespace sotto::text::boundaries_test
