// What sessions have to say, as it is asked for.
#include "serve/announce_request.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace sotto::serve::announce_request_test {
namespace {

using ::testing::HasSubstr;

std::string error_of(const nlohmann::json& fields) {
  const auto request = read_speak_request(fields);
  return request ? "no error" : request.error().message;
}

TEST(SpeakRequest, SaysWhatIsWrong) {
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

TEST(SpeakRequest, ReadsAPiecesPlace) {
  const auto piece = read_speak_request(
      {{"text", "Done."}, {"stream", "m"}, {"index", 3}, {"project", "sotto"}, {"last", false}});
  ASSERT_TRUE(piece);
  EXPECT_EQ(piece->index, 3u);
  EXPECT_EQ(piece->project, "sotto");
  EXPECT_FALSE(read_speak_request({{"text", "Done."}})->index);
  for (const nlohmann::json& wrong : {nlohmann::json(-1), nlohmann::json("3"), nlohmann::json(1.5),
                                      nlohmann::json(2'000'000'000)})
    EXPECT_THAT(error_of({{"text", "Done."}, {"index", wrong}}), HasSubstr("expected an integer"));
}

TEST(SpeakRequest, ReadsASpeed) {
  EXPECT_EQ(read_speak_request({{"text", "Done."}, {"speed", 1.5}})->overrides.speed, 1.5);
  EXPECT_FALSE(read_speak_request({{"text", "Done."}, {"speed", nullptr}})->overrides.speed);
  EXPECT_FALSE(read_speak_request({{"text", "Done."}})->overrides.speed);
  for (const nlohmann::json& wrong : {nlohmann::json(0.2), nlohmann::json(5), nlohmann::json("2")})
    EXPECT_THAT(error_of({{"text", "Done."}, {"speed", wrong}}), HasSubstr("speed")) << wrong;
}

TEST(SpeakRequest, ReadsOverrides) {
  const auto said = read_speak_request({{"text", "Fertig."},
                                        {"language", "de"},
                                        {"translate_to", "ja"},
                                        {"read", "code,symbols"},
                                        {"register", "plain"}});
  ASSERT_TRUE(said);
  EXPECT_EQ(said->overrides.language->iso, "de");
  EXPECT_EQ(said->overrides.to->iso, "ja");
  EXPECT_EQ(said->overrides.read, (text::Verbatim{.code = true, .symbols = true}));
  EXPECT_EQ(said->overrides.in_register, japanese::Register::plain);
  const auto usual = read_speak_request({{"text", "Done."}});
  EXPECT_FALSE(usual->overrides.language || usual->overrides.read || usual->overrides.voice ||
               usual->overrides.in_register);
  EXPECT_THAT(error_of({{"text", "Done."}, {"language", "klingonese"}}), HasSubstr("language"));
  EXPECT_THAT(error_of({{"text", "Done."}, {"translate_to", "xx"}}), HasSubstr("translate_to"));
  EXPECT_THAT(error_of({{"text", "Done."}, {"read", "all"}}),
              HasSubstr("read: is all, expected code, symbols"));
  EXPECT_THAT(error_of({{"text", "Done."}, {"read", true}}), HasSubstr("read"));
  EXPECT_THAT(error_of({{"text", "Done."}, {"register", "rude"}}),
              HasSubstr("register: is rude, expected polite, plain or asis"));
}

}  // namespace
}  // namespace sotto::serve::announce_request_test
