// Which words no network from English can know.
#include "text/names.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace sotto::text::names_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names(const std::string& text, std::vector<ProtectedSpan> spans = {}) {
  std::vector<std::string> out;
  for (const ProtectedSpan& s : find_names({text, std::move(spans), {"eng_Latn", "en"}})) {
    EXPECT_EQ(s.kind, SpanKind::name);
    out.push_back(text.substr(s.begin, s.end - s.begin));
  }
  return out;
}

TEST(NamesTest, UnknownNamesWithinASentence) {
  EXPECT_THAT(names("I asked Dmitri and Zsófia Kovács to review it."),
              ElementsAre("Dmitri", "Zsófia Kovács"));
  EXPECT_THAT(names("The Grafana dashboard is by O'Brien."), ElementsAre("Grafana", "O'Brien"));
  EXPECT_THAT(names("On Monday Dmitri swam in Lake Balaton, and Grafana Cloud fell."),
              ElementsAre("Dmitri", "Lake Balaton", "Grafana Cloud"));
  EXPECT_THAT(names("I sent it to Mr. Okonkwo and Dr Abiola. Mr. Peter left."),
              ElementsAre("Mr. Okonkwo", "Dr Abiola"));
  EXPECT_THAT(names("Ask Jean-Luc’s team, not Ivo's."), ElementsAre("Jean-Luc", "Ivo"));
}

TEST(NamesTest, AtTheBeginningOnlyWhereWhatFollowsSaysSo) {
  EXPECT_THAT(names("Dmitri's branch is ready."), ElementsAre("Dmitri"));
  EXPECT_THAT(names("Zsófia wrote the migration."), ElementsAre("Zsófia"));
  EXPECT_THAT(names("Deduplicating rows takes long. Defragmenting: Unmarshalling helps."),
              IsEmpty());
}

TEST(NamesTest, WordsAndKnownNamesAreNone) {
  for (const char* text :
       {"On Monday the Japanese team met in Tokyo.", "I'll ask Maria on Sundays.",
        "Then I'm done, I've said, and I’d go.", "Python and Docker run on Linux.",
        "How To Configure The Frobnicator In Production", "The HTTP API works.",
        "We open Settings and the README.", "Peter's branch is ready."})
    EXPECT_THAT(names(text), IsEmpty()) << text;
}

TEST(NamesTest, SpansAreNotSearched) {
  EXPECT_THAT(names("Open Grafana now.", {{5, 12, SpanKind::code}}), IsEmpty());
}

}  // namespace
}  // namespace sotto::text::names_test
