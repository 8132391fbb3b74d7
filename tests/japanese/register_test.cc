#include "japanese/register.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/utf8.h"
#include "paths.h"

namespace sotto::japanese::register_test {
namespace {

struct Case {
  std::string kind, way, plain, polite;
};

std::string unescaped(std::string_view cell) {
  std::string out;
  for (size_t i = 0; i < cell.size(); ++i) {
    const bool escapes = cell[i] == '\\' && i + 1 < cell.size();
    if (escapes) ++i;
    out += escapes && cell[i] == 'n' ? '\n' : cell[i];
  }
  return out;
}

std::vector<Case> read_cases() {
  std::ifstream file(test_data("register/cases.tsv"));
  std::vector<Case> cases;
  std::string line;
  std::getline(file, line);  // the names of the columns
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Case c;
    std::getline(cells, c.kind, '\t');
    std::getline(cells, c.way, '\t');
    std::getline(cells, c.plain, '\t');
    std::getline(cells, c.polite, '\t');
    c.plain = unescaped(c.plain);
    c.polite = c.way == "stay" ? c.plain : unescaped(c.polite);
    cases.push_back(c);
  }
  return cases;
}

class RegisterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (open_jtalk_dictionary().empty()) GTEST_SKIP() << "naist-jdic is not installed";
    auto opened = RegisterChanger::open();
    ASSERT_TRUE(opened) << opened.error().message;
    changer_.emplace(*std::move(opened));
  }
  std::optional<RegisterChanger> changer_;
};

// As a reader would say: what such a sentence ends with.
bool ends_politely(std::string_view sentence) {
  while (!sentence.empty()) {
    const auto cut = [&](std::string_view end) {
      const bool has = sentence.ends_with(end);
      if (has) sentence.remove_suffix(end.size());
      return has;
    };
    if (!cut("。") && !cut("？") && !cut("！") && !cut("か") && !cut("ね") && !cut("よ")) break;
  }
  for (const char* end :
       {"です", "ます", "ません", "でした", "ました", "でしょう", "ましょう", "ください"}) {
    if (sentence.ends_with(end)) return true;
  }
  return false;
}

std::vector<std::string> read_lines(const std::string& path) {
  std::ifstream file(test_data(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST_F(RegisterTest, EveryCaseBecomesWhatAPersonWrote) {
  const std::vector<Case> cases = read_cases();
  ASSERT_GE(cases.size(), 300u);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.kind);
    if (c.way != "plain") {
      EXPECT_EQ(changer_->polite(c.plain), c.polite);
    }
    if (c.way != "polite") {
      EXPECT_EQ(changer_->plain(c.polite), c.plain);
    }
    for (const std::string& text : {c.plain, c.polite}) {
      const std::string polite = changer_->polite(text), plain = changer_->plain(text);
      EXPECT_EQ(changer_->polite(polite), polite);
      EXPECT_EQ(changer_->plain(plain), plain);
    }
  }
}

TEST_F(RegisterTest, NoPlainSentenceIsLeft) {
  const std::vector<std::string> plain = read_lines("register/plain.txt");
  ASSERT_EQ(plain.size(), 200u);
  for (const std::string& sentence : plain) {
    EXPECT_FALSE(ends_politely(sentence)) << sentence;
    const std::string polite = changer_->polite(sentence);
    EXPECT_TRUE(ends_politely(polite)) << polite;
    EXPECT_EQ(changer_->plain(sentence), sentence);
  }
}

// What has kana, of every twentieth line of the narrator's corpus.
std::vector<std::string> narrators_sentences() {
  std::vector<std::string> sentences;
  const std::filesystem::recursive_directory_iterator all(test_data("../../tools/narrator/corpus"));
  std::set<std::filesystem::path> files;  // the same lines wherever the test runs
  for (const auto& entry : all)
    if (entry.path().extension() == ".tsv") files.insert(entry.path());
  size_t lines = 0;
  for (const std::filesystem::path& path : files) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      if (++lines % 20 != 0) continue;
      std::istringstream cells(line);
      for (std::string cell; std::getline(cells, cell, '\t');) {
        if (cell.find("\u3059") != cell.npos || cell.find("\u305F") != cell.npos)
          sentences.push_back(cell);  // す, た
      }
    }
  }
  return sentences;
}

TEST_F(RegisterTest, PoliteSentencesComeBackFromThePlainRegister) {
  size_t polite = 0, back = 0;
  double seconds = 0;
  for (const std::string& sentence : narrators_sentences()) {
    if (changer_->polite(sentence) != sentence) continue;
    ++polite;
    const auto begin = std::chrono::steady_clock::now();
    const std::string plain = changer_->plain(sentence);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    back += changer_->polite(plain) == sentence ? 1 : 0;
  }
  std::cout << back << " of " << polite << " come back; "
            << 1e3 * seconds / static_cast<double>(polite) << " ms a line\n";
  ASSERT_GT(polite, 5000u);
  EXPECT_GT(back, polite - polite / 500);
}

TEST_F(RegisterTest, ProtectedSpansStayAndMoveWithTheText) {
  const std::string text = "fooだ。「barだ」と表示する。bazする。";
  text::Sentence sentence{text, {}, {}};
  for (const char* word : {"foo", "barだ", "baz"}) {
    const size_t begin = text.find(word);
    sentence.spans.push_back({begin, begin + std::string_view(word).size()});
  }
  const text::Sentence polite = changer_->changed(sentence, Register::polite);
  EXPECT_EQ(polite.text, "fooです。「barだ」と表示します。bazします。");
  ASSERT_EQ(polite.spans.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    const auto& before = sentence.spans[i];
    const auto& after = polite.spans[i];
    EXPECT_EQ(polite.text.substr(after.begin, after.end - after.begin),
              text.substr(before.begin, before.end - before.begin));
  }
}

TEST_F(RegisterTest, WhatLooksLikeAPredicateInASpanStays) {
  const std::string text = "次は テストを書く";
  const size_t begin = text.find("テ");
  const text::Sentence sentence{text, {{begin, text.size()}}, {}};
  EXPECT_EQ(changer_->changed(sentence, Register::polite).text, text);
}

TEST_F(RegisterTest, BrokenTextsStayValidAndAreSettledAtOnce) {
  for (const Case& c : read_cases()) {
    for (size_t end = 0; end <= c.plain.size(); ++end) {
      if (end < c.plain.size() && (static_cast<unsigned char>(c.plain[end]) & 0xC0) == 0x80)
        continue;
      const std::string text = c.plain.substr(0, end);
      size_t replaced = 0;
      const std::string polite = changer_->polite(text), plain = changer_->plain(text);
      EXPECT_EQ(to_valid_utf8(polite, replaced), polite);
      EXPECT_EQ(changer_->polite(polite), polite) << text;
      EXPECT_EQ(changer_->plain(plain), plain) << text;
    }
  }
}

TEST_F(RegisterTest, TimeIsLinearInTheLength) {
  const auto time_of = [&](const std::string& text) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(changer_->polite(text).empty());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  for (const char* piece : {"「", "）", "書く。", "書く、", "とても", "。"}) {
    std::string text;
    while (text.size() < 100'000) text += piece;
    const double once = time_of(text) + 0.02;  // seconds; less is noise
    EXPECT_LT(time_of(text + text + text + text), 16 * once) << piece;
  }
}

TEST_F(RegisterTest, ALongSentenceEndsInItToo) {
  std::string text;
  while (text.size() < 10'000) text += "とても長くて、";
  EXPECT_EQ(changer_->polite(text + "x読む。"), text + "x読みます。");
}

TEST_F(RegisterTest, ThreadsShareIt) {
  const std::vector<std::string> plain = read_lines("register/plain.txt");
  std::vector<std::vector<std::string>> polite(4);
  {
    std::vector<std::jthread> threads;
    for (auto& own : polite) {
      threads.emplace_back([&] {
        for (const std::string& sentence : plain) own.push_back(changer_->polite(sentence));
      });
    }
  }
  for (const auto& own : polite) EXPECT_EQ(own, polite[0]);
}

TEST(FindRegister, KnowsItsThreeNames) {
  EXPECT_EQ(find_register("polite"), Register::polite);
  EXPECT_EQ(find_register("plain"), Register::plain);
  EXPECT_EQ(find_register("asis"), Register::as_is);
  EXPECT_EQ(find_register("Polite"), std::nullopt);
}

}  // namespace
}  // namespace sotto::japanese::register_test
