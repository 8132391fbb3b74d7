// What a network is not asked about, and that nobody can make a text that takes it long.
#include "translate/readable.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <random>

#include "paths.h"
#include "translate/document/passages.h"
#include "translate/translator.h"

namespace sotto::translate::readable_test {
namespace {

const Language kEnglish = {"eng_Latn", "en"}, kJapanese = {"jpn_Jpan", "ja"},
               kRussian = {"rus_Cyrl", "ru"}, kKorean = {"kor_Hang", "ko"};

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

std::string why(const std::string& text, const Language& language = kEnglish) {
  return std::string(why_unreadable(text, language).value_or(""));
}

TEST(ReadableTest, AnotherScriptIsAnotherLanguage) {
  const std::string script = "in another script than its language";
  EXPECT_EQ(why("今日はとても良い天気ですね。"), script);
  EXPECT_EQ(why(times(9000, "漢")), script);
  EXPECT_EQ(why("Все тесты прошли, OK."), script);
  EXPECT_EQ(why("Все тесты прошли.", kJapanese), script);
  EXPECT_EQ(why("今日は良い天気です。", kRussian), script);
  for (const char* text : {"All tests pass now.", "Tokyo (東京) is written so.",
                           "µ is a letter too.", "42 °C, 3 × 4", "", "ª", "Ça va, naïve Zoë?"})
    EXPECT_EQ(why(text), "") << text;
  EXPECT_EQ(why("テストはOKです。", kJapanese), "");
  EXPECT_EQ(why("git status", kJapanese), "");
  EXPECT_EQ(why("Все тесты прошли.", kRussian), "");
  EXPECT_EQ(why("大韓民國 만세", kKorean), "");
}

TEST(ReadableTest, TheSameWordsOverAndOverSayNothing) {
  const std::string over = "the same words over and over";
  for (const int count : {16, 50, 5000}) {
    EXPECT_EQ(why(times(count, "word ")), over) << count;
    EXPECT_EQ(why(times(count, "Word, word! ")), over) << count;
    EXPECT_EQ(why(times(count, "all of it ")), over) << count;
    EXPECT_EQ(why(times(count, "the end of it all ")), over) << count;
    EXPECT_EQ(why(times(count, "漢"), kJapanese), over) << count;
  }
  EXPECT_EQ(why("And it says " + times(40, "word ") + "again."), over);
  for (const char* text :
       {"No no no no, not again.", "Test, test, test, test: is this on?",
        "The tests of the reader, the tests of the writer and the tests of the parser, all of the "
        "tests of the three, pass on all of the machines that we have.",
        "Rose is a rose is a rose is a rose."})
    EXPECT_EQ(why(text), "") << text;
  EXPECT_EQ(why("はははははは、おかしい。", kJapanese), "");
}

TEST(ReadableTest, LettersInARowAreNoLanguage) {
  const std::string letters = "single letters in a row";
  EXPECT_EQ(why("q h y o p r h l"), letters);
  EXPECT_EQ(why("X a l i e f. H e b a l t! d o g s"), letters);
  EXPECT_EQ(why("dog a t r cat g g m dog u e u dog x i w d x"), letters);
  EXPECT_EQ(why("д р у г о е с л"), "in another script than its language");
  EXPECT_EQ(why("д р у г о е с л", kRussian), letters);
  for (const char* text :
       {"I am a man, I have a plan.", "x = a + b * c", "Press A, B, C, D or E, and then F.",
        "Plan A is a B, and I say a C is a D.", "L G T M", "1 2 3 4 5 6 7 8 9 10"})
    EXPECT_EQ(why(text), "") << text;
  EXPECT_EQ(why("Я и ты, и я, и ты, и он, и она.", kRussian), "");
  EXPECT_EQ(why("あ い う え お か き く", kJapanese), "");
  EXPECT_EQ(why("나 는 이 글 을 잘 못 써", kKorean), "");
}

// --- Hostile texts against the network that ships ------------------------------------------------

double cpu_ms() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::string random_letters(int count, int word) {
  std::mt19937 random(1);
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i % word == word - 1) text += ' ';
    text += static_cast<char>('a' + random() % 26);
  }
  return text;
}

std::string one_letter_words(int count) {
  std::string text;
  for (const char c : random_letters(count, count + 1)) text += {c, ' '};
  return text;
}

std::string first_bytes(const std::string& text, size_t size) {
  std::string cut;
  while (cut.size() < size) cut += text;
  cut.resize(size);
  while (!cut.empty() && (cut.back() & 0x80) != 0) cut.pop_back();  // at a whole character
  return cut;
}

// Processor time a byte: how the network cuts words does not matter, nor who else computes. The
// quarters of a text are timed first, as the network may give one up soon and not another: what
// grows like a square would take four times as long a byte as the slowest of them.
constexpr size_t kShort = 250;

TEST(ReadableTest, HostileTextTakesTimeByItsLength) {
  const auto translator = Translator::load({.model = shipped_model("narrator-en-ja"),
                                            .from = kEnglish,
                                            .to = kJapanese,
                                            .weights = {},
                                            .threads = 1,
                                            .search = {}});
  ASSERT_TRUE(translator) << translator.error().message;
  const std::pair<const char*, std::string> texts[] = {
      {"kanji", "漢字仮名交文東西南北春夏秋冬 "},
      {"one word", "word "},
      {"eight words", "that is what it was at the end "},
      {"words",
       "the reader keeps what the writer of the old table made of its first line and goes on "},
      {"random words of 6", random_letters(1000, 6)},
      {"random words of 60", random_letters(1000, 60)},
      {"one endless word", random_letters(1000, 5000)},
      {"one letter", "aaaaaaaaaaaaaaaa"},
      {"two letters a word", random_letters(1000, 2)},
      {"one letter a word", one_letter_words(1000)},
      {"points", "a.b.c.d.e.f.g.h."},
      {"brackets", "((a[[b{{c"},
      {"numbers", "1 a 22 b 333 c 4444 d "},
  };
  for (const auto& [name, text] : texts) {
    SCOPED_TRACE(name);
#ifdef SOTTO_SANITIZED  // some twenty times slower: memory is watched, and no time asserted
    EXPECT_TRUE(translate_texts(**translator, std::vector{first_bytes(text, kShort / 2)}, kEnglish,
                                kJapanese, {}));
    continue;
#endif
    const auto per_byte = [&](const std::string& part) {
      const double begin = cpu_ms();
      const auto done = translate_texts(**translator, std::vector{part}, kEnglish, kJapanese, {});
      EXPECT_TRUE(done) << done.error().message;
      return (cpu_ms() - begin) / static_cast<double>(part.size());
    };
    const std::string whole = first_bytes(text, 4 * kShort);
    double slowest = 0;
    for (size_t quarter = 0; quarter < 4; ++quarter)
      slowest = std::max(slowest, per_byte(first_bytes(whole.substr(quarter * kShort), kShort)));
    const double long_one = per_byte(whole);
    std::cout << name << ": " << 1000 * slowest << " us a byte of " << kShort << ", "
              << 1000 * long_one << " of " << whole.size() << "\n";
    EXPECT_LT(long_one, 2 * slowest + 0.05);
  }
}

}  // namespace
}  // namespace sotto::translate::readable_test
