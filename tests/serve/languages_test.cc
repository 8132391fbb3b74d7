// GET /languages, which anybody may ask for.
#include "serve/languages.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/language.h"
#include "base/thread_time.h"

namespace sotto::serve::languages_test {
namespace {

engine::TranslatorChoice model_of(std::vector<Language> from, std::vector<Language> to) {
  engine::TranslatorChoice choice;
  choice.directions = {std::move(from), std::move(to)};
  return choice;
}

std::vector<Language> languages(size_t count) {
  std::vector<Language> all;
  for (size_t i = 0; i < count; ++i)
    all.push_back({fmt::format("x{:03}_Latn", i), fmt::format("x{:03}", i)});
  return all;
}

TEST(Languages, AreThereOnceWithWhatSomeModelReaches) {
  const Language en{"eng_Latn", "en"}, ja{"jpn_Jpan", "ja"}, de{"deu_Latn", "de"};
  const std::vector models = {model_of({en}, {ja}), model_of({en, de}, {de, ja})};
  const auto listed = nlohmann::json::parse(list_languages(models));
  ASSERT_EQ(listed.size(), 3u);
  EXPECT_EQ(listed[0]["code"], "en");
  EXPECT_EQ(listed[0]["targets"], nlohmann::json::parse(R"(["ja", "de"])"));
  EXPECT_EQ(listed[1]["code"], "de");
  EXPECT_EQ(listed[1]["targets"], nlohmann::json::parse(R"(["ja"])"));
  EXPECT_EQ(listed[2]["code"], "ja");
  EXPECT_TRUE(listed[2]["targets"].empty());
}

// A server of others' does not say which it knows; no list would tell clients that there is none.
TEST(Languages, AreAllWhereATranslatorDoesNotSay) {
  const Language en{"eng_Latn", "en"}, ja{"jpn_Jpan", "ja"};
  const auto alone = nlohmann::json::parse(list_languages(std::vector{model_of({}, {})}));
  EXPECT_EQ(alone.size(), nllb_languages().size());
  const auto beside =
      nlohmann::json::parse(list_languages(std::vector{model_of({en}, {ja}), model_of({}, {})}));
  EXPECT_EQ(beside.size(), alone.size());
  for (const auto& each : beside) {
    const std::vector<std::string> targets = each["targets"];
    EXPECT_EQ(std::ranges::count(targets, "fr"), each["code"] == "fr" ? 0 : 1) << each["code"];
  }
  EXPECT_EQ(beside[0]["code"], "en");
}

// Four times the languages are sixteen times the answer; in cubic time they took 64 times as long.
TEST(Languages, TakeTimeForTheLengthOfTheAnswer) {
  const auto seconds = [](size_t count) {
    const std::vector models = {model_of(languages(count), languages(count))};
    double least = 1e9;
    for (int i = 0; i < 3; ++i) {
      const double begin = thread_seconds();
      EXPECT_GT(list_languages(models).size(), count * count);
      least = std::min(least, thread_seconds() - begin);
    }
    return least;
  };
  EXPECT_LT(seconds(400), 32 * seconds(100));
}

}  // namespace
}  // namespace sotto::serve::languages_test
