#include "translate/answers.h"

#include <gtest/gtest.h>

namespace sotto::translate::answers_test {
namespace {

const Language kEnglish = *find_language("en"), kJapanese = *find_language("ja");

std::string fault(std::string_view source, std::string_view answer, const Language& to) {
  return std::string(fault_of_answer(source, answer, to).value_or(""));
}

TEST(Answers, OneLineIsTheTranslation) {
  EXPECT_EQ(line_of_answer(" 終わりました。 \n\nNote: it is polite."), "終わりました。");
  EXPECT_EQ(line_of_answer("\n\r\n終わり"), "終わり");
  EXPECT_EQ(line_of_answer(" \n"), "");
}

TEST(Answers, ThatTalkAreNoTranslations) {
  EXPECT_EQ(fault("All tests pass now.", "すべてのテストが通りました。", kJapanese), "");
  EXPECT_EQ(fault("All tests pass now.", "以下は日本語訳です：翻訳「テスト」", kJapanese),
            "speaks of translating");
  EXPECT_EQ(fault("All tests pass.", "Sure! Here is the translation.", kEnglish),
            "speaks of translating");
  EXPECT_EQ(fault("The translator is loaded.", "翻訳器を読み込みました。", kJapanese), "");
  EXPECT_EQ(fault("終わりました。", "<think>The user says", kEnglish), "speaks of translating");
}

TEST(Answers, OfAnotherLengthOrLanguageAreNoTranslations) {
  EXPECT_EQ(fault("Done.", std::string(200, 'x'), kEnglish), "far longer than its source");
  EXPECT_EQ(fault("ビルドを消してから、もう一度試してください。",
                  "Please delete the build and then try it once again.", kEnglish),
            "");
  EXPECT_EQ(fault("All of the tests pass now.", "全部测试现在都通过了。", kJapanese),
            "not in the target language");
  EXPECT_EQ(fault("LGTM", "了解", kJapanese), "");
}

TEST(Answers, WithHalvesOfCharactersAreNoTranslations) {
  EXPECT_EQ(fault("Found it!", "\xEF\xBF\xBDできます。", kJapanese),
            "holds bytes that are no text");
  EXPECT_EQ(fault("It prints \xEF\xBF\xBD now.", "今は\xEF\xBF\xBDと出ます。", kJapanese), "");
}

}  // namespace
}  // namespace sotto::translate::answers_test
