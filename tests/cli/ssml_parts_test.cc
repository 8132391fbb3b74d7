// What a screen reader's SSML says.
#include "cli/ssml_parts.h"

#include <gtest/gtest.h>

#include <string>

namespace sotto::cli::ssml_parts_test {
namespace {

std::string shown(std::string_view ssml) {
  std::string out;
  for (const SsmlPart& part : ssml_parts(ssml)) out += "[" + part.text + "|" + part.mark + "]";
  return out;
}

TEST(SsmlParts, EndAtMarks) {
  EXPECT_EQ(shown(R"(<speak>Hello there.<mark name="__spd_0"/> A second one.</speak>)"),
            "[Hello there.|__spd_0][ A second one.|]");
  EXPECT_EQ(shown("<speak><mark name='a b' /></speak>"), "[|a b]");
  EXPECT_EQ(shown(R"(x<mark other="1" name = "n">y)"), "[x|n][y|]");
}

TEST(SsmlParts, HaveNoElementsAndNoReferences) {
  EXPECT_EQ(shown("<speak>a &lt; b &amp;&amp; c &#65;&#x3042;</speak>"), "[a < b && c Aあ|]");
  EXPECT_EQ(shown("<prosody rate=\"2\">fast</prosody><break/>slow<p>one</p>two"),
            "[fast\nslowone\ntwo|]");
  EXPECT_EQ(shown("<?xml version=\"1.0\"?><!-- x -->text"), "[text|]");
}

TEST(SsmlParts, WhatIsNeitherIsText) {
  for (const char* text : {"a < b", "a <", "<", "&", "&x;", "AT&T; now", "&#;", "&#x;", "&#99x;",
                           "<unfinished", "1 <2 and 3> 2"})
    EXPECT_EQ(shown(text), std::string("[") + text + "|]");
  EXPECT_EQ(shown(""), "[|]");
}

TEST(SsmlParts, NoCharacterOfTheirsIsNone) {
  for (const char* code : {"&#0;", "&#xD800;", "&#x110000;", "&#9;"})
    EXPECT_EQ(shown(code), "[\uFFFD|]") << code;
  EXPECT_EQ(shown("&#99999999999;"), "[&#99999999999;|]");
}

}  // namespace
}  // namespace sotto::cli::ssml_parts_test
