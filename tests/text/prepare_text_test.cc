// Rules that the goldens of Pocket TTS (tests/models/pocket_tts_text_test.cc) touch in one way
// only.
#include "text/spoken/prepare_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/spoken/characters.h"

namespace sotto::spoken::prepare_text_test {
namespace {

using ::testing::HasSubstr;

std::string prepared(std::string_view text, const TextRules& config = {}) {
  const Result<PreparedText> result = prepare_text(text, config);
  return result ? result->text : "error: " + result.error().message;
}

TEST(PrepareText, EndsOfTexts) {
  EXPECT_EQ(prepared("it works"), "It works.");
  EXPECT_EQ(prepared("it works!"), "It works!");
  EXPECT_EQ(prepared("\"it works.\" )"), "\"it works.\" )");
  EXPECT_EQ(prepared("(it works)"), "(it works).");
  EXPECT_EQ(prepared("it works, \" "), "It works.\"");
  EXPECT_EQ(prepared("done. -"), "Done..");  // as the reference has it
  EXPECT_EQ(prepared("\""), "\"");
}

TEST(PrepareText, CapitalsOfOtherScripts) {
  EXPECT_EQ(prepared("ﬁle!"), "FIle!");
  EXPECT_EQ(prepared("ǆ!"), "Ǆ!");
  EXPECT_EQ(prepared("ǅ!"), "Ǆ!");
  EXPECT_EQ(prepared("istanbul!"), "Istanbul!");
  EXPECT_EQ(prepared("Ⓐ!"), "Ⓐ!");
  EXPECT_EQ(prepared("äh!"), "Äh!");
}

TEST(PrepareText, WhiteSpaceIsWhatPythonTakesForIt) {
  for (const char32_t c :
       U"\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000")
    EXPECT_TRUE(c == 0 || is_space(c)) << std::hex << static_cast<int>(c);
  for (const char32_t c : {U'\b', U'a', U'\u180e', U'\u200b', U'\u2060', U'\ufeff'})
    EXPECT_FALSE(is_space(c)) << std::hex << static_cast<int>(c);
}

TEST(PrepareText, NothingToSay) {
  TextRules deletes;
  deletes.replace_characters = {{U'"', ""}};
  EXPECT_THAT(prepared("", {}), HasSubstr("the text is empty"));
  EXPECT_THAT(prepared(" \u3000\n"), HasSubstr("the text is empty"));
  EXPECT_THAT(prepared("\" \"", deletes), HasSubstr("the text is empty"));
}

}  // namespace
}  // namespace sotto::spoken::prepare_text_test
