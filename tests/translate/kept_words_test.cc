// What the shipped network is not given as it is: capitals, names, what programs fill in; and lines
// without words.
#include <gmock/gmock.h>

#include "paths.h"
#include "translate/document/lines.h"
#include "translate/document/passages.h"
#include "translate/translator.h"

namespace sotto::translate::kept_words_test {
namespace {

using ::testing::HasSubstr;

const Language kEnglish = {"eng_Latn", "en"}, kJapanese = {"jpn_Jpan", "ja"};

Translator& narrator() {
  static const std::unique_ptr<Translator> translator = [] {
    TranslatorOptions options;
    options.model = shipped_model("narrator-en-ja");
    options.from = kEnglish;
    options.to = kJapanese;
    auto loaded = Translator::load(options);
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return *std::move(loaded);
  }();
  return *translator;
}

std::string line(const std::string& text) {
  LineTranslator lines(narrator(), kEnglish, kJapanese);
  const auto done = lines.translate(std::vector{text}, {});
  return done ? done->front().text : done.error().message;
}

std::string passage(const std::string& text) {
  const auto done = translate_texts(narrator(), std::vector{text}, kEnglish, kJapanese, {});
  return done ? done->front().text : done.error().message;
}

int count(std::string_view text, std::string_view part) {
  int n = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

TEST(KeptWordsTest, AWordInCapitalsMeansWhatItMeansInSmallLetters) {
  EXPECT_EQ(line("The tests did NOT pass."), line("The tests did not pass."));
  EXPECT_EQ(line("NEVER merge this."), line("Never merge this."));
  EXPECT_EQ(line("WARNING: the disk is almost full."), line("Warning: the disk is almost full."));
  EXPECT_THAT(line("The API is slow."), HasSubstr("API"));
}

TEST(KeptWordsTest, ALostSentenceKeepsItsCapitals) {
  const std::string text = "NOT qwzx vbnm plkj hgfd qwzx tyui vbnm zzxq.";
  EXPECT_EQ(line(text), text);
}

TEST(KeptWordsTest, NamesComeBackAsTheyWere) {
  EXPECT_THAT(line("Dmitri's branch is ready."), HasSubstr("Dmitri"));
  EXPECT_THAT(line("I asked Zsófia to review it."), HasSubstr("Zsófia"));
  EXPECT_THAT(line("The Grafana dashboard shows the errors."), HasSubstr("Grafana"));
}

TEST(KeptWordsTest, NamesOfSoftwareComeBackWithTheirVersions) {
  for (const char* const name : {"mosquitto", "scikit-learn", "Firebase", "pydantic 2", "Swift 6",
                                 "Node.js 22", "FFmpeg", ".NET 8"}) {
    const std::string text = "The error comes from " + std::string(name) + ".";
    EXPECT_EQ(count(line(text), name), 1) << line(text);
  }
  EXPECT_THAT(line("The yaml file is broken."), HasSubstr("yaml"));
}

TEST(KeptWordsTest, ShortFormsMeanWhatTheyStandFor) {
  EXPECT_EQ(line("The DB is locked."), line("The database is locked."));
  EXPECT_EQ(line("Run it w/o a cache."), line("Run it without a cache."));
  EXPECT_EQ(line("Fixed the flaky test."), line("I fixed the flaky test."));
  EXPECT_EQ(line("The id is non-null."), line("The id is not null."));
}

TEST(KeptWordsTest, ANameIsASpanOfTheTranslation) {
  const auto t = narrator().translate({"Dmitri's branch is ready.", {}, kEnglish}, {});
  ASSERT_TRUE(t);
  ASSERT_EQ(t->sentence.spans.size(), 1u);
  EXPECT_EQ(t->sentence.spans[0].kind, text::SpanKind::name);
}

TEST(KeptWordsTest, WhatProgramsFillInIsThereOnce) {
  for (const char* const filled :
       {"{name}", "{0}", "{{x}}", "%s", "%1$s", "%(name)s", "${x}", "$HOME"}) {
    const std::string text = std::string("The file ") + filled + " was deleted.";
    EXPECT_EQ(count(line(text), filled), 1) << line(text);
    EXPECT_EQ(count(passage(text), filled), 1) << passage(text);
  }
  EXPECT_EQ(count(passage("The file <tag> was deleted."), "<tag>"), 1);
}

TEST(KeptWordsTest, LinesWithoutWordsStay) {
  for (const char* const text :
       {"-", "...", "42", " ", "", "★★★★", "🚀", "!", "***", "Story: ★★★★, art: ★★★★★."})
    EXPECT_EQ(line(text), text);
  EXPECT_NE(line("See .env: .gitignore is fine."), "See .env: .gitignore is fine.");
}

}  // namespace
}  // namespace sotto::translate::kept_words_test
