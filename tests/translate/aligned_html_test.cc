// Tags go where the network's alignment says. The translators of these tests say which words became
// which, and know no word by itself.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>

#include "text/html.h"
#include "translate/document/html.h"
#include "translate/one_by_one.h"

namespace sotto::translate::aligned_html_test {
namespace {

using ::testing::ElementsAre;

const Language kEnglish = *find_language("en"), kJapanese = *find_language("ja"),
               kGerman = *find_language("de");

// A piece of a translation, and the word of the source that it comes from; empty: from none.
struct Piece {
  std::string target, source;
};

class Aligned final : public OneByOne {
 public:
  using Pages = std::map<std::string, std::vector<Piece>>;
  explicit Aligned(Pages pages) : pages_(std::move(pages)) {}

  Result<Translation> one(const text::Sentence& sentence, std::stop_token) override {
    asked.push_back(sentence.text);
    Translation t{sentence, true, "not known", 0};
    const auto page = pages_.find(sentence.text);
    if (page == pages_.end()) return t;
    t.untranslated = false;
    t.sentence.text.clear();
    for (const Piece& piece : page->second) {
      const size_t begin = t.sentence.text.size(), at = sentence.text.find(piece.source);
      t.sentence.text += piece.target;
      if (!piece.source.empty() && sentence.wants_links)
        t.links.push_back({{begin, t.sentence.text.size()}, {at, at + piece.source.size()}});
    }
    return t;
  }

  std::vector<std::string> asked;

 private:
  Pages pages_;
};

std::string translated(const std::string& html, const Aligned::Pages& pages,
                       const Language& to = kJapanese) {
  Aligned translator(pages);
  const auto done = translate_html(translator, {&html, 1}, kEnglish, to, {});
  return done ? done->documents.at(0) : done.error().message;
}

const Aligned::Pages kSave = {{"Click here to save the file.",
                               {{"その", "the"},
                                {"ファイル", "file"},
                                {"を", "file"},
                                {"保存する", "save"},
                                {"には", "to"},
                                {"ここ", "here"},
                                {"を", ""},
                                {"クリックします", "Click"},
                                {"。", "."}}}};

TEST(AlignedHtml, ElementsGoWithTheirWords) {
  EXPECT_EQ(translated("<p>Click <a href='/s'>here</a> to <em>save</em> the file.</p>", kSave),
            "<p>そのファイルを<em>保存する</em>には<a href='/s'>ここ</a>をクリックします。</p>");
}

TEST(AlignedHtml, ElementsInsideOfElementsToo) {
  EXPECT_EQ(
      translated("<p>Click <a href='/s'>here</a> to save <b>the <i>file</i></b>.</p>", kSave),
      "<p><b>その<i>ファイルを</i></b>保存するには<a href='/s'>ここ</a>をクリックします。</p>");
  EXPECT_EQ(translated("Click here to <b>save <u>the <i>file</i></u></b>.", kSave),
            "<b><u>その<i>ファイルを</i></u>保存する</b>にはここをクリックします。");
}

// Nothing else is asked for: what a word is by itself does not matter.
TEST(AlignedHtml, ASentenceIsTranslatedOnce) {
  const std::string html = "<p>Click <a href='/s'>here</a> to save <b>the <i>file</i></b>.</p>";
  Aligned translator(kSave);
  ASSERT_TRUE(translate_html(translator, {&html, 1}, kEnglish, kJapanese, {}));
  EXPECT_THAT(translator.asked, ElementsAre("Click here to save the file."));
}

TEST(AlignedHtml, AttributesAreNotTouched) {
  EXPECT_EQ(translated("<p title='the file'>Click <a href=\"?file=here&x=1\" title=here "
                       "data-the='&lt;file>'>here</a> to save the file.</p>",
                       kSave),
            "<p title='the file'>そのファイルを保存するには<a href=\"?file=here&x=1\" title=here "
            "data-the='&lt;file>'>ここ</a>をクリックします。</p>");
}

// What says something else around other words is put there, too, where it is known which they are.
TEST(AlignedHtml, SomeElementsAreAboutTheirWordsAlone) {
  EXPECT_EQ(translated("Come <del>here</del> now.",
                       {{"Come here now.",
                         {{"Jetzt", "now"},
                          {" ", ""},
                          {"hierher", "here"},
                          {" ", ""},
                          {"kommen", "Come"},
                          {".", "."}}}},
                       kGerman),
            "Jetzt <del>hierher</del> kommen.");
}

TEST(AlignedHtml, OneWordOfSomethingElseMayLieBetween) {
  EXPECT_EQ(translated("See <b>the tests</b> now.", {{"See the tests now.",
                                                      {{"今", "now"},
                                                       {"その", "the"},
                                                       {"の", "See"},
                                                       {"テスト", "tests"},
                                                       {"を見る", "See"},
                                                       {"。", "."}}}}),
            "今<b>そののテスト</b>を見る。");
}

TEST(AlignedHtml, WhatIsAnotherElementsMayNot) {
  const Aligned::Pages pages = {
      {"The big old house fell.",
       {{"大きな", "big"}, {"家", "house"}, {"古い", "old"}, {"が落ちた", "fell"}, {"。", "."}}}};
  EXPECT_EQ(translated("The <i>big old</i> <b>house</b> fell.", pages),
            "大きな<b>家</b><i>古いが落ちた</i>。");
}

// Here the words are looked for by themselves, as they are without an alignment.
TEST(AlignedHtml, WordsInSeveralPlacesAreLookedFor) {
  Aligned::Pages pages = {{"It is not only here.",
                           {{"Hier", "here"},
                            {" ist ", "is"},
                            {"es ", "It"},
                            {"nicht", "not"},
                            {" heute", "here"},
                            {" ganz ", "is"},
                            {"allein", "only"},
                            {".", "."}}}};
  pages["not only"] = {{"nicht heute", "not"}};
  EXPECT_EQ(translated("It is <b>not only</b> here.", pages, kGerman),
            "Hier ist es <b>nicht heute</b> ganz allein.");
}

TEST(AlignedHtml, PunctuationComesFromNoWord) {
  const Aligned::Pages pages = {{"Wait, this was it.",
                                 {{"待って", "Wait"},
                                  {"、", ","},
                                  {"これ", "this"},
                                  {"、", "this"},
                                  {"です", "was"},
                                  {"。", "it"}}}};
  EXPECT_EQ(translated("<b>Wait,</b> <i>this</i> was <u>it</u>.", pages),
            "<b>待って、</b><i>これ</i>、<u>です</u>。");
}

TEST(AlignedHtml, PlacesAreOfWholeWords) {
  const Aligned::Pages pages = {{"The mouse pads are here.",
                                 {{"Die", "The"},
                                  {" ", ""},
                                  {"Maus", "mouse"},
                                  {"unter", "pads"},
                                  {"lagen", "pads"},
                                  {" sind", "are"},
                                  {" hier", "here"},
                                  {".", "."}}}};
  EXPECT_EQ(translated("The mouse <b>pads</b> are here.", pages, kGerman),
            "Die <b>Mausunterlagen</b> sind hier.");
  EXPECT_EQ(translated("The <i>mouse</i> <b>pads</b> are here.", pages, kGerman),
            "Die <i>Maus</i><b>unterlagen</b> sind hier.");
}

TEST(AlignedHtml, CodeIsFoundAsItIs) {
  const Aligned::Pages pages = {{"Run x and then x now.",
                                 {{"今", "now"},
                                  {"x", "x"},
                                  {"と", "and"},
                                  {"次", "then"},
                                  {"に", ""},
                                  {"x", "x"},
                                  {"を実行", "Run"},
                                  {"。", "."}}}};
  EXPECT_EQ(
      translated("<p>Run <code id=1>x</code> and <b>then</b> <code id=2>x</code> now.</p>", pages),
      "<p>今<code id=1>x</code>と<b>次</b>に<code id=2>x</code>を実行。</p>");
}

// A title has no full stop, and pictures go around the network.
TEST(AlignedHtml, WhatIsLentAndWhatIsLeftOutIsCounted) {
  const std::string words = "All the old and the new tests pass again";
  const std::vector<Piece> page = {{"すべての", "All"}, {"テスト", "tests"}, {"が", ""},
                                   {"再び", "again"},   {"通る", "pass"},    {"。", "."}};
  EXPECT_EQ(translated("<h1>🎉 All the 🎈 old and the new <b>tests</b> pass <i>again</i></h1>",
                       {{words + ".", page}}),
            "<h1>🎉 すべての<b>テスト</b>が<i>再び</i>通る 🎈</h1>");
}

TEST(AlignedHtml, SentencesThatAnElementHoldsTogether) {
  const Aligned::Pages pages = {
      {"This one is here.", {{"一", "one"}, {"はここ", "here"}, {"。", "."}}},
      {"The other is there.", {{"他", "other"}, {"はそこ", "there"}, {"。", "."}}}};
  EXPECT_EQ(translated("This one is <b>here. The other</b> is <i>there</i>.", pages),
            "一<b>はここ。他</b><i>はそこ</i>。");
}

// Says something with links that have nothing to do with it.
class Confused final : public OneByOne {
 public:
  Result<Translation> one(const text::Sentence& sentence, std::stop_token) override {
    Translation t{sentence, false, "", 0};
    t.sentence.text = "語<" + sentence.text + "&語";
    if (!sentence.wants_links) return t;
    size_t done = 0;
    while (done < t.sentence.text.size()) {
      const size_t end = next_character(t.sentence.text, done);
      const size_t source = next_character(sentence.text, random_() % sentence.text.size());
      if (random_() % 4 > 0 && source < sentence.text.size())
        t.links.push_back({{done, end}, {source, next_character(sentence.text, source)}});
      done = end;
    }
    return t;
  }

 private:
  static size_t next_character(const std::string& text, size_t at) {
    do {
      ++at;
    } while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80);
    return at;
  }
  std::mt19937 random_{3};
};

std::vector<std::string> markup_of(const std::string& html) {
  std::vector<std::string> markup;
  for (const text::HtmlToken& token : text::read_html(html))
    if (token.kind != text::HtmlToken::Kind::text) markup.emplace_back(token.source);
  std::ranges::sort(markup);
  return markup;
}

TEST(AlignedHtml, EveryTagIsThereOnceWhateverIsSaid) {
  const std::vector<std::string> kPieces = {
      "<b>",         "</b>",   "<i class=x>", "</i>",       "<a href='a>b'>",
      "</a>",        "<code>", "</code>",     "<br>",       "word ",
      "One is. ",    "two",    "42",          "語",         " ",
      "&amp;",       "<u>",    "</u>",        "<del>",      "</del>",
      "three four ", "long-",  "é",           "<img src=x>"};
  std::mt19937 random(11);
  Confused confused;
  for (int round = 0; round < 10000; ++round) {
    std::string html;
    for (size_t n = random() % 16; n > 0; --n) html += kPieces[random() % kPieces.size()];
    for (const Language& to : {kJapanese, kGerman}) {
      const auto done = translate_html(confused, {&html, 1}, kEnglish, to, {});
      ASSERT_TRUE(done);
      ASSERT_EQ(markup_of(done->documents[0]), markup_of(html)) << html << "\nbecame\n"
                                                                << done->documents[0];
    }
  }
}

}  // namespace
}  // namespace sotto::translate::aligned_html_test
