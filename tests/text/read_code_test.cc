// Code blocks that are read on request, a line after the other.
#include <gmock/gmock.h>

#include "text/collect_sentences.h"
#include "text/speech_text.h"

namespace sotto::text::read_code_test {
namespace {

using ::testing::ElementsAre;

SpeechTextOptions reading(Verbatim read) {
  SpeechTextOptions options = options_for(english());
  options.read = read;
  return options;
}

TEST(ReadCodeTest, LinesOfABlockAreSentencesAndSpans) {
  constexpr std::string_view kText =
      "It is done:\n\n```cpp\nint  main() {\n\treturn 0;\n}\n```\n\nRun `make` now.\n";
  const auto all = sentences_of(kText, reading({.code = true}));
  std::vector<std::string> texts;
  for (const Sentence& s : all) texts.push_back(s.text);
  EXPECT_THAT(texts, ElementsAre("It is done:", "int main() {.", "return 0;.", "Run make now."));
  ASSERT_EQ(all[1].spans.size(), 1u);
  EXPECT_EQ(all[1].spans[0].end, all[1].text.size() - 1);
  EXPECT_THAT(spoken_texts(kText), ElementsAre("It is done:", "Run make now."));
  EXPECT_THAT(spoken_texts(kText, reading({.code = true, .symbols = true})),
              ElementsAre("It is done:", "int main() {.", "return 0;.", "}.", "Run make now."));
}

TEST(ReadCodeTest, WhereverABlockStandsAndHoweverItCame) {
  const std::string texts[] = {
      "- First:\n\n  ```\n  one = 1\n  two = 2\n  ```\n- Second item here.\n",
      "Text of it.\n\n    one = 1\n    two = 2\n\nMore text here.\n",
      "```\none = 1\ntwo = 2",  // it was cut
      "~~~~py\none = 1\n```\ntwo = 2\n~~~~\n"};
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const auto whole = spoken_texts(text, reading({.code = true}));
    EXPECT_THAT(whole, ::testing::Contains("one = 1."));
    EXPECT_THAT(whole, ::testing::Contains("two = 2."));
    for (const size_t bytes : {1, 3, 7})
      EXPECT_EQ(spoken_texts(text, reading({.code = true}), bytes), whole);
  }
}

TEST(ReadCodeTest, ALongBlockIsReadToItsEnd) {
  std::string text = "```\n";
  for (int i = 0; i < 3000; ++i) text += "line " + std::to_string(i) + "\n";
  const auto said = spoken_texts(text + "```\n\nThat is all.\n", reading({.code = true}), 100);
  ASSERT_EQ(said.size(), 3001u);
  EXPECT_EQ(said[2999], "line 2999.");
  EXPECT_EQ(said[3000], "That is all.");
}

}  // namespace
}  // namespace sotto::text::read_code_test
