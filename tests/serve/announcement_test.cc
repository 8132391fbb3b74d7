// What sessions have to say, and have said.
#include "serve/announcement.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace sotto::serve {
namespace {

using ::testing::HasSubstr;

std::string error_of(const nlohmann::json& fields) {
  const auto announcement = read_announcement(fields);
  return announcement ? "no error" : announcement.error().message;
}

TEST(Announcement, SaysWhatIsWrong) {
  EXPECT_EQ(error_of({{"text", "Done."}}), "no error");
  EXPECT_EQ(error_of({{"text", ""}, {"stream", "m"}}), "no error");
  EXPECT_THAT(error_of({{"text", " "}}), HasSubstr("is empty, expected a text"));
  EXPECT_THAT(error_of({{"text", "Done."}, {"on_new", "shout"}}),
              HasSubstr("expected queue, interrupt or drop"));
  EXPECT_EQ(error_of({{"text", std::string(500'000, 'a')}}), "no error");  // said to its end
  EXPECT_THAT(error_of({{"text", "Done."}, {"session", std::string(257, 's')}}),
              HasSubstr("session: has 257 bytes, expected at most 256"));
  EXPECT_THAT(error_of({{"text", "Done."}, {"last", 1}}), HasSubstr("expected true or false"));
}

Announcement piece(const std::string& session, const std::string& text) {
  return {.session = session, .stream = "m", .text = text, .last = false};
}

Announcement summary(const std::string& session, const std::string& text) {
  return {.session = session, .stream = "", .text = text, .may_repeat = true};
}

TEST(Said, KnowsWhatWasSaidInPieces) {
  Said said;
  said.note(piece("a", "All tests "));
  said.note(piece("a", "pass.\n"));
  EXPECT_TRUE(said.is_repetition(summary("a", "All tests pass.")));
  EXPECT_TRUE(said.is_repetition(summary("a", "tests\npass.")));
  EXPECT_FALSE(said.is_repetition(summary("a", "All tests")));
  EXPECT_FALSE(said.is_repetition(summary("b", "All tests pass.")));
  EXPECT_FALSE(said.is_repetition(summary("a", " ")));
  EXPECT_FALSE(said.is_repetition(piece("a", "All tests pass.")));
}

TEST(Said, ForgetsWhatIsLongAgo) {
  const std::string most = "Begin." + std::string(65'530, 'x');
  Said said;
  said.note(piece("a", most));
  EXPECT_TRUE(said.is_repetition(summary("a", most)));
  said.note(piece("a", "yyy"));
  EXPECT_FALSE(said.is_repetition(summary("a", most + "yyy")));
  for (int i = 0; i < 300; ++i) said.note(piece(std::to_string(i), "Hello."));
  EXPECT_FALSE(said.is_repetition(summary("a", "yyy")));
}

}  // namespace
}  // namespace sotto::serve
