#include "serve/subtitle_tags.h"

#include <gtest/gtest.h>

namespace sotto::serve::subtitle_tags_test {
namespace {

TEST(SubtitleTags, AreThoseThatPlayersKnow) {
  for (const char* text : {"<i>Yes.</i>", "a </b>", "<font color=\"red\">x", "<v Ann>Hello.",
                           "<c.loud>x</c>", "<I>x</I>"})
    EXPECT_TRUE(has_subtitle_tags(text)) << text;
  for (const char* text : {"", "a < b", "<3", "1 <= 2 && x<y>z", "<script>", "<!-- i -->", "i>"})
    EXPECT_FALSE(has_subtitle_tags(text)) << text;
}

TEST(SubtitleTags, AreTags) {
  EXPECT_EQ(html_of_subtitle("<i>a < b</i> && x<y> &amp; <b"),
            "<i>a &lt; b</i> &amp;&amp; x&lt;y&gt; &amp;amp; &lt;b");
}

TEST(SubtitleTags, ComeBack) {
  for (const char* text : {"<i>Yes.</i>", "Q&A, a < b", "&lt;i&gt;", "x<y> z", "<v Ann>\xC2\xA0Hm",
                           "<script>a<b</script>", "<!-- x", "<b"})
    EXPECT_EQ(subtitle_of_html(html_of_subtitle(text)), text);
}

}  // namespace
}  // namespace sotto::serve::subtitle_tags_test
