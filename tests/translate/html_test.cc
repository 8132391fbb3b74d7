// The markup of a document survives its translation, whatever it is. The translator of these tests
// has a list of sentences; what is not in it is lost, and stays as it was.
#include "translate/document/html.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>

#include "text/html.h"
#include "translate/document/passages.h"
#include "translate/one_by_one.h"

namespace sotto::translate::html_test {
namespace {

const Language kEnglish = *find_language("en"), kJapanese = *find_language("ja"),
               kGerman = *find_language("de");

class Book final : public OneByOne {
 public:
  using Pages = std::map<std::string, std::string>;
  explicit Book(Pages pages) : pages_(std::move(pages)) {}

  Result<Translation> one(const text::Sentence& sentence, std::stop_token stop) override {
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    asked.push_back(sentence);
    Translation t{sentence, true, "not in the book", 0};
    if (const auto page = pages_.find(sentence.text); page != pages_.end()) {
      t.untranslated = false;
      t.sentence.text = page->second;
      t.alternatives = {{page->second + "1", -1}, {page->second + "2", -2}};
    }
    return t;
  }

  std::vector<text::Sentence> asked;

 private:
  Pages pages_;
};

std::string translated(const std::string& html, const Book::Pages& pages,
                       const Language& to = kJapanese) {
  Book book(pages);
  const auto done = translate_html(book, {&html, 1}, kEnglish, to, {});
  return done ? done->documents.at(0) : done.error().message;
}

TEST(TranslateHtml, TextIsTranslatedAndMarkupIsNot) {
  EXPECT_EQ(translated("<!doctype html>\n<title>Hello</title>\n<h1 class=\"a > b\">Hello</h1>\n"
                       "<p>\n  The tests pass.\n  They pass again.\n</p>",
                       {{"Hello", "こんにちは"},
                        {"The tests pass.", "テストは通ります。"},
                        {"They pass again.", "再び。"}}),
            "<!doctype html>\n<title>こんにちは</title>\n<h1 class=\"a > b\">こんにちは</h1>\n"
            "<p>\n  テストは通ります。再び。\n</p>");
}

TEST(TranslateHtml, EntitiesAreReadAndWritten) {
  EXPECT_EQ(
      translated("<p>Caf&eacute; &lt;b&gt; &amp; tea.</p>", {{"Café <b> & tea.", "<b>&茶。"}}),
      "<p>&lt;b&gt;&amp;茶。</p>");
}

TEST(TranslateHtml, CodeAndScriptsStayAsTheyAre) {
  const std::string kept =
      "<script>var hello = 'Hello';</script><style>Hello { }</style><pre>Hello  <b>Hello</b></pre>"
      "<svg><text>Hello</text></svg><textarea>Hello</textarea><p translate=no>Hello "
      "<i>Hello</i></p>"
      "<!-- Hello -->";
  EXPECT_EQ(translated(kept + "<p>Hello</p>", {{"Hello", "やあ"}}), kept + "<p>やあ</p>");
}

TEST(TranslateHtml, ElementsInsideASentenceGoWithTheirWords) {
  const Book::Pages pages = {
      {"Click here to save the file.", "ファイルを保存するにはここをクリックします。"},
      {"here", "ここ"},
      {"the file", "ファイル"},
      {"file", "ファイル"}};
  EXPECT_EQ(translated("<p>Click <a href='/s'>here</a> to save <b>the <i>file</i></b>.</p>", pages),
            "<p><b><i>ファイル</i></b>を保存するには<a href='/s'>ここ</a>をクリックします。</p>");
}

TEST(TranslateHtml, AWordIsNotFoundInsideAnother) {
  const Book::Pages pages = {{"The art of a party is art.", "Die Artigkeit einer Party ist Art."},
                             {"art", "Art"}};
  EXPECT_EQ(translated("The art of a party is <b>art</b>.", pages, kGerman),
            "Die Artigkeit einer Party ist <b>Art</b>.");
}

TEST(TranslateHtml, AWordAloneBeginsInItsOwnCase) {
  EXPECT_EQ(translated("Come <b>here</b>.", {{"Come here.", "Komm hierher."}, {"here", "Hierher"}},
                       kGerman),
            "Komm <b>hierher</b>.");
}

TEST(TranslateHtml, AnotherEndingIsFoundAsWell) {
  EXPECT_EQ(translated("<b>The server</b> restarted.",
                       {{"The server restarted.", "サーバーが再起動した。"},
                        {"The server", "サーバーです"}}),
            "<b>サーバー</b>が再起動した。");
  EXPECT_EQ(translated("I see <b>the old house</b>.",
                       {{"I see the old house.", "Ich sehe das alte Haus."},
                        {"the old house", "Der alte Haus"}},
                       kGerman),
            "Ich sehe das <b>alte Haus</b>.");
}

TEST(TranslateHtml, WordsThatAreNotFoundAreInTheRestOfTheSentence) {
  const Book::Pages pages = {{"Come here now.", "Sofort kommen."},
                             {"here", "hierher"},
                             {"now", "Sofort"},
                             {"Come", "Komm"}};
  EXPECT_EQ(translated("<p>Come <a href=x>here</a> now.</p>", pages, kGerman),
            "<p><a href=x>Sofort kommen</a>.</p>");
  EXPECT_EQ(translated("<p>Come <a href=x>here</a> <b>now</b>.</p>", pages, kGerman),
            "<p><b>Sofort</b> <a href=x>kommen</a>.</p>");
}

// Struck through is what was, and no more.
TEST(TranslateHtml, SomeElementsAreAboutTheirWordsAlone) {
  const Book::Pages pages = {
      {"Come here now.", "Sofort kommen."}, {"Come", "Komm"}, {"here", "her"}, {"now.", "jetzt."}};
  EXPECT_EQ(translated("<p>Come <del>here</del> now.</p>", pages, kGerman),
            "<p>Komm <del>her</del> jetzt.</p>");
}

TEST(TranslateHtml, NumbersAreKeptWithTheirElements) {
  EXPECT_EQ(translated("<p>Tests<sup><a href=#1>[1]</a></sup> of <b>42</b> pass.</p>",
                       {{"Tests[1] of 42 pass.", "42のテスト[1]は通る。"}}),
            "<p><b>42</b>のテスト<sup><a href=#1>[1]</a></sup>は通る。</p>");
}

TEST(TranslateHtml, CodeIsAProtectedWordOfItsSentence) {
  const std::string html = "<p>Run <code>a &lt;b&gt;</code> now.</p>";
  Book book(Book::Pages{{"Run a <b> now.", "今a <b>を実行。"}});
  const auto done = translate_html(book, {&html, 1}, kEnglish, kJapanese, {});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->documents[0], "<p>今<code>a &lt;b&gt;</code>を実行。</p>");
  ASSERT_EQ(book.asked.at(0).spans.size(), 1u);
  EXPECT_EQ(book.asked[0].spans[0].begin, 4u);
  EXPECT_EQ(book.asked[0].spans[0].end, 9u);
}

TEST(TranslateHtml, SentencesAreCutOutsideOfElements) {
  const Book::Pages pages = {{"One is here. Two is there.", "?"},
                             {"One is here.", "一。"},
                             {"Two is there.", "二。"},
                             {"Three is gone.", "三。"}};
  EXPECT_EQ(translated("<b>One is here. Two is there.</b> Three is gone.", pages),
            "<b>一。二。</b>三。");
}

TEST(TranslateHtml, MarksInTheMiddlePartASentence) {
  const Book::Pages pages = {
      {"Click the icon.", "?"}, {"Click the", "クリック"}, {"icon now.", "今。"}};
  EXPECT_EQ(translated("Click the <img src=x> icon now.", pages), "クリック <img src=x> 今。");
  EXPECT_EQ(translated("<button><i class=\"ok\"></i> Click the</button>", pages),
            "<button><i class=\"ok\"></i> クリック</button>");
  // A comment parts nothing: frameworks write them between two words.
  EXPECT_EQ(translated("<p>icon<!-- --> now.</p>", pages), "<p><!-- -->今。</p>");
}

TEST(TranslateHtml, WhatIsLostStaysAsItWas) {
  for (const char* html :
       {"<p>Some <b>bold</b> and <a href=\"x\">linked <i>text</i></a>.</p>",
        "&copy; 2024 &mdash; 42", "a <b>b <i>c</b> d</i> e", "<p>unclosed <b>bold <p>next</p>",
        "stray </b> close </p> x", "<ul><li>one<li>two</ul>", "x &lt;script&gt; y",
        "<p>a<!-- unclosed", "1 &lt; 2", "<b></b><i> </i>", "", " \n "})
    EXPECT_EQ(translated(html, {}), html);
}

TEST(TranslateHtml, HostileMarkupIsNeitherLostNorSlow) {
  const auto repeated = [](int times, std::string_view text) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  for (const std::string& html :
       {repeated(20000, "<b>") + "x", repeated(20000, "<div>") + "x", repeated(5000, "<b>x "),
        repeated(5000, "<b>x</b> "), repeated(5000, "</i>x"), repeated(5000, "<code>x"),
        repeated(5000, "<a><b></a>x</b>"), repeated(10000, "<p translate=no>"),
        repeated(3000, "<b>x <i>y <u>z <s>w</s></u></i></b> ")})
    EXPECT_TRUE(translated(html, {}) == html) << html.substr(0, 40);
  // Deep nesting does not multiply the work: each text is translated a few times at most.
  const std::string nested = repeated(1000, "<b>word ") + repeated(1000, "</b>");
  Book book(Book::Pages{});
  ASSERT_TRUE(translate_html(book, {&nested, 1}, kEnglish, kJapanese, {}));
  size_t bytes = 0;
  for (const text::Sentence& sentence : book.asked) bytes += sentence.text.size();
  EXPECT_LT(bytes, 8 * nested.size());
}

// Says every sentence backwards, but for its tags' sake in another script.
class Backwards final : public OneByOne {
 public:
  Result<Translation> one(const text::Sentence& sentence, std::stop_token) override {
    Translation t{sentence, false, "", 0};
    t.sentence.text = "語<" + sentence.text + "&語";
    return t;
  }
};

// Tags and comments, sorted: a translation may change their order inside a sentence.
std::vector<std::string> markup_of(const std::string& html) {
  std::vector<std::string> markup;
  for (const text::HtmlToken& token : text::read_html(html))
    if (token.kind != text::HtmlToken::Kind::text) markup.emplace_back(token.source);
  std::ranges::sort(markup);
  return markup;
}

// Whatever comes: no tag is lost, none is made, and what is not translated is the same text.
TEST(TranslateHtml, RandomMarkupKeepsItsTags) {
  const std::vector<std::string> kPieces = {"<b>",
                                            "</b>",
                                            "<i class=x>",
                                            "</i>",
                                            "<a href='a>b'>",
                                            "</a>",
                                            "<p>",
                                            "</p>",
                                            "<div>",
                                            "</div>",
                                            "<code>",
                                            "</code>",
                                            "<br>",
                                            "<img src=x>",
                                            "<!-- c -->",
                                            "<!--",
                                            "-->",
                                            "<script>",
                                            "</script>",
                                            "<pre>",
                                            "</pre>",
                                            "<svg/>",
                                            "<svg>",
                                            "</svg>",
                                            "<title>",
                                            "</title>",
                                            "<span translate=no>",
                                            "</span>",
                                            "<",
                                            ">",
                                            "!",
                                            "/",
                                            "&",
                                            "&amp;",
                                            "#65;",
                                            "amp;",
                                            "&lt;",
                                            "\"",
                                            "'",
                                            "=",
                                            " ",
                                            "\n",
                                            "word ",
                                            "One is here. ",
                                            "two",
                                            "42",
                                            "語",
                                            "é",
                                            "\u00A0",
                                            "&nbsp;",
                                            "<sup>",
                                            "</sup>",
                                            "-",
                                            "?"};
  std::mt19937 random(7);
  Backwards backwards;
  for (int round = 0; round < 30000; ++round) {
    std::string html;
    for (size_t n = random() % 14; n > 0; --n) html += kPieces[random() % kPieces.size()];
    const auto done = translate_html(backwards, {&html, 1}, kEnglish, kJapanese, {});
    ASSERT_TRUE(done);
    ASSERT_EQ(markup_of(done->documents[0]), markup_of(html)) << html << "\nbecame\n"
                                                              << done->documents[0];
    Book nothing(Book::Pages{});
    const auto same = translate_html(nothing, {&html, 1}, kEnglish, kGerman, {});
    ASSERT_TRUE(same);
    ASSERT_EQ(markup_of(same->documents[0]), markup_of(html)) << html << "\nbecame\n"
                                                              << same->documents[0];
  }
}

TEST(TranslateHtml, Stops) {
  std::stop_source stop;
  stop.request_stop();
  Book book(Book::Pages{});
  const std::string html = "<p>Hello</p>";
  const auto done = translate_html(book, {&html, 1}, kEnglish, kJapanese, stop.get_token());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Errc::cancelled);
}

// --- Texts without markup -----------------------------------------------------------------------

TEST(TranslateTexts, NothingIsLeftOut) {
  Book book(Book::Pages{{"Hello there you all.", "やあ。"}, {"Bye.", "では。"}});
  const std::vector<std::string> texts = {"  Hello\tthere  you all \r\n\n***\n😀 → 42\nBye.\n", ""};
  const auto done = translate_texts(book, texts, kEnglish, kJapanese, {});
  ASSERT_TRUE(done);
  EXPECT_EQ((*done)[0].text, "  やあ \r\n\n***\n😀 → 42\nでは。\n");
  EXPECT_EQ((*done)[0].sentences, 2);
  EXPECT_EQ((*done)[1].text, "");
}

TEST(TranslateTexts, LongTextsAreCutInATimeThatGrowsWithThem) {
  for (const std::string piece : {"word ", "Dr. ", "a, ", "x", "語。", "語", "One is here. "}) {
    std::string text;
    while (text.size() < (1 << 20)) text += piece;
    const std::vector<size_t> ends = sentence_ends(text);  // minutes, were it quadratic
    EXPECT_EQ(ends.back(), text.size());
    EXPECT_LT(ends.size(), text.size() / 6) << piece;
    const auto cuts_character = [&](size_t end) { return (text.c_str()[end] & 0xc0) == 0x80; };
    EXPECT_TRUE(std::ranges::none_of(ends, cuts_character)) << piece;
  }
}

TEST(TranslateTexts, PicturesGoAroundTheNetwork) {
  Book book(Book::Pages{{"All is well.", "万事よし。"}});
  const std::vector<std::string> texts = {"🎉 All is 👍🏽 well. 👩‍💻",
                                          "✅ All is well.", "Unknown 🎉 words.", "42 🎉"};
  const auto done = translate_texts(book, texts, kEnglish, kJapanese, {});
  ASSERT_TRUE(done);
  EXPECT_EQ((*done)[0].text, "🎉 万事よし。 👍🏽 👩‍💻");
  EXPECT_EQ((*done)[1].text, "✅ 万事よし。");
  EXPECT_EQ((*done)[2].text, "Unknown 🎉 words.");
  EXPECT_EQ((*done)[3].text, "42 🎉");
}

TEST(TranslateTexts, AlternativesAreOfTheWholeText) {
  Book book(Book::Pages{{"One is here.", "一"}, {"Two is there.", "二"}});
  const std::vector<std::string> texts = {"One is here. Two is there.\nUnknown as ever."};
  const auto done = translate_texts(book, texts, kEnglish, kJapanese, {});
  ASSERT_TRUE(done);
  EXPECT_EQ((*done)[0].text, "一二\nUnknown as ever.");
  EXPECT_THAT((*done)[0].others,
              ::testing::ElementsAre("一1二1\nUnknown as ever.", "一2二2\nUnknown as ever."));
}

}  // namespace
}  // namespace sotto::translate::html_test
