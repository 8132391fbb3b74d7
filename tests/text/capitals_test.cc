// Emphasis is taken away, and nothing else.
#include "text/capitals.h"

#include <gmock/gmock.h>

#include <string>

namespace sotto::text::capitals_test {
namespace {

std::string small(const std::string& text, std::vector<ProtectedSpan> spans = {}) {
  return without_shouting({text, std::move(spans), {"eng_Latn", "en"}}, shouted_in_english).text;
}

TEST(CapitalsTest, OrdinaryWordsAreInSmallLetters) {
  EXPECT_EQ(small("The tests did NOT pass."), "The tests did not pass.");
  EXPECT_EQ(small("This MUST NOT be merged."), "This must not be merged.");
  EXPECT_EQ(small("NEVER commit secrets."), "Never commit secrets.");
  EXPECT_EQ(small("2 passed, 1 FAILED."), "2 passed, 1 failed.");
  EXPECT_EQ(small("WARNING: the disk is almost full."), "Warning: the disk is almost full.");
  EXPECT_EQ(small("DON'T touch it. NEVER."), "Don't touch it. Never.");
}

TEST(CapitalsTest, AWholeSentenceIsASentence) {
  EXPECT_EQ(small("WARNING: DO NOT DELETE THE DATABASE. BACK IT UP FIRST."),
            "Warning: do not delete the database. Back it up first.");
  EXPECT_EQ(small("THIS IS A TEST AND I KNOW."), "This is a test and I know.");
}

TEST(CapitalsTest, AcronymsStay) {
  for (const char* text : {"The HTTP API returns JSON.", "Read the README and the TODO.",
                           "The POST request fails in the US.", "Ask IT.", "A REST call.",
                           "A and I.", "Set PATH and MAX_SIZE.", "CPU, GPU, RAM: OK.",
                           "The ORM's SQL.", "NGINX and .NET 8 run.", "The SOAP API is ACID."})
    EXPECT_EQ(small(text), text);
}

TEST(CapitalsTest, SpansAreLeftAlone) {
  const std::string text = "DO NOT set FAILED.";
  EXPECT_EQ(small(text, {{11, 17, SpanKind::code}}), "Do not set FAILED.");
}

// ẞ is longer than ß, and ı is what Turkish makes of I.
TEST(CapitalsTest, SpansMoveWithTheText) {
  const auto all = [](std::string_view, std::string_view) { return Shouted::yes; };
  const Sentence german{
      "DIE GROẞE DATEI ab_c", {{18, 22, SpanKind::identifier}}, {"deu_Latn", "de"}};
  const Sentence out = without_shouting(german, all);
  EXPECT_EQ(out.text, "Die große datei ab_c");
  ASSERT_EQ(out.spans.size(), 1u);
  EXPECT_EQ(out.text.substr(out.spans[0].begin, out.spans[0].end - out.spans[0].begin), "ab_c");
  EXPECT_EQ(without_shouting({"BU IŞIK", {}, {"tur_Latn", "tr"}}, all).text, "Bu ışık");
}

}  // namespace
}  // namespace sotto::text::capitals_test
