// From Markdown to sentences: what is said, and when.
#include "text/speech_text.h"

#include <gmock/gmock.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "base/file.h"
#include "base/thread_time.h"
#include "paths.h"
#include "text/collect_sentences.h"

namespace sotto::text::speech_text_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string read(const std::string& name) {
  auto content = read_file(test_data("agent/" + std::string(name)));
  EXPECT_TRUE(content) << name;
  return content ? *content : std::string();
}

// Spans are in order, do not overlap, and begin and end at characters.
void check(const Sentence& s) {
  SCOPED_TRACE(s.text);
  const auto inside_character = [&](size_t i) {
    return i < s.text.size() && (static_cast<unsigned char>(s.text[i]) & 0xC0) == 0x80;
  };
  size_t at = 0;
  for (const ProtectedSpan& span : s.spans) {
    EXPECT_LE(at, span.begin);
    EXPECT_LT(span.begin, span.end);
    EXPECT_LE(span.end, s.text.size());
    EXPECT_FALSE(inside_character(span.begin) || inside_character(span.end));
    at = span.end;
  }
  EXPECT_EQ(s.text.find('\n'), std::string::npos);
  EXPECT_FALSE(s.text.empty() || s.text.front() == ' ' || s.text.back() == ' ');
}

class SessionSentencesTest : public ::testing::TestWithParam<const char*> {};

TEST_P(SessionSentencesTest, AreTheOnesThatWereRead) {
  const std::vector<std::string> blocks =
      nlohmann::json::parse(read(std::string(GetParam()) + ".expected.json"));
  std::string got;
  for (const std::string& block : blocks) {
    for (const Sentence& s : sentences_of(block, options_for(english()))) {
      check(s);
      got += s.text + "\n";
    }
    got += "---\n";
    const auto whole = spoken_texts(block);
    EXPECT_EQ(spoken_texts(block, options_for(english()), 1), whole);
    EXPECT_EQ(spoken_texts(block, options_for(english()), 7), whole);
  }
  EXPECT_EQ(got, read(std::string(GetParam()) + ".sentences.txt"));
}

INSTANTIATE_TEST_SUITE_P(Text, SessionSentencesTest,
                         ::testing::Values("login_fix", "long_answer", "rough_stream",
                                           "snapshot_only"),
                         [](const auto& info) { return std::string(info.param); });

TEST(SpeechTextTest, ASentenceLeavesWhenTheNextOneBegins) {
  std::vector<std::string> out;
  SpeechText speech(options_for(english()), [&](Sentence s) { out.push_back(s.text); });
  speech.push("The tests pass now. ");
  EXPECT_THAT(out, IsEmpty());
  speech.push("I");
  EXPECT_THAT(out, ElementsAre("The tests pass now."));
  speech.push(" will commit them");
  speech.push(" now. Then we");
  EXPECT_THAT(out, ::testing::SizeIs(1)) << "two words may be a tail";
  speech.push(" are done");
  EXPECT_THAT(out, ElementsAre("The tests pass now.", "I will commit them now."));
  speech.end_block();
  EXPECT_THAT(out,
              ElementsAre("The tests pass now.", "I will commit them now.", "Then we are done."));
}

// What has left after each piece, where a pause follows every piece.
std::vector<std::vector<std::string>> with_pauses(const std::vector<std::string>& pieces,
                                                  Language language = english()) {
  std::vector<std::vector<std::string>> left;
  SpeechText speech(options_for(std::move(language)),
                    [&](Sentence s) { left.back().push_back(s.text); });
  for (const std::string& piece : pieces) {
    left.emplace_back();
    speech.push(piece);
    speech.pause();
  }
  left.emplace_back();
  speech.end_block();
  return left;
}

using Left = std::vector<std::vector<std::string>>;

TEST(SpeechTextPauseTest, ACompleteSentenceLeaves) {
  EXPECT_EQ(
      with_pauses({"The bug is here.\n", "It is mended now. All", " tests pass.", " Done!\n"}),
      (Left{{"The bug is here."}, {"It is mended now."}, {"All tests pass."}, {"Done!"}, {}}));
  EXPECT_EQ(with_pauses({"- The first item.\n", "- The second item.\n\nThe rest"}),
            (Left{{"The first item."}, {"The second item."}, {"The rest."}}));
  EXPECT_EQ(with_pauses({"テストはすべて通りました。", "次に進みます。\n"}, japanese()),
            (Left{{"テストはすべて通りました。"}, {"次に進みます。"}, {}}));
}

TEST(SpeechTextPauseTest, ALaterLowerCaseWordBeginsANewSentence) {
  EXPECT_EQ(with_pauses({"The bug is in foo.\n", "and it is an old one.\n"}),
            (Left{{"The bug is in foo."}, {"and it is an old one."}, {}}));
  EXPECT_EQ(with_pauses({"He said \"it works.", "\" And it does.\n"}),
            (Left{{"He said \"it works."}, {"And it does."}, {}}));
}

TEST(SpeechTextPauseTest, WhatIsNotCompleteWaits) {
  EXPECT_EQ(with_pauses({"The bug is", " here: look at e.g.", " the first line, see fig.",
                         " 3 of No.", " 5, version 3.", "5 of it.\n"}),
            (Left{{},
                  {},
                  {},
                  {},
                  {},
                  {"The bug is here: look at e.g. the first line, see fig. 3 of No. 5, version 3.5 "
                   "of it."},
                  {}}));
  EXPECT_EQ(with_pauses({"1.", " Run the tests.\n2. ", "Read their output."}),
            (Left{{}, {}, {"Run the tests.", "Read their output."}, {}}));
  EXPECT_EQ(with_pauses({"It is **very. ", "very good.** Indeed.\n"}),
            (Left{{}, {"It is very. very good.", "Indeed."}, {}}));
  EXPECT_EQ(with_pauses({"```\nint x. ", "y.\n```\nIt compiles.\n", "<b>It is. ", "It was.</b>\n"}),
            (Left{{}, {"It compiles."}, {}, {"It is. It was."}, {}}));
}

TEST(SpeechTextPauseTest, APauseWithNothingNewChangesNothing) {
  std::vector<std::string> out;
  SpeechText speech(options_for(english()), [&](Sentence s) { out.push_back(s.text); });
  speech.pause();
  speech.push("The bug is here. It is");
  for (int i = 0; i < 3; ++i) speech.pause();
  EXPECT_THAT(out, ElementsAre("The bug is here."));
  speech.push(" an old one");
  speech.end_block();
  speech.pause();
  EXPECT_THAT(out, ElementsAre("The bug is here.", "It is an old one."));
}

TEST(SpeechTextTest, AParagraphLeavesAtItsBlankLineAndAListItemWithTheNext) {
  std::vector<std::string> out;
  SpeechText speech(options_for(english()), [&](Sentence s) { out.push_back(s.text); });
  speech.push("# The plan");
  EXPECT_THAT(out, IsEmpty());
  speech.push("\n");
  EXPECT_THAT(out, ElementsAre("The plan."));
  speech.push("- first of all\n- s");
  EXPECT_THAT(out, ElementsAre("The plan.", "first of all."));
  speech.push("econd item\n\nA paragraph\n");
  EXPECT_THAT(out, ElementsAre("The plan.", "first of all.", "second item."));
  speech.push("\n");
  EXPECT_THAT(out, ElementsAre("The plan.", "first of all.", "second item.", "A paragraph."));
}

TEST(SpeechTextTest, UnfinishedMarkupDoesNotLeak) {
  std::vector<std::string> out;
  SpeechText speech(options_for(english()), [&](Sentence s) { out.push_back(s.text); });
  speech.push("This is **very important. Do it now, and ");
  EXPECT_THAT(out, IsEmpty());
  speech.push("do it well.** And so on and on");
  EXPECT_THAT(out, ElementsAre("This is very important.", "Do it now, and do it well."));
}

TEST(SpeechTextTest, MarkupIsNotSaid) {
  EXPECT_THAT(
      spoken_texts("A [label](https://a.b/c) and ![image](x.png) **bold** _it_ ~~gone~~ x."),
      ElementsAre("A label and bold it x."));
  EXPECT_THAT(spoken_texts("<div>\nhidden\n</div>\n\nText with <b>tags</b> in it."),
              ElementsAre("Text with tags in it."));
  EXPECT_THAT(spoken_texts("- [x] Done with it\n- [ ] Still to do"),
              ElementsAre("Done: Done with it.", "To do: Still to do."));
  EXPECT_THAT(spoken_texts("> A quote from there\n\n***\n\nAfter the rule"),
              ElementsAre("A quote from there.", "After the rule."));
  EXPECT_THAT(spoken_texts("A note[^1] is here.\n\n[^1]: The note itself."),
              ElementsAre("A note is here."));
}

TEST(SpeechTextTest, CodeAndTablesAreLeftOutWithANoteIfWanted) {
  const char* text =
      "Look at this:\n\n```cpp\nint x;\n\nint y;\n```\n\nAnd this table:\n\n| a | b |\n|---|---|\n"
      "| 1 | 2 |\n\nThat is all of it.";
  EXPECT_THAT(spoken_texts(text),
              ElementsAre("Look at this:", "And this table:", "That is all of it."));
  SpeechTextOptions options = options_for(english());
  options.notes = true;
  EXPECT_THAT(spoken_texts(text, options),
              ElementsAre("Look at this:", "Code omitted.", "And this table:", "Table omitted.",
                          "That is all of it."));
  EXPECT_EQ(spoken_texts(text, options, 1), spoken_texts(text, options));
  EXPECT_THAT(spoken_texts("1. Run it:\n   ```sh\n   make\n   ```\n   and wait for it."),
              ElementsAre("Run it:", "and wait for it."));
}

TEST(SpeechTextTest, AFenceThatNeverEndsIsSilent) {
  EXPECT_THAT(spoken_texts("Here it is:\n\n~~~\nint main() { return 0; }\n```\nmore"),
              ElementsAre("Here it is:"));
  const std::string long_code = "```\n" + std::string(100000, 'x') + "\n```\nAfter the code.";
  EXPECT_THAT(spoken_texts(long_code), ElementsAre("After the code."));
}

TEST(SpeechTextTest, EmojiAndDrawingsAreDroppedUnlessTheyHaveAMeaning) {
  EXPECT_THAT(spoken_texts("All green 🚀! ✅ Deployed 👩‍💻 it 1️⃣ now."),
              ElementsAre("All green! Success: Deployed it now."));
  EXPECT_THAT(spoken_texts("├── src\n│   └── main.cc\n\n-----=====-----\n\nReal text here."),
              ElementsAre("src main.cc.", "Real text here."));
}

TEST(SpeechTextTest, ArrowsBecomeWordsAndDashesPauses) {
  EXPECT_THAT(spoken_texts("Time: 3 s → 2 s -> 1 s."), ElementsAre("Time: 3 s to 2 s to 1 s."));
  EXPECT_THAT(spoken_texts("Sure - it takes ~5 minutes — or more."),
              ElementsAre("Sure, it takes ~5 minutes, or more."));
}

TEST(SpeechTextTest, UrlsStandInAsLinks) {
  const auto got = sentences_of("See https://example.com/a?b=c for details (https://x.org).",
                                options_for(english()));
  ASSERT_THAT(got, ::testing::SizeIs(1));
  EXPECT_EQ(got[0].text, "See https://example.com/a?b=c for details.");
  ASSERT_THAT(got[0].spans, ::testing::SizeIs(1));
  EXPECT_EQ(got[0].spans[0].kind, SpanKind::url);
  EXPECT_THAT(spoken_texts("https://example.com/alone\n\nText of some length."),
              ElementsAre("Text of some length."));
}

TEST(SpeechTextTest, InlineCodeIsASpan) {
  const auto got =
      sentences_of("Set `x.y` and run `npm test -- --watch` again.", options_for(english()));
  ASSERT_THAT(got, ::testing::SizeIs(1));
  ASSERT_THAT(got[0].spans, ::testing::SizeIs(2));
  const ProtectedSpan& second = got[0].spans[1];
  EXPECT_EQ(got[0].text.substr(second.begin, second.end - second.begin), "npm test -- --watch");
  EXPECT_EQ(second.kind, SpanKind::command);
}

TEST(SpeechTextTest, ShortSentencesAreGlued) {
  EXPECT_THAT(spoken_texts("Done."), ElementsAre("Done."));
  EXPECT_THAT(spoken_texts("Great! Now let me run the tests."),
              ElementsAre("Great! Now let me run the tests."));
  EXPECT_THAT(spoken_texts("The first sentence is here. The second sentence is too. Good."),
              ElementsAre("The first sentence is here.", "The second sentence is too. Good."));
}

TEST(SpeechTextTest, LongSentencesAreCutAtClauses) {
  const auto got = spoken_texts(
      "The cache keeps every entry that was ever written to it by any of the workers, because "
      "nobody removes the old ones; so the process grows until the kernel kills it, and then "
      "everything starts again from the beginning with an empty cache and a slow first request.");
  EXPECT_THAT(got, ElementsAre("The cache keeps every entry that was ever written to it by any of "
                               "the workers,",
                               "because nobody removes the old ones; so the process grows until "
                               "the kernel kills it, and then everything starts again from the "
                               "beginning with an empty cache and a slow first request."));
}

TEST(SpeechTextTest, JapaneseNeedsNoSpaces) {
  const char* text =
      "テストが通りました。次にビルドを確認します！「はい。」と答えました。\n終わりです";
  EXPECT_THAT(spoken_texts(text, options_for(japanese())),
              ElementsAre("テストが通りました。", "次にビルドを確認します！",
                          "「はい。」と答えました。終わりです。"));
  EXPECT_EQ(spoken_texts(text, options_for(japanese()), 1),
            spoken_texts(text, options_for(japanese())));
}

TEST(SpeechTextTest, TextIsNormalized) {
  EXPECT_THAT(spoken_texts("cafe\u0301\u200B is\u00A0open\x01 now"),
              ElementsAre("caf\u00E9 is open now."));
  EXPECT_THAT(spoken_texts("Bad \xFF bytes are here."), ElementsAre("Bad bytes are here."));
}

TEST(SpeechTextTest, PlainTextKeepsItsParagraphs) {
  SpeechTextOptions options = options_for(english());
  options.markdown = false;
  EXPECT_THAT(spoken_texts("First line\nof one sentence. And two\n\n# no heading", options),
              ElementsAre("First line of one sentence.", "And two.", "# no heading."));
}

TEST(SpeechTextTest, PlainTextHasCodeBetweenBackticks) {
  SpeechTextOptions options = options_for(english());
  options.markdown = false;
  options.backticks = true;
  std::vector<std::string> code;
  SpeechText text(options, [&](const Sentence& s) {
    for (const ProtectedSpan& span : s.spans)
      code.push_back(s.text.substr(span.begin, span.end - span.begin));
  });
  text.push("I replaced `join` with `a.b()`. It isn't `` there` yet.");
  text.end_block();
  EXPECT_THAT(code, ElementsAre("join", "a.b()", "there"));
}

std::string random_markdown(unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<std::string> parts = {"The test fails. ",
                                          "e.g. here ",
                                          "`code` ",
                                          "**bold. ",
                                          "** ",
                                          "\n",
                                          "\n\n",
                                          "- item ",
                                          "1. one ",
                                          "```\n",
                                          "| a | b |\n",
                                          "|---|---|\n",
                                          "> ",
                                          "[x](y) ",
                                          "[",
                                          "<b>",
                                          "日本語です。",
                                          "次は？",
                                          "# Head\n",
                                          "    ",
                                          "Done. ",
                                          "v1.2.3 ",
                                          "~~ ",
                                          "🚀",
                                          "U.S. ",
                                          "a_b ",
                                          "https://a.b/c ",
                                          "*",
                                          "_",
                                          "...",
                                          "What?! ",
                                          "a == ",
                                          "b <= 3 ",
                                          "✅ ",
                                          "❌",
                                          "[x] ",
                                          "$x^2$ ",
                                          "$$\n",
                                          "5*3",
                                          "Settings > General ",
                                          "-> ",
                                          "\xE3\x81"};
  std::string out;
  for (int i = 0; i < 60; ++i) out += parts[random() % parts.size()];
  return out;
}

TEST(SpeechTextTest, PiecesDoNotMatter) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const std::string text = random_markdown(seed);
    const auto whole = sentences_of(text, options_for(english()));
    for (const Sentence& s : whole) check(s);
    EXPECT_EQ(spoken_texts(text, options_for(english()), 1), spoken_texts(text));
    EXPECT_EQ(spoken_texts(text, options_for(english()), 13), spoken_texts(text));
  }
}

TEST(SpeechTextTest, EndlessParagraphsAreCut) {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += "This is sentence number " + std::to_string(i) + " of it. ";
  const auto got = spoken_texts(text);
  ASSERT_EQ(got.size(), 1000u);
  EXPECT_EQ(got.back(), "This is sentence number 999 of it.");
  for (const std::string& endless : {std::string(300000, 'x'), std::string(100000, '['),
                                     std::string(50000, '*'), std::string(100000, '>')}) {
    for (const std::string& sentence : spoken_texts(endless)) EXPECT_LT(sentence.size(), 5000u);
  }
}

// Wherever its beginning is forgotten.
TEST(SpeechTextTest, ALongParagraphIsSaidAsItsSentencesAre) {
  const std::vector<std::string> sentences = {
      "Run `npm run build now` before the tests of that.",
      "The *whole parser of all dialects* was written once more.",
      "See [the notes of the release](https://example.com/a) for the rest of it.",
      "Look at www.example.com/page and https://example.com/b too for that.",
      "It is $x^2 + y$ where both of them are large.",
      "Write to somebody@example.com about the window, and the door, and the lock.",
      "That costs $5 for each of the servers, or so.",
      "A word of __much weight__ and an under_score stand here.",
      "Then 5 - 3 is less than 7 * 2 as everybody knows."};
  for (size_t shift = 0; shift < 40; ++shift) {
    std::string paragraph = "It begins with a sentence of " + std::string(shift + 1, 'x') + ".";
    std::vector<std::string> expected = spoken_texts(paragraph);
    for (size_t i = 0; i < 60; ++i) {
      const std::string& sentence = sentences[(i * 7 + shift) % sentences.size()];
      paragraph += " " + sentence;
      expected.push_back(spoken_texts(sentence).front());
    }
    EXPECT_EQ(spoken_texts(paragraph), expected) << shift;
    EXPECT_EQ(spoken_texts(paragraph, options_for(english()), 1), expected) << shift;
  }
}

double cpu_seconds_of(std::string_view text) {
  const auto begin = thread_seconds();
  spoken_texts(text);
  return thread_seconds() - begin;
}

// Its beginning is not read again at each of its words.
TEST(SpeechTextTest, AParagraphWithoutAnEndTakesNoLongerThanShortOnes) {
  const std::vector<std::string> words = {"window", "the", "parser", "of", "which", "builds"};
  std::string one, many;
  for (size_t i = 0; i < 20'000; ++i) {
    const std::string& word = words[i * i % 31 % words.size()];
    one += word + " ";
    many += word + (i % 30 == 29 ? ".\n\n" : " ");
  }
  cpu_seconds_of(many);  // tables
  EXPECT_LT(cpu_seconds_of(one), 4 * cpu_seconds_of(many));
}

// cmark-gfm forgets for the whole process what a tilde means whenever a parser ends.
TEST(SpeechTextTest, IsReadByManyThreadsAtOnce) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "One ~~two~~ three. ";
  const std::vector<std::string> alone = spoken_texts(text);
  std::atomic<bool> done = false;
  std::jthread other([&] {
    while (!done) spoken_texts("Short.");
  });
  int wrong = 0;
  for (int i = 0; i < 20; ++i) wrong += spoken_texts(text) != alone ? 1 : 0;
  done = true;
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace sotto::text::speech_text_test
