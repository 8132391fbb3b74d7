// What may be passed over of the long sessions, against a list that a person has read.
#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/file.h"
#include "paths.h"
#include "pipeline/sentence_reader.h"
#include "text/sentence_traits.h"

namespace sotto::pipeline::passed_over_test {
namespace {

TEST(PassedOverTest, OfTheLongSessionsOnlyAnnouncementsMayBe) {
  std::vector<std::string> announcements;
  size_t sentences = 0;
  for (const char* name : {"migration", "flaky_test", "slow_page"}) {
    const auto stream = read_file(test_data(std::string("keep_up/") + name + ".jsonl"), 1 << 20);
    ASSERT_TRUE(stream) << stream.error().message;
    SentenceReader reader({}, {.language = {"eng_Latn", "en"}}, [&](std::unique_ptr<Utterance> u) {
      ++sentences;
      if (text::is_announcement(u->source)) announcements.push_back(u->source.text);
    });
    reader.push(*stream);
    EXPECT_TRUE(reader.finish());
  }
  EXPECT_GT(sentences, 200u);
  std::ifstream file(test_data("keep_up/announcements.txt"));
  std::vector<std::string> expected;
  for (std::string line; std::getline(file, line);) expected.push_back(line);
  EXPECT_EQ(announcements, expected);
}

}  // namespace
}  // namespace sotto::pipeline::passed_over_test
