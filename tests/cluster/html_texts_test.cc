// A page that is translated text by text is the page that is translated at once.
#include "cluster/html_texts.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "base/language.h"
#include "translate/document/html.h"
#include "translate/one_by_one.h"

namespace sotto::cluster::html_texts_test {
namespace {

const Language kEnglish = *find_language("en"), kGerman = *find_language("de");

class Shouting final : public translate::OneByOne {
 public:
  Result<translate::Translation> one(const text::Sentence& sentence, std::stop_token) override {
    translate::Translation done{sentence, false, "", 0};
    for (char& c : done.sentence.text)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return done;
  }
};

std::string translated(const std::string& html) {
  Shouting translator;
  const auto done = translate::translate_html(translator, std::array{html}, kEnglish, kGerman, {});
  return done ? done->documents[0] : done.error().message;
}

std::string text_by_text(const std::string& html) {
  const HtmlTexts page = HtmlTexts::parse(html);
  std::vector<std::string> texts;
  for (const std::string& text : page.texts()) texts.push_back(translated(text));
  return page.with(texts);
}

TEST(ClusterHtmlTexts, AreTheWholePageWhenPutTogether) {
  for (const char* html :
       {"", "Words",
        "<p>All <b>tests</b> pass &amp; more. Now.</p><p>And <code>make</code>\n runs.",
        "<title>a < b and c</title><h1>One<br>two<img src=x>three</h1>",
        "<p>One<!-- note -->two <i>and three</i></p>", "<div translate=no>Stays</div> Goes",
        "<table><tr><td>1<td>one <a href='x'>two <em>three</em></a></table>"})
    EXPECT_EQ(text_by_text(html), translated(html)) << html;
}

TEST(ClusterHtmlTexts, AreTheWholePageOfAnything) {
  constexpr auto kPieces = std::to_array<const char*>({"<p>",
                                                       "</p>",
                                                       "<b>",
                                                       "</b>",
                                                       "<i>",
                                                       "</i>",
                                                       "<a href='x'>",
                                                       "</a>",
                                                       "<code>",
                                                       "</code>",
                                                       "<br>",
                                                       "<img>",
                                                       "<pre>",
                                                       "</pre>",
                                                       "<!-- c -->",
                                                       "word ",
                                                       "two words. ",
                                                       "Next. ",
                                                       "&lt;",
                                                       "&amp;x",
                                                       "\n",
                                                       " ",
                                                       "42",
                                                       "<td>",
                                                       "<span translate=no>",
                                                       "</span>",
                                                       "<title>",
                                                       "</title>",
                                                       "<",
                                                       ">",
                                                       "é "});
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    std::string html;
    for (unsigned length = random() % 14; length > 0; --length)
      html += kPieces[random() % kPieces.size()];
    ASSERT_EQ(text_by_text(html), translated(html)) << html;
  }
}

}  // namespace
}  // namespace sotto::cluster::html_texts_test
