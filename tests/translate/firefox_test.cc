// Protected spans through a network of Firefox's form that was trained to copy and to align: what
// it changed stands where it says, and what it lost comes back as it was.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "paths.h"
#include "text/html.h"
#include "text/spans.h"
#include "translate/document/html.h"
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
    if (translation.untranslated) {
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
    if (found->untranslated) continue;
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

// Links are in order and within their texts, and those of protected parts are right.
TEST(FirefoxTranslatorTest, ItSaysWhichWordsBecameWhich) {
  const auto translator = open_translator();
  std::vector<Sentence> sources = sentences();
  for (Sentence& source : sources) source.wants_links = true;
  const auto found = translator->translate_batch(sources, {});
  ASSERT_TRUE(found);
  int with_links = 0, spans = 0;
  for (size_t i = 0; i < sources.size(); ++i) {
    const Translation& translation = found->at(i);
    SCOPED_TRACE(sources[i].text + "\n" + translation.sentence.text);
    const std::string& target = translation.sentence.text;
    with_links += translation.links.empty() ? 0 : 1;
    size_t done = 0;
    for (const Link& link : translation.links) {
      ASSERT_TRUE(done <= link.target.begin && link.target.begin < link.target.end &&
                  link.target.end <= target.size());
      ASSERT_TRUE(link.source.begin < link.source.end && link.source.end <= sources[i].text.size());
      EXPECT_TRUE(begins_character(target, link.target.begin) &&
                  begins_character(target, link.target.end));
      EXPECT_FALSE(is_inside_word(sources[i].text, link.source.begin) ||
                   is_inside_word(sources[i].text, link.source.end));
      done = link.target.end;
      const auto is_it = [&](const ProtectedSpan& span) { return span.begin == link.target.begin; };
      const auto span = std::ranges::find_if(translation.sentence.spans, is_it);
      const std::string said =
          sources[i].text.substr(link.source.begin, link.source.end - link.source.begin);
      const std::vector<std::string> all = texts_of(sources[i]);
      if (span == translation.sentence.spans.end() || std::ranges::count(all, said) != 1) continue;
      EXPECT_EQ(span->end, link.target.end);
      EXPECT_EQ(shown_in(translation.sentence, sources[i],
                         {link.source.begin, link.source.end, span->kind}),
                text_of(translation.sentence, *span));
      ++spans;
    }
  }
  // All that are translated, those with stand-ins for their protected parts among them.
  const auto is_translated = [](const Translation& t) { return !t.untranslated; };
  EXPECT_EQ(with_links, std::ranges::count_if(*found, is_translated));
  RecordProperty("with_links", with_links);
  RecordProperty("spans", spans);
  EXPECT_GT(with_links, static_cast<int>(sources.size()) / 2);
  EXPECT_GT(spans, 10);
}

// A text that goes through the network otherwise than it stands: in small letters, with a shorter
// word for its version, clause by clause.
TEST(FirefoxTranslatorTest, LinksLeadToTheTextAsItStands) {
  const auto translator = open_translator();
  const text::SpanFinder finder(kEnglish);
  for (const std::string text :
       {"Let ME look at src/auth/login.ts NOW.", "All v10.20.30-beta.4+sha tests pass now.",
        "I fixed it in src/auth/login.ts, all 42 tests pass now, config.toml changed, let me look "
        "at "
        "src/a.b/c.d, it is in pool.cc, next is v1.3.0-rc.1, deployed v1.2.3, the server listens "
        "on "
        "localhost:8080, the CPU is at 3.50 GHz now, let me look at src/auth/session.ts, see #482 "
        "for the reason."}) {
    Sentence source{text, finder.find(text), kEnglish};
    source.wants_links = true;
    const auto made = translator->translate(source, {});
    ASSERT_TRUE(made);
    SCOPED_TRACE(text + "\n" + made->sentence.text + "\n" + made->why);
    ASSERT_FALSE(made->untranslated);
    for (const Link& link : made->links) {
      EXPECT_FALSE(is_inside_word(text, link.source.begin) ||
                   is_inside_word(text, link.source.end));
    }
    size_t paths = 0;
    for (const ProtectedSpan& span : made->sentence.spans) {
      const auto link =
          std::ranges::find(made->links, span.begin, [](const Link& l) { return l.target.begin; });
      ASSERT_NE(link, made->links.end());
      const ProtectedSpan from{link->source.begin, link->source.end, span.kind};
      EXPECT_EQ(shown_in(made->sentence, source, from), text_of(made->sentence, span));
      ++paths;
    }
    EXPECT_EQ(paths, source.spans.size());
  }
}

// Each protected part in a tag of its own, inside of another one: whatever the network makes of the
// sentence, the tags are there once, with their part between them.
TEST(FirefoxTranslatorTest, TagsStayAroundTheirWords) {
  const auto translator = open_translator();
  int sentences_with_tags = 0;
  for (const Sentence& source : sentences()) {
    if (source.spans.empty()) continue;
    std::string html;
    size_t done = 0;
    std::vector<std::string> tagged;
    for (size_t i = 0; i < source.spans.size(); ++i) {
      const ProtectedSpan& span = source.spans[i];
      html += text::encode_entities(source.text.substr(done, span.begin - done));
      const std::string open = "<a href='?" + std::to_string(i) + "'>";
      html += open + text::encode_entities(text_of(source, span)) + "</a>";
      const std::string shown = shown_in({"", {}, kJapanese}, source, span);
      tagged.push_back(open + text::encode_entities(shown) + "</a>");
      done = span.end;
    }
    html += text::encode_entities(source.text.substr(done));
    const auto made = translate_html(*translator, std::span(&html, 1), kEnglish, kJapanese, {});
    ASSERT_TRUE(made);
    SCOPED_TRACE(html + "\n" + made->documents[0]);
    for (size_t i = 0; i < tagged.size(); ++i) {
      const std::string open = tagged[i].substr(0, tagged[i].find('>') + 1);
      const size_t at = made->documents[0].find(open);
      ASSERT_NE(at, std::string::npos);
      EXPECT_EQ(made->documents[0].find(open, at + 1), std::string::npos);
      const bool is_same = made->documents[0] == html;
      if (is_same) continue;
      EXPECT_THAT(made->documents[0], ::testing::HasSubstr(tagged[i]));
      ++sentences_with_tags;
    }
  }
  EXPECT_GT(sentences_with_tags, 10);
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
