// JSON as it comes from outside: cut, broken, hostile.
#include "base/json.h"

#include <gtest/gtest.h>

namespace sotto::json_test {
namespace {

struct Escape {
  const char* json;  // of a string
  const char* text;
  size_t replaced;
};

TEST(Json, LoneSurrogatesCostOneCharacter) {
  for (const Escape& e : {Escape{R"("a \ud83d\ude80 b")", "a 🚀 b", 0},
                          {R"("a \ud83d")", "a \uFFFD", 1},
                          {R"("\ud83d.")", "\uFFFD.", 1},
                          {R"("\ude80 b")", "\uFFFD b", 1},
                          {R"("\ud83d\ud83d\ude80")", "\uFFFD🚀", 1},
                          {R"("\ud83d\u0041")", "\uFFFD\u0041", 1},
                          {R"("\u0000")", "\uFFFD", 1},
                          {R"("\x1")", "\uFFFD1", 1},
                          {R"("\u12 ")", "\uFFFD12 ", 1},
                          {R"("\\ud83d")", "\\ud83d", 0},
                          {R"("\é")", "\uFFFDé", 1}}) {
    size_t replaced = 0;
    const nlohmann::json value = parse_json(e.json, replaced);
    ASSERT_TRUE(value.is_string()) << e.json;
    EXPECT_EQ(value.get<std::string>(), e.text) << e.json;
    EXPECT_EQ(replaced, e.replaced) << e.json;
  }
}

TEST(Json, IllFormedUtf8IsReplaced) {
  size_t replaced = 0;
  EXPECT_EQ(parse_json("\"caf\xE9 \xF0\x9F\x9A\"", replaced), "caf\uFFFD \uFFFD");
  EXPECT_EQ(replaced, 2u);
}

TEST(Json, WhatIsNoJsonOrTooMuchOfItIsDiscarded) {
  for (const std::string& bad :
       {std::string(), std::string("{"), std::string("nope"), std::string("{} {}"),
        std::string("\"\\"), std::string(300000, '['),
        std::string(300, '[') + std::string(300, ']')})
    EXPECT_TRUE(parse_json(bad).is_discarded()) << bad.substr(0, 20);
  EXPECT_FALSE(parse_json(std::string(200, '[') + std::string(200, ']')).is_discarded());
  EXPECT_FALSE(parse_json("\"" + std::string(300000, '[') + "\"").is_discarded());
}

TEST(Json, MembersOfWhatIsNoObjectAreNull) {
  const nlohmann::json value = parse_json(R"({"a": "b", "c": 1, "d": true})");
  EXPECT_EQ(json_string(value, "a"), "b");
  EXPECT_EQ(json_string(value, "c"), "");
  EXPECT_TRUE(json_member(value, "x").is_null());
  EXPECT_TRUE(json_member(value["a"], "x").is_null());
  EXPECT_TRUE(json_flag(value, "d"));
  EXPECT_FALSE(json_flag(value, "c"));
}

TEST(Json, WhatIsReadExactlyIsNotMended) {
  EXPECT_EQ(exact_json(R"({"b":1,"a":[true]})")["b"], 1);
  EXPECT_TRUE(exact_json("\"caf\xE9\"").is_discarded());
  EXPECT_TRUE(exact_json(R"("\ud83d")").is_discarded());
  EXPECT_TRUE(exact_json("{} {}").is_discarded());
  EXPECT_TRUE(exact_ordered_json("").is_discarded());
  EXPECT_EQ(exact_ordered_json(R"({"b":1,"a":2})").begin().key(), "b");
}

TEST(Json, IsWrittenInItsOrderOrSorted) {
  EXPECT_EQ(dumped({{"b", 1}, {"a", "caf\xE9"}}), "{\"b\":1,\"a\":\"caf\uFFFD\"}");
  EXPECT_EQ(dumped({{"b", 1}, {"a", 2}}, 1), "{\n \"b\": 1,\n \"a\": 2\n}");
  EXPECT_EQ(dumped_sorted({{"b", 1}, {"a", "caf\xE9"}}), "{\"a\":\"caf\uFFFD\",\"b\":1}");
  EXPECT_EQ(dumped_sorted({{"b", 1}}, 2), "{\n  \"b\": 1\n}");
}

}  // namespace
}  // namespace sotto::json_test
