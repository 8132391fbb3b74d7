#include "pipeline/sentence_reader.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace sotto::pipeline::sentence_reader_test {
namespace {

using ::testing::ElementsAre;
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

}  // namespace
}  // namespace sotto::pipeline::sentence_reader_test
