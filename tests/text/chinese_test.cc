// Chinese texts as the reference reads them (tests/data/xtts/README.md).
#include "text/spoken/chinese.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "paths.h"
#include "text/spoken/pinyin.h"

namespace sotto::spoken::chinese_test {
namespace {

TEST(XttsChinese, TextsAreTheReferences) {
  const auto cases = nlohmann::json::parse(*read_file(test_data("xtts/chinese.json"), 1 << 20));
  const Result<Pinyin> pinyin = Pinyin::open(test_data("xtts/pypinyin"));
  ASSERT_TRUE(pinyin) << pinyin.error().message;
  for (const nlohmann::json& c : cases) {
    const std::string text = c.at("text"), words = chinese_words(text);
    EXPECT_EQ(words, c.at("words").get<std::string>()) << text;
    EXPECT_EQ(pinyin->read(words), c.at("pinyin").get<std::string>()) << text;
  }
  EXPECT_GE(cases.size(), 38u);
}

TEST(XttsChinese, DigitsOfAnyWidthAndLength) {
  EXPECT_EQ(chinese_words("２０２４年"), "二零二四年");  // upstream reads years in ASCII's alone
  EXPECT_EQ(chinese_words(""), "");
  EXPECT_EQ(chinese_words("^^$"), "");
  EXPECT_EQ(chinese_words("一"), "一");
  EXPECT_GT(chinese_words(std::string(400, '9') + "元").size(), 1200u);
  EXPECT_EQ(chinese_words("0000元"), "元");
}

TEST(XttsChinese, DictionariesThatAreNoneAreRefused) {
  const auto error_of = [](std::string_view characters, std::string_view phrases) {
    const Result<Pinyin> pinyin = Pinyin::parse(characters, phrases, "d");
    return pinyin ? "none" : pinyin.error().message;
  };
  EXPECT_EQ(error_of("{}", "{}"), "none");
  EXPECT_EQ(error_of("[", "{}"), "d/pinyin_dict.json: is no JSON object");
  EXPECT_EQ(error_of("{\"x\": \"nǐ\"}", "{}"),
            "d/pinyin_dict.json: expected sounds by the numbers of characters");
  EXPECT_EQ(error_of("{\"55296\": \"nǐ\"}", "{}"),  // half of a surrogate pair
            "d/pinyin_dict.json: expected sounds by the numbers of characters");
  EXPECT_EQ(error_of("{}", "[]"), "d/phrases_dict.json: is no JSON object");
  EXPECT_EQ(error_of("{}", "{\"你\": 1}"),
            "d/phrases_dict.json: expected lists of sounds by phrases");
  EXPECT_EQ(error_of("{}", "{\"你\": [[]]}"),
            "d/phrases_dict.json: expected a list of sounds for each character of a phrase");
}

}  // namespace
}  // namespace sotto::spoken::chinese_test
