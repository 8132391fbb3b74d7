// What is written out, what stays, and where it came from.
#include "text/short_forms.h"

#include <gtest/gtest.h>

#include <string>

namespace sotto::text::short_forms_test {
namespace {

const Language kEnglish{"eng_Latn", "en"};

std::string written_out(const std::string& text) {
  return write_out_short_forms({text, {}, kEnglish}).text;
}

TEST(ShortFormsTest, AreWrittenOut) {
  EXPECT_EQ(written_out("The prod db has new deps, e.g. Redis."),
            "The production database has new dependencies, for example Redis.");
  EXPECT_EQ(written_out("Deps: set the env vars (i.e., two) w/o the DB."),
            "Dependencies: set the environment variables (that is, two) without the database.");
  EXPECT_EQ(written_out("BTW, AFAIK it works w/ ⟦0⟧"),
            "By the way, as far as I know it works with ⟦0⟧");
  EXPECT_EQ(written_out("the db's idx"), "the database's index");
  EXPECT_EQ(written_out("The id is non-null."), "The id is not null.");
  EXPECT_EQ(written_out("$20/month, 5 requests/second"), "$20 per month, 5 requests per second");
}

TEST(ShortFormsTest, WhatIsJoinedToOthersStays) {
  for (const std::string text :
       {"src/lib/db.py", "--dev my_var $var init() db.close", "pkg-config", "DEV and VAR",
        "The debt, the devil and a library.", "", "w", "e.g", "a/monthly", "src/day/a", "/user",
        "Only non-null ids are non-null ids", "This non-null is a non-issue"})
    EXPECT_EQ(written_out(text), text);
}

TEST(ShortFormsTest, TellsWhatTheyWereMadeOf) {
  ByteMap origin;
  ASSERT_EQ(write_out_short_forms({"a db is", {}, kEnglish}, &origin).text, "a database is");
  EXPECT_EQ(origin({2, 10}), (ByteRange{2, 4}));
  EXPECT_EQ(origin({11, 13}), (ByteRange{5, 7}));
}

TEST(ShortFormsTest, SpansStayAndMove) {
  const Sentence out =
      write_out_short_forms({"the db and db", {{11, 13, SpanKind::code}}, kEnglish});
  EXPECT_EQ(out.text, "the database and db");
  ASSERT_EQ(out.spans.size(), 1u);
  EXPECT_EQ(out.spans[0].begin, 17u);
  EXPECT_EQ(out.spans[0].end, 19u);
}

}  // namespace
}  // namespace sotto::text::short_forms_test
