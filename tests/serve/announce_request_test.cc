// What sessions have to say, as it is asked for.
#include "serve/announce_request.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace sotto::serve::announce_request_test {
namespace {

using ::testing::HasSubstr;

std::string error_of(const nlohmann::json& fields) {
  const auto announcement = read_announcement(fields);
  return announcement ? "no error" : announcement.error().message;
}

TEST(speaker::Announcement, SaysWhatIsWrong) {
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

TEST(speaker::Announcement, ReadsAPiecesPlace) {
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

TEST(speaker::Announcement, ReadsASpeed) {
  EXPECT_EQ(read_announcement({{"text", "Done."}, {"speed", 1.5}})->manner.speed, 1.5);
  EXPECT_FALSE(read_announcement({{"text", "Done."}, {"speed", nullptr}})->manner.speed);
  EXPECT_FALSE(read_announcement({{"text", "Done."}})->manner.speed);
  for (const nlohmann::json& wrong : {nlohmann::json(0.2), nlohmann::json(5), nlohmann::json("2")})
    EXPECT_THAT(error_of({{"text", "Done."}, {"speed", wrong}}), HasSubstr("speed")) << wrong;
}

TEST(speaker::Announcement, ReadsAManner) {
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

}  // namespace
}  // namespace sotto::serve::announce_request_test
