#include "pipeline/sentence_reader.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace sotto::pipeline::sentence_reader_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Taken {
  std::vector<std::string> texts;
  std::vector<size_t> ids;
  SentenceReader::Take take() {
    return [this](std::unique_ptr<Utterance> u) {
      texts.push_back(u->source.text);
      ids.push_back(u->id);
    };
  }
};

const text::SpeechTextOptions kEnglishText = {.language = {"eng_Latn", "en"}};
constexpr const char* kLong =
    "I read the parser. It has two loops. The second one is wrong. I fixed it. Shall I commit it?";

TEST(SentenceReaderTest, ADigestIsTakenWhenItsBlockIsComplete) {
  Taken taken;
  SentenceReader reader({.format = agent::Format::plain}, kEnglishText, taken.take(), {.on = true});
  reader.push(kLong);
  reader.pause();
  EXPECT_THAT(taken.texts, IsEmpty());
  ASSERT_TRUE(reader.finish());
  EXPECT_THAT(taken.texts, ElementsAre("I fixed it.", "Shall I commit it?"));
  EXPECT_THAT(taken.ids, ElementsAre(0, 1));
}

TEST(SentenceReaderTest, TheFirstSentencesCanBeLeftAsTheyAre) {
  Taken taken;
  SentenceReader reader({.format = agent::Format::plain}, kEnglishText, taken.take(),
                        {.on = true, .undigested = 1});
  reader.push("In the project.\n\n");
  EXPECT_THAT(taken.texts, ElementsAre("In the project."));
  reader.push(kLong);
  ASSERT_TRUE(reader.finish());
  EXPECT_THAT(taken.texts, ElementsAre("In the project.", "I fixed it.", "Shall I commit it?"));
}

TEST(SentenceReaderTest, ANoteKeepsItsPlaceInADigest) {
  Taken taken;
  text::SpeechTextOptions with_notes = kEnglishText;
  with_notes.notes = true;
  SentenceReader reader({.format = agent::Format::plain}, with_notes, taken.take(), {.on = true});
  reader.push("I fixed it.\n\n```\ncode\n```\n\nIt was a loop. It read one line. It is late now.");
  ASSERT_TRUE(reader.finish());
  ASSERT_EQ(taken.texts.size(), 2u);
  EXPECT_EQ(taken.texts[0], "I fixed it.");
}

TEST(SentenceReaderTest, WhatHasNoEndIsHeardInDigestsOfItsParts) {
  Taken taken;
  SentenceReader reader({.format = agent::Format::plain}, kEnglishText, taken.take(), {.on = true});
  std::string text;
  for (int i = 0; i < 2500; ++i) text += "The window is open and the file is read. ";
  reader.push(text);
  EXPECT_EQ(taken.texts.size(), 2u);
  ASSERT_TRUE(reader.finish());
  EXPECT_EQ(taken.texts.size(), 3u);
}

// A line a sentence: the pause in front of it, its rate, its block.
std::string shown_marked(const std::string& text, MarkupOptions markup, size_t piece,
                         double* behind_ms = nullptr) {
  std::string out;
  text::SpeechTextOptions plain = kEnglishText;
  plain.markdown = false;
  SentenceReader reader(
      {.format = agent::Format::plain}, plain,
      [&](std::unique_ptr<Utterance> u) {
        out += u->pause_ms ? std::to_string(static_cast<int>(*u->pause_ms)) : "-";
        out += " " + std::to_string(static_cast<int>(100 * u->rate));
        out += " " + std::to_string(u->block) + " " + u->source.text + "\n";
      },
      {}, std::move(markup));
  for (size_t at = 0; at < text.size(); at += piece) {
    reader.push(text.substr(at, piece));
    reader.pause();
  }
  const Result<void> finished = reader.finish();
  if (!finished) out += finished.error().message;
  if (behind_ms != nullptr) *behind_ms = reader.pause_behind_ms();
  return out;
}

TEST(SentenceReaderTest, SsmlIsTakenAtItsEnd) {
  const std::string document =
      "<speak><p>One. Two.</p><break time='1s'/><p>This is <prosody rate='slow'>slow</prosody>.</p>"
      "<break time='3s'/></speak>";
  for (const size_t piece : {size_t{1}, size_t{7}, SIZE_MAX}) {
    double behind_ms = 0;
    EXPECT_EQ(shown_marked(document, {.ssml = Ssml::where_evident}, piece, &behind_ms),
              "- 100 0 One. Two.\n1000 100 1 This is\n0 75 1 slow\n")
        << piece;
    EXPECT_EQ(behind_ms, 3000);
  }
}

TEST(SentenceReaderTest, WhatOnlyShowsSsmlStaysText) {
  const std::string text = "Write <speak>this</speak> here.";
  const std::string never = shown_marked("<speak>Hello there.</speak>", {}, SIZE_MAX);
  EXPECT_THAT(never, HasSubstr("speak"));
  for (const size_t piece : {size_t{1}, SIZE_MAX}) {
    const std::string said = shown_marked(text, {.ssml = Ssml::where_evident}, piece);
    EXPECT_EQ(said, shown_marked(text, {}, piece));
    EXPECT_EQ(shown_marked("<spe", {.ssml = Ssml::where_evident}, piece),
              shown_marked("<spe", {}, piece));
  }
  EXPECT_THAT(shown_marked(text, {.ssml = Ssml::always}, 5), HasSubstr("SSML: "));
}

TEST(SentenceReaderTest, PausesStandBetweenSentences) {
  const std::string text = "[pause 1s]One word[pause 500ms] [pause 250ms]and two.[pause 2s]";
  double behind_ms = 0;
  EXPECT_EQ(shown_marked(text, {.pauses = true}, 3, &behind_ms),
            "1000 100 0 One word.\n750 100 0 and two.\n");
  EXPECT_EQ(behind_ms, 2000);
  EXPECT_EQ(shown_marked(text, {.pauses = true, .most_pauses_ms = 1200}, SIZE_MAX, &behind_ms),
            "1000 100 0 One word.\n200 100 0 and two.\n");
  EXPECT_EQ(behind_ms, 0);
  EXPECT_THAT(shown_marked(text, {}, SIZE_MAX), HasSubstr("pause"));
}

}  // namespace
}  // namespace sotto::pipeline::sentence_reader_test
