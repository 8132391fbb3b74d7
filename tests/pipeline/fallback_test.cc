#include "pipeline/fallback.h"

#include <gmock/gmock.h>

#include "pipeline/fakes.h"

namespace sotto::pipeline::fallback_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

text::Sentence sentence(const std::string& text) { return {text, {}, {"eng_Latn", "en"}}; }

Candidate<translate::Translator> good_translator(const std::string& name) {
  return {name, [name] {
            return Result<std::unique_ptr<translate::Translator>>(
                std::make_unique<FakeTranslator>(name + "<"));
          }};
}

Candidate<translate::Translator> missing_translator(const std::string& name) {
  return {name, [name] {
            return Result<std::unique_ptr<translate::Translator>>(
                Error{Errc::not_found, name + " is not here"});
          }};
}

// A voice that breaks on "crack"; what it said is kept in `spoken` beyond its life.
Candidate<speech::Voice> voice(const std::string& name, std::vector<std::string>& spoken) {
  return {name, [name, &spoken] {
            auto v = std::make_unique<FakeVoice>(name);
            v->breaks_on = name == "weak" ? "crack" : "never";
            v->on_speak = [name, &spoken](const std::string& text) {
              spoken.push_back(name + ": " + text);
            };
            return Result<std::unique_ptr<speech::Voice>>(std::move(v));
          }};
}

TEST(FallbackTest, TheFirstCandidateThatOpensIsUsedWithOneWarning) {
  const CapturedLog log;
  auto translator =
      open_translator({missing_translator("a"), missing_translator("b"), good_translator("c")});
  ASSERT_TRUE(translator);
  EXPECT_EQ((*translator)->translate(sentence("x"), {})->sentence.text, "c<x>");
  EXPECT_EQ(log.warnings(), 1u) << log.text();
  EXPECT_THAT(log.text(), HasSubstr("a is not here; going on with c"));
}

TEST(FallbackTest, WhoTakesOverIsHeardLiveToo) {
  std::vector<std::pair<std::string, bool>> live;
  const auto candidate = [&live](const std::string& name) {
    return Candidate<speech::Voice>{name, [name, &live] {
                                      auto v = std::make_unique<FakeVoice>(name);
                                      if (name == "weak") v->breaks_on = "crack";
                                      v->on_speak = [name, &live, &v = *v](const std::string&) {
                                        live.emplace_back(name, v.is_live);
                                      };
                                      return Result<std::unique_ptr<speech::Voice>>(std::move(v));
                                    }};
  };
  const auto chain = open_voice({candidate("weak"), candidate("strong")});
  ASSERT_TRUE(chain);
  const auto nobody = [](const audio::Chunk&) { return true; };
  (*chain)->set_live(true);
  EXPECT_TRUE((*chain)->speak("crack", {}, nobody));
  (*chain)->set_live(false);
  EXPECT_TRUE((*chain)->speak("two", {}, nobody));
  using Heard = std::pair<std::string, bool>;
  EXPECT_THAT(live,
              ElementsAre(Heard("weak", true), Heard("strong", true), Heard("strong", false)));
}

TEST(FallbackTest, TheErrorIsTheFirstCandidates) {
  auto translator = open_translator({missing_translator("a"), missing_translator("b")});
  ASSERT_FALSE(translator);
  EXPECT_EQ(translator.error().message, "a is not here");
  EXPECT_FALSE(open_voice({}));
}

TEST(FallbackTest, ABrokenTranslatorIsReplacedWithOneWarning) {
  const CapturedLog log;
  Candidate<translate::Translator> identity = {
      "none", [] { return Result<std::unique_ptr<translate::Translator>>(no_translation()); }};
  auto translator = open_translator({good_translator("a"), missing_translator("b"), identity});
  ASSERT_TRUE(translator);
  EXPECT_EQ((*translator)->translate(sentence("break"), {})->sentence.text, "break");
  EXPECT_EQ((*translator)->translate(sentence("x"), {})->sentence.text, "x");
  EXPECT_EQ(log.warnings(), 1u) << log.text();
  EXPECT_THAT(log.text(), HasSubstr("a broke (broken); going on with none"));
}

TEST(FallbackTest, WithoutAnyTranslatorLeftEverySentenceIsLost) {
  const CapturedLog log;
  auto translator = open_translator({good_translator("a")});
  ASSERT_TRUE(translator);
  for (int i = 0; i < 3; ++i) {
    const auto result = (*translator)->translate(sentence("break"), {});
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->untranslated);
    EXPECT_EQ(result->sentence.text, "break");
  }
  EXPECT_EQ(log.warnings(), 1u) << log.text();
}

TEST(FallbackTest, AStoppedTranslatorIsNotABrokenOne) {
  const CapturedLog log;
  auto translator = open_translator({good_translator("a"), good_translator("b")});
  ASSERT_TRUE(translator);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ((*translator)->translate(sentence("x"), stop.get_token()).error().code,
            Errc::cancelled);
  EXPECT_EQ((*translator)->translate(sentence("x"), {})->sentence.text, "a<x>");
  EXPECT_EQ(log.warnings(), 0u);
}

TEST(FallbackTest, WhatAServerLosesTheNextIsAskedFor) {
  const CapturedLog log;
  Candidate<translate::Translator> server = good_translator("a");
  server.may_recover = true;
  auto translator = open_translator({server, good_translator("b")});
  ASSERT_TRUE(translator);
  const std::vector<text::Sentence> sentences = {sentence("x"), sentence("lost y"), sentence("z")};
  const auto made = (*translator)->translate_batch(sentences, {});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->at(0).sentence.text, "a<x>");
  EXPECT_EQ(made->at(1).sentence.text, "lost y");  // b loses it, too
  EXPECT_EQ(made->at(1).why, "low score");
  EXPECT_EQ(made->at(2).sentence.text, "a<z>");
  EXPECT_EQ(log.warnings(), 0u) << log.text();
}

TEST(FallbackTest, ATranslatorThatMayRecoverIsTriedAgain) {
  const CapturedLog log;
  Candidate<translate::Translator> server = good_translator("a");
  server.may_recover = true;
  for (const bool soon : {true, false}) {
    auto translator =
        open_translator({server, good_translator("b")}, std::chrono::minutes(soon ? 0 : 1));
    ASSERT_TRUE(translator);
    auto broken = (*translator)->translate(sentence("break"), {});  // both do
    ASSERT_TRUE(broken);
    EXPECT_TRUE(broken->untranslated);
    EXPECT_EQ((*translator)->translate(sentence("x"), {})->sentence.text, soon ? "a<x>" : "x");
  }
  EXPECT_THAT(log.text(), HasSubstr("a translates again"));
}

TEST(FallbackTest, TheNextVoiceSaysTheSentenceFromItsBeginning) {
  const CapturedLog log;
  std::vector<std::string> spoken;
  auto chain = open_voice({voice("weak", spoken), voice("strong", spoken)});
  ASSERT_TRUE(chain);
  EXPECT_EQ((*chain)->name(), "weak");
  for (const char* text : {"one", "crack", "three"}) {
    EXPECT_TRUE((*chain)->speak(text, {}, [](const audio::Chunk&) { return true; }));
  }
  EXPECT_THAT(spoken, ElementsAre("weak: one", "weak: crack", "strong: crack", "strong: three"));
  EXPECT_EQ((*chain)->name(), "strong");
  EXPECT_EQ(log.warnings(), 1u) << log.text();
}

TEST(FallbackTest, TheLastVoiceThatBreaksSaysWhy) {
  const CapturedLog log;
  std::vector<std::string> spoken;
  auto chain = open_voice({voice("weak", spoken)});
  ASSERT_TRUE(chain);
  const auto listen = [](const audio::Chunk&) { return true; };
  EXPECT_EQ((*chain)->speak("crack", {}, listen).error().message, "weak fell silent");
  EXPECT_EQ((*chain)->speak("more", {}, listen).error().message, "no voice is left");
  EXPECT_EQ((*chain)->name(), "");
  EXPECT_EQ(log.warnings(), 1u) << log.text();
}

TEST(FallbackTest, AVoiceThatMayRecoverIsTriedAgain) {
  const CapturedLog log;
  std::vector<std::string> spoken;
  Candidate<speech::Voice> weak = voice("weak", spoken);
  weak.may_recover = true;
  const auto listener = [](const audio::Chunk&) { return true; };
  auto chain = open_voice({weak, voice("strong", spoken)}, std::chrono::milliseconds(0));
  ASSERT_TRUE(chain);
  EXPECT_TRUE((*chain)->speak("crack", {}, listener));
  EXPECT_EQ((*chain)->name(), "strong");
  EXPECT_TRUE((*chain)->speak("crack again", {}, listener));  // it is not better yet
  EXPECT_EQ(log.warnings(), 1u) << log.text();
  EXPECT_TRUE((*chain)->speak("fine", {}, listener));
  EXPECT_EQ((*chain)->name(), "weak");
  EXPECT_THAT(log.text(), HasSubstr("weak speaks again"));
  EXPECT_TRUE((*chain)->speak("crack", {}, listener));
  EXPECT_EQ((*chain)->name(), "strong");
  EXPECT_THAT(spoken,
              ElementsAre("weak: crack", "strong: crack", "weak: crack again",
                          "strong: crack again", "weak: fine", "weak: crack", "strong: crack"));
  EXPECT_EQ(log.warnings(), 3u) << log.text();
}

TEST(FallbackTest, AVoiceThatMayRecoverIsLeftAloneForAWhile) {
  const CapturedLog log;
  std::vector<std::string> spoken;
  Candidate<speech::Voice> weak = voice("weak", spoken);
  weak.may_recover = true;
  const auto listener = [](const audio::Chunk&) { return true; };
  auto chain = open_voice({weak, voice("strong", spoken)}, std::chrono::minutes(1));
  ASSERT_TRUE(chain);
  EXPECT_TRUE((*chain)->speak("crack", {}, listener));
  EXPECT_TRUE((*chain)->speak("fine", {}, listener));
  EXPECT_THAT(spoken, ElementsAre("weak: crack", "strong: crack", "strong: fine"));
}

}  // namespace
}  // namespace sotto::pipeline::fallback_test
