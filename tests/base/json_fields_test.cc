#include "base/json_fields.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/temporary_folder.h"

namespace sotto::json_fields_test {
namespace {

using nlohmann::json;
using ::testing::EndsWith;

const json kConfig = json::parse(R"({
  "d_model": 64, "name": "x", "null": null, "text": "abc", "float": 2.0, "eps": 1e-5, "huge": 18446744073709551615,
  "negative": -1, "flag": true, "list": [1, 2, 3], "object": {}, "escape": "\u001b[31m"})");

template <class T>
std::string message(const Result<T>& result) {
  return result ? "no error" : result.error().message;
}

TEST(JsonFields, GivesValuesOfTheRightKind) {
  EXPECT_EQ(*get_int(kConfig, "config.json", "d_model", 1, 64), 64);
  EXPECT_EQ(*get_number(kConfig, "config.json", "eps", 0, 1), 1e-5);
  EXPECT_EQ(*get_number(kConfig, "config.json", "d_model", 0, 100), 64.0);
  EXPECT_EQ(*get_bool(kConfig, "config.json", "flag"), true);
  EXPECT_EQ(*get_string(kConfig, "config.json", "text"), "abc");
}

TEST(JsonFields, SaysWhatWasFoundAndExpected) {
  const auto integer = [](const char* key) {
    return message(get_int(kConfig, "config.json", key, 1, 65536));
  };
  const std::string expected = ", expected an integer from 1 to 65536";
  EXPECT_EQ(integer("text"), "config.json: text is \"abc\"" + expected);
  EXPECT_EQ(integer("gone"), "config.json: gone is missing" + expected);
  EXPECT_EQ(integer("null"), "config.json: null is missing" + expected);
  EXPECT_EQ(integer("float"), "config.json: float is 2.0" + expected);
  EXPECT_EQ(integer("negative"), "config.json: negative is -1" + expected);
  EXPECT_EQ(integer("huge"), "config.json: huge is 18446744073709551615" + expected);
  EXPECT_FALSE(get_int(kConfig, "config.json", "huge", -10, 10));  // -1 to a careless cast
  EXPECT_EQ(integer("list"), "config.json: list is an array of 3" + expected);
  EXPECT_EQ(integer("object"), "config.json: object is an object" + expected);
  EXPECT_EQ(integer("escape"), "config.json: escape is \"\\u001b[31m\"" + expected);
  EXPECT_EQ(message(get_bool(kConfig, "c", "text")), "c: text is \"abc\", expected true or false");
  EXPECT_EQ(message(get_string(kConfig, "c", "flag")), "c: flag is true, expected a string");
  EXPECT_EQ(message(get_number(kConfig, "c", "eps", 1, 2)),
            "c: eps is 1e-05, expected a number from 1 to 2");
}

TEST(JsonFields, AMissingValueHasItsDefaultAndAWrongOneIsStillWrong) {
  EXPECT_EQ(*get_int_or(kConfig, "c", "gone", 1, 9, 7), 7);
  EXPECT_EQ(*get_int_or(kConfig, "c", "null", 1, 9, 7), 7);
  EXPECT_FALSE(get_int_or(kConfig, "c", "text", 1, 9, 7));
  EXPECT_EQ(*get_number_or(kConfig, "c", "gone", 0, 1, 0.5), 0.5);
  EXPECT_EQ(*get_bool_or(kConfig, "c", "gone", true), true);
  EXPECT_FALSE(get_bool_or(kConfig, "c", "text", true));
  EXPECT_EQ(*get_string_or(kConfig, "c", "gone", "relu"), "relu");
  EXPECT_EQ(*get_int_or(json::array(), "c", "gone", 1, 9, 7), 7);
}

TEST(JsonFields, ReadsOnlyJsonObjects) {
  const testing::TemporaryFolder folder;
  const auto write = [&](const std::string& name, std::string_view content) {
    std::ofstream(folder / name) << content;
    return folder / name;
  };
  const auto error = [&](std::string_view content) {
    return message(read_json_object(write("c.json", content)));
  };
  EXPECT_EQ(error(R"({"a": [1, {"b": 2}]})"), "no error");
  // What Python writes for numbers that JSON does not have; in a text they are words.
  const auto python = read_json_object(
      write("p.json", R"({"a": Infinity, "b": [-Infinity, NaN], "c": "NaN \"Infinity"})"));
  ASSERT_TRUE(python) << python.error().message;
  EXPECT_TRUE(python->at("a").is_null() && python->at("b").at(1).is_null());
  EXPECT_EQ(python->at("c"), "NaN \"Infinity");
  EXPECT_THAT(error("{\"a\": Infinit}"), EndsWith("c.json: not valid JSON"));
  EXPECT_THAT(error(""), EndsWith("c.json: not valid JSON"));
  EXPECT_THAT(error("{\"a\": 1} x"), EndsWith("c.json: not valid JSON"));
  EXPECT_THAT(error("{\"a\": \"\xff\"}"), EndsWith("c.json: not valid JSON"));
  EXPECT_THAT(error("7"), EndsWith("c.json: the JSON is 7, expected an object"));
  const int levels = 1'000'000;  // enough to overflow the stack of a reader that recurses
  EXPECT_THAT(error("{\"a\":" + std::string(levels, '[') + std::string(levels, ']') + "}"),
              EndsWith("c.json: JSON nested more than 64 levels deep"));
  EXPECT_THAT(error(std::string((16 << 20) + 1, ' ')), EndsWith("expected at most 16777216"));
  EXPECT_EQ(read_json_object("/nowhere/c.json").error().code, Errc::not_found);
}

}  // namespace
}  // namespace sotto::json_fields_test
