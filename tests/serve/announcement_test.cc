// What sessions have to say, and have said.
#include "serve/announcement.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace sotto::serve::announcement_test {
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

TEST(Announcement, ReadsAPiecesPlace) {
  const auto piece = read_announcement(
      {{"text", "Done."}, {"stream", "m"}, {"index", 3}, {"project", "sotto"}, {"last", false}});
  ASSERT_TRUE(piece);
  EXPECT_EQ(piece->index, 3u);
  EXPECT_EQ(piece->project, "sotto");
  EXPECT_FALSE(read_announcement({{"text", "Done."}})->index);
  for (const nlohmann::json& wrong : {nlohmann::json(-1), nlohmann::json("3"), nlohmann::json(1.5),
                                      nlohmann::json(2'000'000'000)})
    EXPECT_THAT(error_of({{"text", "Done."}, {"index", wrong}}), HasSubstr("expected an integer"));
}

TEST(Announcement, ReadsASpeed) {
  EXPECT_EQ(read_announcement({{"text", "Done."}, {"speed", 1.5}})->manner.speed, 1.5);
  EXPECT_FALSE(read_announcement({{"text", "Done."}, {"speed", nullptr}})->manner.speed);
  EXPECT_FALSE(read_announcement({{"text", "Done."}})->manner.speed);
  for (const nlohmann::json& wrong : {nlohmann::json(0.2), nlohmann::json(5), nlohmann::json("2")})
    EXPECT_THAT(error_of({{"text", "Done."}, {"speed", wrong}}), HasSubstr("speed")) << wrong;
}

TEST(Announcement, ReadsAManner) {
  const auto said = read_announcement(
      {{"text", "Fertig."}, {"language", "de"}, {"read", "code,symbols"}, {"register", "plain"}});
  ASSERT_TRUE(said);
  EXPECT_EQ(said->manner.language->iso, "de");
  EXPECT_EQ(said->manner.read, (text::ReadAloud{.code = true, .symbols = true}));
  EXPECT_EQ(said->manner.in_register, japanese::Register::plain);
  const auto usual = read_announcement({{"text", "Done."}});
  EXPECT_FALSE(usual->manner.language || usual->manner.read || usual->manner.voice ||
               usual->manner.in_register);
  EXPECT_THAT(error_of({{"text", "Done."}, {"language", "klingonese"}}), HasSubstr("language"));
  EXPECT_THAT(error_of({{"text", "Done."}, {"read", "all"}}),
              HasSubstr("read: is all, expected code, symbols"));
  EXPECT_THAT(error_of({{"text", "Done."}, {"read", true}}), HasSubstr("read"));
  EXPECT_THAT(error_of({{"text", "Done."}, {"register", "rude"}}),
              HasSubstr("register: is rude, expected polite, plain or asis"));
}

const Said::Time kNow{std::chrono::hours(1)};

TEST(Said, KnowsWhatWasSaidInPieces) {
  Said said;
  said.note("a", "m", "All tests ", kNow);
  said.note("a", "m", "pass.\n", kNow);
  EXPECT_TRUE(said.is_repetition("a", "All tests pass.", kNow));
  EXPECT_TRUE(said.is_repetition("a", "tests\npass.", kNow));
  EXPECT_FALSE(said.is_repetition("a", "All tests", kNow));
  EXPECT_FALSE(said.is_repetition("b", "All tests pass.", kNow));
  EXPECT_FALSE(said.is_repetition("a", " ", kNow));
  said.note("a", "n", "It is small.", kNow);
  EXPECT_TRUE(said.is_repetition("a", "All tests pass. It is small.", kNow));
  EXPECT_TRUE(said.is_repetition("a", "It is small.", kNow));
}

TEST(Said, ForgetsWhatWasNotHeard) {
  Said said;
  said.note("a", "m", "All tests pass.", kNow);
  said.note("a", "n", "It is small.", kNow);
  said.forget("a", "n");
  EXPECT_FALSE(said.is_repetition("a", "It is small.", kNow));
  EXPECT_TRUE(said.is_repetition("a", "All tests pass.", kNow));
}

TEST(Said, TheSameWordsAreNewOnesWhenTheTurnHasEnded) {
  Said said;
  said.note("a", "m", "Done.", kNow);
  EXPECT_TRUE(said.is_repetition("a", "Done.", kNow));
  said.end_turn("a", kNow);
  EXPECT_TRUE(said.is_repetition("a", "Done.", kNow + std::chrono::seconds(1)));  // came twice
  EXPECT_FALSE(said.is_repetition("a", "Done.", kNow + std::chrono::seconds(11)));
}

TEST(Said, RemembersSoManyStreamsOnly) {
  Said said;
  for (int i = 0; i < 1000; ++i) said.note("a", std::to_string(i), "x", kNow);
  for (int i = 0; i < 1000; ++i) said.note("a", "empty" + std::to_string(i), " ", kNow);
  EXPECT_TRUE(said.is_repetition("a", std::string(256, 'x'), kNow));
  EXPECT_FALSE(said.is_repetition("a", std::string(257, 'x'), kNow));
}

TEST(Said, ForgetsWhatIsLongAgo) {
  const std::string most = "Begin." + std::string(65'530, 'x');
  Said said;
  said.note("a", "m", most, kNow);
  EXPECT_TRUE(said.is_repetition("a", most, kNow));
  said.note("a", "m", "yyy", kNow);
  EXPECT_FALSE(said.is_repetition("a", most + "yyy", kNow));
  for (int i = 0; i < 300; ++i) said.note(std::to_string(i), "m", "Hello.", kNow);
  EXPECT_FALSE(said.is_repetition("a", "yyy", kNow));
  EXPECT_TRUE(said.is_repetition("299", "Hello.", kNow));  // the newest stay
  EXPECT_TRUE(said.is_repetition("60", "Hello.", kNow));
}

}  // namespace
}  // namespace sotto::serve::announcement_test
