#include "text/digest.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "text/speech_text.h"

namespace sotto::text::digest_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Language kEnglish{"eng_Latn", "en"}, kJapanese{"jpn_Jpan", "ja"}, kGerman{"deu_Latn", "de"};

std::vector<std::string> heard(const std::string& markdown, const Language& language = kEnglish) {
  std::vector<Sentence> sentences;
  SpeechText text({.language = language}, [&](Sentence s) { sentences.push_back(std::move(s)); });
  text.push(markdown);
  text.end_block();
  std::vector<std::string> out;
  for (const size_t i : digest(sentences)) out.push_back(sentences[i].text);
  return out;
}

TEST(Digest, WhatChangedAndWhatIsAsked) {
  EXPECT_THAT(
      heard("All 42 tests pass now.\n\nTo summarize:\n\n- The login endpoint used the wrong "
            "secret.\n- I fixed it in `src/auth/login.ts`.\n- I added a test that fails without "
            "the fix.\n\nWould you like me to commit these changes?"),
      ElementsAre("All 42 tests pass now.", "Would you like me to commit these changes?"));
}

TEST(Digest, AShortTextIsHeardAsItIs) {
  EXPECT_THAT(heard("Found it! The token is old. I'll update it."),
              ElementsAre("Found it! The token is old.", "I'll update it."));
  EXPECT_THAT(heard(""), IsEmpty());
}

TEST(Digest, NoFailureAndNoQuestionIsLost) {
  EXPECT_THAT(
      heard("I renamed the module. The imports follow. The build works. Two tests still fail on "
            "arm64. The deploy was refused: the key has no access. Should I open an issue? Which "
            "account may deploy? The docs are as they were."),
      ElementsAre("I renamed the module.", "Two tests still fail on arm64.",
                  "The deploy was refused: the key has no access.", "Should I open an issue?",
                  "Which account may deploy?"));
}

TEST(Digest, WhatNeedsTheListenerIsHeardHoweverItIsSaid) {
  for (const std::string request :
       {"I need permission to change the time limit in the deploy script.",
        "The deploy waits for your approval.", "Whether we drop the table is your decision.",
        "I need you to log in once.", "The pull request is waiting for you."})
    EXPECT_THAT(heard("I renamed 3 modules. The window is open. " + request + " It is late."),
                ElementsAre("I renamed 3 modules.", request));
  EXPECT_THAT(heard("3件の名前を変更しました。窓は開いています。制限を変えるには許可が必要です。も"
                    "う遅い時間です。",
                    kJapanese),
              ElementsAre("3件の名前を変更しました。", "制限を変えるには許可が必要です。"));
}

// Each in a text of four sentences: of others the best would be heard.
TEST(Digest, AFailureIsHeardHoweverItIsSaid) {
  for (const std::string failure :
       {"I fixed the parser, but two tests still fail on arm64.",
        "The integration tests did not pass.", "The crash is not fixed.", "The deploy timed out.",
        "The build exited with code 1."}) {
    const auto said = heard("I renamed 3 modules. The window is open. " + failure + " It is late.");
    EXPECT_THAT(said, ElementsAre("I renamed 3 modules.", failure));
  }
  for (const std::string failure :
       {"修正しましたが、二つのテストが失敗しています。", "テストは通りませんでした。"}) {
    const auto said = heard(
        "3つの名前を変更しました。窓は開いています。" + failure + "もう遅いです。", kJapanese);
    EXPECT_THAT(said, ElementsAre("3つの名前を変更しました。", failure));
  }
}

TEST(Digest, NotesAreHeardAndCountAsNoSentences) {
  std::vector<Sentence> sentences(5);
  for (Sentence& sentence : sentences) sentence = {"It is so.", {}, kEnglish};
  sentences[1].note = sentences[3].note = Note::run_failed;
  EXPECT_THAT(digest(sentences), ElementsAre(0, 1, 2, 3, 4));
  sentences.push_back(sentences[0]);
  EXPECT_THAT(digest(sentences), ElementsAre(0, 1, 3));
}

TEST(Digest, NarrationAndWhatAnnouncesSomethingAreNotTheResult) {
  EXPECT_THAT(
      heard("Let me look at the parser. Here is what I found:\n\nThe lexer reads one line too "
            "many. It has done so since May. I replaced its loop. It is shorter now."),
      ElementsAre("I replaced its loop."));
}

TEST(Digest, AdviceIsAResult) {
  EXPECT_THAT(
      heard("The cache takes a lock. Expired entries are never removed. Option 1: shard the "
            "lock. I don't recommend a rewrite. I suggest option 1, for it is small. If you "
            "agree, I'll begin."),
      ElementsAre("Expired entries are never removed.", "I suggest option 1, for it is small.",
                  "If you agree, I'll begin."));
}

TEST(Digest, Japanese) {
  EXPECT_THAT(
      heard("ログインを見てみます。原因は古いシークレットでした。src/auth/login.tsを修正しました。"
            "テストは42件です。デプロイに失敗しています。コミットしますか？",
            kJapanese),
      ElementsAre("src/auth/login.tsを修正しました。", "デプロイに失敗しています。",
                  "コミットしますか？"));
}

TEST(Digest, OtherLanguagesByPlaceAndQuestion) {
  EXPECT_THAT(
      heard("Alle 42 Tests laufen. Der Schlüssel war alt. Er steht in der Konfiguration. Die "
            "Tests sind neu. Soll ich das einreichen?",
            kGerman),
      ElementsAre("Alle 42 Tests laufen.", "Soll ich das einreichen?"));
}

}  // namespace
}  // namespace sotto::text::digest_test
