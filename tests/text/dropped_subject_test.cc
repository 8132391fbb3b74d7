// Who did it is said, and nothing else changes.
#include "text/dropped_subject.h"

#include <gtest/gtest.h>

#include <string>

namespace sotto::text::dropped_subject_test {
namespace {

const Language kEnglish{"eng_Latn", "en"};

std::string with_subject(const std::string& text, std::vector<ProtectedSpan> spans = {}) {
  return with_dropped_subject({text, std::move(spans), kEnglish}).text;
}

TEST(DroppedSubjectTest, ReportsGetOne) {
  EXPECT_EQ(with_subject("Fixed the flaky test."), "I fixed the flaky test.");
  EXPECT_EQ(with_subject("Added a retry."), "I added a retry.");
}

TEST(DroppedSubjectTest, OthersHaveOneOrNeedNone) {
  for (const char* text : {"Set the flag.", "Given the time, it works.", "Fixed in 2.0.", "Fixed",
                           "Fixed ", "", "Added", "The test is fixed.", "Used by the parser."})
    EXPECT_EQ(with_subject(text), text);
  EXPECT_EQ(with_subject("Fixed the bug.", {{0, 5, SpanKind::code}}), "Fixed the bug.");
}

TEST(DroppedSubjectTest, TellsWhereWordsAndSpansCameFrom) {
  ByteMap origin;
  const Sentence out =
      with_dropped_subject({"Moved the db.", {{10, 12, SpanKind::code}}, kEnglish}, &origin);
  ASSERT_EQ(out.spans.size(), 1u);
  EXPECT_EQ(out.text.substr(out.spans[0].begin), "db.");
  EXPECT_EQ(origin({12, 14}), (ByteRange{10, 12}));
  EXPECT_EQ(origin({2, 7}), (ByteRange{0, 5}));
}

}  // namespace
}  // namespace sotto::text::dropped_subject_test
