#include "text/sentence_traits.h"

#include <gtest/gtest.h>

#include <string>

namespace sotto::text::sentence_traits_test {
namespace {

const Language kEnglish{"eng_Latn", "en"}, kJapanese{"jpn_Jpan", "ja"}, kGerman{"deu_Latn", "de"};

bool announces(const std::string& text, const Language& language = kEnglish) {
  return is_announcement({text, {}, language});
}

TEST(SentenceTraits, AnnouncementsOfSteps) {
  for (const char* text :
       {"Let me look at the parser.", "Now I'll run the tests.", "Next, I will check the config.",
        "I\u2019ll start with the README.", "Let me first read the file:", "Let's see.",
        "Now let me also verify the imports.", "I'm going to search for the caller.",
        "Let me take a look at `src/auth/login.ts`.", "First, let me explore the codebase."})
    EXPECT_TRUE(announces(text)) << text;
  for (const char* text :
       {"まずファイルを見てみます。", "では、設定を確認します。", "原因を調べます："})
    EXPECT_TRUE(announces(text, kJapanese)) << text;
}

// Who is late hears all of these.
TEST(SentenceTraits, WhatSaysMoreIsNoAnnouncement) {
  for (const char* text :
       {// questions and requests
        "Let me know which one you want.", "Should I run the tests?", "Shall I look at it?",
        "Let me check: do you want the old format?", "Please run the tests.",
        "I'll start when you say so.", "Let me look at it, if you like.",
        // permissions
        "I'll run it once I have permission.", "I need permission to run `rm -rf build`.",
        "I will go on after the approval.", "Let me try it, but confirm first.",
        // failures
        "Let me look at the failing test.", "I'll try again: the build failed.",
        "Let me check why the server crashed.", "I will not run the tests.",
        "I'll look no further, the file is missing.", "I can't run the tests.",
        "Let me see, the deploy was refused.",
        // decisions and conclusions
        "I'll skip the migration.", "I'll delete the branch.", "I will keep the old name.",
        "Let me explain: the cache is stale.", "Let me see \u2014 the token is old.",
        "I'll read it from the file instead.", "I'll take the second way because it is faster.",
        "Next, I found the cause.", "Looking at the log, the key is old.", "I fixed the parser.",
        "The tests pass now.",
        "Let me look at it. The key is old, so I'll "
        "start with the token and then look at everything that has to do with it in this house."})
    EXPECT_FALSE(announces(text)) << text;
  for (const char* text : {"確認しますか？", "エラーを確認します。", "テストを実行してください。",
                           "許可が必要なので確認します。", "修正しました。",
                           "ファイルは見つかりませんが、確認します。"})
    EXPECT_FALSE(announces(text, kJapanese)) << text;
  EXPECT_FALSE(announces("Ich sehe mir den Parser an.", kGerman));
  EXPECT_FALSE(is_announcement({"Let me look.", {}, kEnglish, Note::code}));
}

}  // namespace
}  // namespace sotto::text::sentence_traits_test
