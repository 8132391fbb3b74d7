// Protected spans through a network of Firefox's form that was trained to copy and to align: what
// it changed stands where it says, and what it lost comes back as it was.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "paths.h"
#include "text/spans.h"
#include "translate/placeholders.h"
#include "translate/translator.h"

namespace sotto::translate::firefox_test {
namespace {

using text::ProtectedSpan;
using text::Sentence;

const Language kEnglish = {"eng_Latn", "en"}, kJapanese = {"jpn_Jpan", "ja"};

std::unique_ptr<Translator> open_translator() {
  TranslatorOptions options;
  options.model = test_data("bergamot_login");
  options.from = kEnglish;
  options.to = kJapanese;
  options.threads = 1;
  auto translator = Translator::load(options);
  if (!translator) throw std::runtime_error(translator.error().message);
  return *std::move(translator);
}

// The lines of both files, with their spans.
std::vector<Sentence> sentences() {
  const text::SpanFinder finder(kEnglish);
  std::vector<Sentence> all;
  for (const char* file : {"agent/login_fix.sentences.txt", "bergamot_login/protected.txt"}) {
    std::ifstream lines(test_data(file));
    EXPECT_TRUE(lines) << file;
    for (std::string line; std::getline(lines, line);)
      if (line != "---") all.push_back({line, finder.find(line), kEnglish});
  }
  return all;
}

std::string text_of(const Sentence& sentence, const ProtectedSpan& span) {
  return sentence.text.substr(span.begin, span.end - span.begin);
}

std::vector<std::string> texts_of(const Sentence& sentence) {
  std::vector<std::string> texts;
  for (const ProtectedSpan& span : sentence.spans) texts.push_back(text_of(sentence, span));
  return texts;
}

// What a span of the source says in a sentence of the target.
std::string shown_in(const Sentence& target, const Sentence& source, const ProtectedSpan& span) {
  const std::string text = text_of(source, span);
  if (target.language != kJapanese || span.kind != text::SpanKind::number) return text;
  const auto quantity = text::parse_quantity(text, kEnglish);
  return quantity ? text::written(*quantity, kJapanese) : text;
}

bool begins_character(const std::string& text, size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80;
}

void expect_spans_are_right(const Sentence& source, const Sentence& target) {
  size_t done = 0;
  std::vector<std::string> expected;
  for (const ProtectedSpan& span : target.spans) {
    ASSERT_TRUE(done <= span.begin && span.begin < span.end && span.end <= target.text.size());
    EXPECT_TRUE(begins_character(target.text, span.begin) &&
                begins_character(target.text, span.end));
    done = span.end;
  }
  const std::vector<std::string> found = texts_of(target);
  for (const ProtectedSpan& span : source.spans) expected.push_back(shown_in(target, source, span));
  for (const std::string& value : expected) EXPECT_THAT(found, ::testing::Contains(value));
  for (const std::string& value : found)
    EXPECT_LE(std::ranges::count(found, value), std::ranges::count(expected, value)) << value;
}

TEST(FirefoxTranslatorTest, EveryIdentifierNumberAndPlaceholderIsKept) {
  const auto translator = open_translator();
  const std::vector<Sentence> sources = sentences();
  const auto found = translator->translate_batch(sources, {});
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), sources.size());
  size_t lost = 0;
  for (size_t i = 0; i < sources.size(); ++i) {
    const Translation& translation = found->at(i);
    SCOPED_TRACE(sources[i].text + "\n" + translation.sentence.text + "\n" + translation.why);
    expect_spans_are_right(sources[i], translation.sentence);
    if (translation.lost) {
      ++lost;
      EXPECT_EQ(translation.sentence.text, sources[i].text);
      EXPECT_EQ(texts_of(translation.sentence), texts_of(sources[i]));
    } else {
      EXPECT_EQ(translation.sentence.language, kJapanese);
    }
  }
  RecordProperty("lost", static_cast<int>(lost));
  EXPECT_LE(lost, sources.size() * 2 / 10);  // 4 of 38, with the kernels of AVX2 and of AVX-512
}

// Of 30 sentences with spans, 16 have them all in the network's first wording, 3 have them by its
// attention, 7 in another wording (more beams, or neutral words), and 4 are lost.
TEST(FirefoxTranslatorTest, WhatTheNetworkChangedIsPlacedByItsAttention) {
  const auto translator = open_translator();
  int as_written = 0, placed = 0, otherwise = 0;
  for (const Sentence& source : sentences()) {
    if (source.spans.empty()) continue;
    const auto raw = translator->translate_raw(std::span(&source.text, 1), {});
    ASSERT_TRUE(raw) << raw.error().message;
    const auto found = translator->translate(source, {});
    ASSERT_TRUE(found);
    if (found->lost) continue;
    const auto there = restore(raw->at(0).text, *protect(source, nullptr), nullptr, kJapanese);
    const bool is_first = found->mean_logprob == raw->at(0).hypothesis.mean_logprob;
    ++(!is_first ? otherwise : there ? as_written : placed);
  }
  RecordProperty("as_written", as_written);
  RecordProperty("placed", placed);
  RecordProperty("otherwise", otherwise);
  EXPECT_GT(as_written, 0);
  EXPECT_GT(placed, 0);
}

TEST(FirefoxTranslatorTest, SentencesSideBySideAreThoseOfOneAtATime) {
  const auto translator = open_translator();
  const std::vector<Sentence> sources = sentences();
  const auto together = translator->translate_batch(sources, {});
  ASSERT_TRUE(together);
  for (size_t i = 0; i < sources.size(); ++i) {
    const auto alone = translator->translate(sources[i], {});
    ASSERT_TRUE(alone);
    EXPECT_EQ(alone->sentence.text, together->at(i).sentence.text);
  }
}

}  // namespace
}  // namespace sotto::translate::firefox_test
