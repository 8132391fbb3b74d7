// Files as sentences, and back.
#include "cluster/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cluster/chapters.h"

namespace sotto::cluster::document_test {
namespace {

const Capability kToJapanese{{"eng_Latn", "en"}, {"jpn_Jpan", "ja"}, "auto", "none"};

Result<Document> parsed(const std::string& name, std::string_view bytes) {
  return Document::parse(name, bytes, kToJapanese, 1);
}

std::string made(const Document& document, const std::vector<std::string>& texts) {
  const Result<std::string> file = document.with(texts);
  return file ? *file : file.error().message;
}

TEST(ClusterDocument, AMarkdownFileIsItsSentencesInOrder) {
  const auto document = parsed("docs/notes.md",
                               "# Notes\n\nRun `make` in the folder now. The build is fast on this "
                               "machine.\n\n```\ncode\n```\n");
  ASSERT_TRUE(document) << document.error().message;
  std::vector<std::string> texts;
  for (const Task& task : document->tasks()) texts.push_back(task.sentence.text);
  EXPECT_THAT(texts, ::testing::ElementsAre("Notes.", "Run make in the folder now.",
                                            "The build is fast on this machine."));
  EXPECT_EQ(document->tasks()[1].sentence.spans.size(), 1u);
  EXPECT_THAT(document->headings(), ::testing::ElementsAre(0));
  EXPECT_EQ(made(*document, texts),
            "Notes.\nRun make in the folder now.\nThe build is fast on this machine.\n");
  EXPECT_EQ(document->output_name(), "notes.ja.txt");
  EXPECT_EQ(document->output_name(".wav"), "notes.ja.wav");
}

TEST(ClusterDocument, HeadingsAreFoundInWhatIsSaid) {
  const auto document =
      parsed("a.md",
             "Begin\n=====\n\nEnd of it.\n\n## The `make` *tool*: why?\n\nWords.\n\n"
             "```\n# no heading\n```\n\n## 日本語, more\n\n## End\n");
  ASSERT_TRUE(document) << document.error().message;
  std::vector<std::string> headings;
  for (const size_t i : document->headings())
    headings.push_back(document->tasks()[i].sentence.text);
  EXPECT_THAT(headings,
              ::testing::ElementsAre("Begin.", "The make tool: why?", "日本語, more.", "End."));
}

TEST(ClusterDocument, ChaptersAreTwoLinesEach) {
  EXPECT_EQ(chapter_lines(std::vector<Chapter>{{0, "One"}, {3723.0456, "T\x1bwo\n"}}),
            "CHAPTER01=00:00:00.000\nCHAPTER01NAME=One\n"
            "CHAPTER02=01:02:03.046\nCHAPTER02NAME=T?wo \n");
}

TEST(ClusterDocument, SubtitlesKeepAllButWhatIsSaid) {
  const std::string film =
      "WEBVTT\n\nNOTE hello\n\n00:01.000 --> 00:02.000 align:start\nOne\ntwo.\n\n"
      "00:03.000 --> 00:04.000\nThree.\n";
  const auto document = parsed("film.VTT", film);
  ASSERT_TRUE(document) << document.error().message;
  ASSERT_EQ(document->tasks().size(), 2u);
  EXPECT_EQ(document->tasks()[0].sentence.text, "One two.");
  EXPECT_EQ(document->tasks()[0].kind, TaskKind::line);
  EXPECT_EQ(made(*document, std::vector<std::string>{"A", "B"}),
            "WEBVTT\n\nNOTE hello\n\n00:01.000 --> 00:02.000 align:start\nA\n\n"
            "00:03.000 --> 00:04.000\nB\n");
  EXPECT_EQ(document->output_name(), "film.ja.vtt");
}

TEST(ClusterDocument, ASubtitleWithTagsIsMarkupAndOneWithoutIsNot) {
  const auto document = parsed("film.srt",
                               "\xef\xbb\xbf"
                               "1\n00:00:01,000 --> 00:00:02,000\n<i>One.</i>\n\n"
                               "2\n00:00:03,000 --> 00:00:04,000\nI <3 R&D\n");
  ASSERT_TRUE(document) << document.error().message;
  ASSERT_EQ(document->tasks().size(), 2u);
  EXPECT_EQ(document->tasks()[0].kind, TaskKind::markup);
  EXPECT_EQ(document->tasks()[1].kind, TaskKind::line);
  EXPECT_EQ(made(*document, std::vector<std::string>{"A", "B"}),
            "\xef\xbb\xbf"
            "1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n00:00:03,000 --> 00:00:04,000\nB\n");
  const auto entities = parsed("film.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nR&amp;D\n");
  ASSERT_TRUE(entities) << entities.error().message;
  EXPECT_EQ(entities->tasks()[0].kind, TaskKind::markup);
}

TEST(ClusterDocument, APageIsItsParagraphs) {
  const auto document =
      parsed("page.html",
             "<!doctype html>\n<title>Notes</title>\n<p>One <b>is</b> here. Two.</p>\n<pre>x</pre>"
             "<ul><li>42<li>Three\n</ul><!-- no -->");
  ASSERT_TRUE(document) << document.error().message;
  std::vector<std::string> texts;
  for (const Task& task : document->tasks()) {
    EXPECT_EQ(task.kind, TaskKind::markup);
    texts.push_back(task.sentence.text);
  }
  EXPECT_THAT(texts, ::testing::ElementsAre("Notes", "One <b>is</b> here. Two.", "Three\n"));
  EXPECT_EQ(made(*document, std::vector<std::string>{"A", "<b>B</b>", "C\n"}),
            "<!doctype html>\n<title>A</title>\n<p><b>B</b></p>\n<pre>x</pre>"
            "<ul><li>42<li>C\n</ul><!-- no -->");
  EXPECT_EQ(document->output_name(), "page.ja.html");
}

TEST(ClusterDocument, WhatIsNoDocumentIsASentence) {
  const auto why = [](const std::string& name, std::string_view bytes) {
    const auto document = parsed(name, bytes);
    return document ? "" : document.error().message;
  };
  EXPECT_THAT(why("a.pdf", "x"),
              ::testing::StartsWith("a.pdf: is of a kind that is not translated"));
  EXPECT_THAT(why("a", "x"), ::testing::StartsWith("a: is of a kind that is not translated"));
  EXPECT_EQ(why("a.md", "\xff"), "a.md: is not UTF-8");
  EXPECT_THAT(why("a.md", ""), ::testing::StartsWith("a.md: "));
  EXPECT_THAT(why("a.srt", "1\n2\n"), ::testing::HasSubstr("has nothing to say"));
  EXPECT_THAT(why("a.md", std::string(kLongestFile + 1, 'a')), ::testing::HasSubstr("at most"));
  EXPECT_THAT(why("\x1b[31m.pdf", "x"), ::testing::Not(::testing::HasSubstr("\x1b")));
}

}  // namespace
}  // namespace sotto::cluster::document_test
