// The rules are those of the WHATWG's tokenizer; what is expected here was read from it, and
// compared with Chromium where it is odd.
#include "text/html.h"

#include <gmock/gmock.h>

namespace sotto::text::html_test {
namespace {

using ::testing::ElementsAre;
using Kind = HtmlToken::Kind;

// "T" a text, "<b" and ">b" tags, "-" others, each with its bytes.
std::vector<std::string> tokens(std::string_view html) {
  std::vector<std::string> out;
  std::string whole;
  for (const HtmlToken& token : read_html(html)) {
    const std::string mark = token.kind == Kind::text    ? "T"
                             : token.kind == Kind::open  ? "<" + token.name
                             : token.kind == Kind::close ? ">" + token.name
                                                         : "-";
    out.push_back(mark + "|" + std::string(token.source));
    whole += token.source;
  }
  EXPECT_EQ(whole, html);
  return out;
}

TEST(HtmlTest, TagsAndTexts) {
  EXPECT_THAT(tokens("<P Class=x>a<br/>b</p >"),
              ElementsAre("<p|<P Class=x>", "T|a", "<br|<br/>", "T|b", ">p|</p >"));
  EXPECT_THAT(tokens("<a title='a > b' href=\"?x>\" z=/>c"),
              ElementsAre("<a|<a title='a > b' href=\"?x>\" z=/>", "T|c"));
  EXPECT_THAT(tokens(""), ElementsAre());
}

TEST(HtmlTest, WhatLooksLikeATagAndIsNone) {
  EXPECT_THAT(tokens("1 < 2 <3 <"), ElementsAre("T|1 < 2 <3 <"));
  EXPECT_THAT(tokens("a</ b>c</>d"), ElementsAre("T|a", "-|</ b>", "T|c", "-|</>", "T|d"));
  EXPECT_THAT(tokens("<!doctype html><?x y?>a"),
              ElementsAre("-|<!doctype html>", "-|<?x y?>", "T|a"));
  EXPECT_THAT(tokens("a<b title=\"c>d"), ElementsAre("T|a", "-|<b title=\"c>d"));
}

TEST(HtmlTest, Comments) {
  EXPECT_THAT(tokens("<!-->a<!--->b<!-- <b> --!>c<!-- -- > -->d<!-- e"),
              ElementsAre("-|<!-->", "T|a", "-|<!--->", "T|b", "-|<!-- <b> --!>", "T|c",
                          "-|<!-- -- > -->", "T|d", "-|<!-- e"));
}

TEST(HtmlTest, ScriptsAndOthersHaveNoMarkup) {
  EXPECT_THAT(
      tokens("<script>if (a<b) '</scripts>'</SCRIPT >c"),
      ElementsAre("<script|<script>", "-|if (a<b) '</scripts>'", ">script|</SCRIPT >", "T|c"));
  EXPECT_THAT(
      tokens("<script><!-- <script> </script> --></script>a"),
      ElementsAre("<script|<script>", "-|<!-- <script> </script> -->", ">script|</script>", "T|a"));
  EXPECT_THAT(tokens("<script><!-- </script>a"),
              ElementsAre("<script|<script>", "-|<!-- ", ">script|</script>", "T|a"));
  EXPECT_THAT(tokens("<title>a <b> &amp;</title>"),
              ElementsAre("<title|<title>", "T|a <b> &amp;", ">title|</title>"));
  EXPECT_THAT(tokens("<style>p > a"), ElementsAre("<style|<style>", "-|p > a"));
}

TEST(HtmlTest, WhoAsksForItIsNotTranslated) {
  const auto untranslated = [](std::string_view html) { return read_html(html)[0].untranslated; };
  EXPECT_TRUE(untranslated("<p TRANSLATE = No>"));
  EXPECT_TRUE(untranslated("<p class='x notranslate'>"));
  EXPECT_FALSE(untranslated("<p translate=yes class=notranslated title='translate=no'>"));
}

TEST(HtmlTest, Entities) {
  EXPECT_EQ(decode_entities("a &amp; b &lt;p&gt; &eacute;&#233;&#xE9; &hellip;"),
            "a & b <p> ééé …");
  EXPECT_EQ(decode_entities("AT&T &copy 2024 &notit; &notin; &nosuch; &;&"),
            "AT&T © 2024 ¬it; ∉ &nosuch; &;&");
  EXPECT_EQ(decode_entities("&CounterClockwiseContourIntegral;&#150;&#X41"), "∳–A");
  EXPECT_EQ(decode_entities("&#0;&#xD800;&#x110000;&#99999999999999999999;&#;&#x;"),
            "\uFFFD\uFFFD\uFFFD\uFFFD&#;&#x;");
  EXPECT_EQ(encode_entities("a & b < c > d\u00A0\"e\" Âé"),
            "a &amp; b &lt; c &gt; d&nbsp;\"e\" Âé");
}

// What would take quadratic time if every try read to the end.
#ifdef SOTTO_SANITIZED  // slow
constexpr size_t kHostileBytes = 1 << 20;
#else
constexpr size_t kHostileBytes = 4 << 20;
#endif

TEST(HtmlTest, HostileTextsTakeNoLongerThanTheirSize) {
  const auto repeated = [](std::string_view text) {
    std::string all;
    while (all.size() < kHostileBytes) all += text;
    return all;
  };
  for (const char* piece : {"<", "</", "<!-- -->", "<a ", "<a b=\"'", "&", "&amp", "<script>",
                            "<title>", "<b>", "</b>", "<a b =", "&#", "<!--"})
    EXPECT_FALSE(tokens(repeated(piece)).empty()) << piece;
  EXPECT_FALSE(tokens("<script>" + repeated("<!-- -->")).empty());
  EXPECT_FALSE(tokens("<script>" + repeated("<!--<script>")).empty());
  EXPECT_FALSE(tokens("<script>" + repeated("</script")).empty());
  EXPECT_FALSE(decode_entities(repeated("&#x")).empty());
}

}  // namespace
}  // namespace sotto::text::html_test
