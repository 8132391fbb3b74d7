// Sotto's own lines as a listener hears them in Japanese, with the network that ships.
#include "pipeline/own_line.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "paths.h"
#include "pipeline/fakes.h"
#include "text/own_lines.h"
#include "text/speech_text.h"

namespace sotto::pipeline::own_line_test {
namespace {

const Language kEnglish{"eng_Latn", "en"}, kJapanese{"jpn_Jpan", "ja"};

std::vector<text::Sentence> sentences_of(const std::string& markdown) {
  std::vector<text::Sentence> sentences;
  text::SpeechText speech({.language = kEnglish},
                          [&](text::Sentence s) { sentences.push_back(std::move(s)); });
  speech.push(markdown);
  speech.end_block();
  return sentences;
}

class OwnLineTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    translate::TranslatorOptions options;
    options.model = shipped_model("narrator-en-ja");
    options.from = kEnglish;
    options.to = kJapanese;
    options.threads = 1;
    auto loaded = translate::Translator::load(options);
    ASSERT_TRUE(loaded) << loaded.error().message;
    narrator_ = *std::move(loaded);
  }
  static void TearDownTestSuite() { narrator_.reset(); }

  // Empty: the line is no own one.
  static std::string heard(const std::string& markdown) {
    const auto sentences = sentences_of(markdown);
    EXPECT_EQ(sentences.size(), 1u) << markdown;
    if (sentences.size() != 1) return "";
    const auto made = translate_own_line(sentences[0], kJapanese, *narrator_, {});
    EXPECT_TRUE(made) << made.error().message;
    if (!made || !*made) return "";
    for (const text::ProtectedSpan& span : (*made)->sentence.spans)
      EXPECT_LE(span.end, (*made)->sentence.text.size());
    return (*made)->sentence.text;
  }

  static std::unique_ptr<translate::Translator> narrator_;
};
std::unique_ptr<translate::Translator> OwnLineTest::narrator_;

std::string without_slots(std::string_view row, const std::string& slot) {
  std::string line(row);
  for (size_t at; (at = line.find('{')) != line.npos;) line.replace(at, 3, slot);
  return line;
}

// Every row of both tables whose slots are kept, as the table has it.
TEST_F(OwnLineTest, TheJapaneseHeardIsThatOfTheTable) {
  size_t checked = 0;
  const auto check = [&](const text::OwnRow& row, const std::string& end) {
    if (row.english.find("{t}") != row.english.npos || row.english.find("{p}") != row.english.npos)
      return;
    const bool is_number = row.english.find("{n}") != row.english.npos;
    const bool is_code = row.english.find("{c}") != row.english.npos;
    const std::string kept = is_number ? "30" : is_code ? "build.sh" : "builder";
    const std::string said = is_code ? "`build.sh`" : kept;
    EXPECT_EQ(heard(without_slots(row.english, said) + "."),
              without_slots(row.japanese, kept) + end);
    ++checked;
  };
  for (const text::OwnRow& row : text::own_rows()) check(row, "");
  for (const text::OwnRow& row : text::phrase_rows()) check(row, "。");
  EXPECT_GT(checked, 30u);
}

TEST_F(OwnLineTest, SlotsAreFilled) {
  const struct {
    const char *english, *japanese;
  } rows[] = {
      {"The agent asks for permission: run `rm -rf build`.",
       "エージェントが許可を求めています。rm -rf buildの実行。"},
      {"The agent asks for permission: edit `cache.cc`.",
       "エージェントが許可を求めています。cache.ccの編集。"},
      {"The agent asks for permission: use create issue of github.",
       "エージェントが許可を求めています。githubのcreate issueの使用。"},
      {"Sub-agent code-reviewer is done.", "サブエージェントcode-reviewerが完了しました。"},
      {"Claude needs your permission to use Bash", "ClaudeがBashの使用許可を求めています。"},
      {"The agent stopped: rate limit", "利用制限のため、エージェントが停止しました。"},
      {"Run `npm test`.", ""},  // an agent's own words
      {"The agent stopped", ""},
      {"The tests pass.", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(heard(row.english), row.japanese) << row.english;
}

TEST_F(OwnLineTest, ProseInASlotIsTranslated) {
  for (const char* line : {"The agent asks for permission: run the unit tests.",
                           "Task done: Fix the login", "The agent stopped: The server is down"}) {
    const std::string japanese = heard(line);
    EXPECT_TRUE(japanese.ends_with("。")) << japanese;
    EXPECT_FALSE(japanese.ends_with("。。")) << japanese;
    EXPECT_EQ(japanese.find_first_of("abcdefghijklmnopqrstuvwxyz"), japanese.npos) << japanese;
  }
}

TEST_F(OwnLineTest, OtherLanguagesGoToTheirTranslators) {
  const auto sentence = sentences_of("The agent asks for permission.").at(0);
  EXPECT_FALSE(text::own_line(sentence, *find_language("de")));
  EXPECT_TRUE(text::own_line(sentence, kJapanese));
}

TEST(OwnLine, ALostSlotIsALostSentence) {
  FakeTranslator translator;
  const auto lost = sentences_of("Task done: this is lost.").at(0);
  const auto made = translate_own_line(lost, kJapanese, translator, {});
  ASSERT_TRUE(made);
  EXPECT_FALSE(*made);
  const auto broken = sentences_of("Task done: this will break it.").at(0);
  EXPECT_FALSE(translate_own_line(broken, kJapanese, translator, {}));
}

}  // namespace
}  // namespace sotto::pipeline::own_line_test
