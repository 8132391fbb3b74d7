// Rows of voices: what "auto" tries in which order, and what may be set.
#include "speech/voice_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace sotto::speech::voice_kinds_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Language kJapanese{"jpn_Jpan", "ja"}, kEnglish{"eng_Latn", "en"};

VoiceKind made_up(std::string_view name, int rank, bool only_by_name,
                  bool (*suits)(const Language&, const VoiceOptions&)) {
  return {.name = name,
          .rank = rank,
          .leaves_machine = false,
          .only_by_name = only_by_name,
          .has_models = false,
          .takes_files = false,
          .settings = {},
          .list = nullptr,
          .voices = nullptr,
          .suits = suits,
          .open = nullptr};
}

TEST(AutoOrder, TakesTheLeastRankThatSuitsAndNeedNotBeNamed) {
  const auto all = [](const Language&, const VoiceOptions&) { return true; };
  const auto japanese = [](const Language& l, const VoiceOptions&) { return l.iso == "ja"; };
  const auto named = [](const Language&, const VoiceOptions& o) { return !o.model.empty(); };
  const VoiceKind last = made_up("last", 9, false, all), local = made_up("local", 2, false, named),
                  cloud = made_up("cloud", 0, true, all),
                  kana = made_up("kana", 1, false, japanese);
  const VoiceKind* const kinds[] = {&last, &cloud, &local, &kana};
  const auto order = [&](const Language& language, const VoiceOptions& options) {
    std::vector<std::string_view> names;
    for (const VoiceKind* kind : auto_order(kinds, language, options)) names.push_back(kind->name);
    return names;
  };
  EXPECT_THAT(order(kJapanese, {}), ElementsAre("kana", "last"));
  EXPECT_THAT(order(kEnglish, {}), ElementsAre("last"));
  VoiceOptions with_model;
  with_model.model = "m";
  EXPECT_THAT(order(kJapanese, with_model), ElementsAre("kana", "local", "last"));
}

TEST(VoiceKindRows, AreWhole) {
  std::set<std::string_view> names;
  for (const VoiceKind* kind : voice_kinds()) {
    SCOPED_TRACE(kind->name);
    EXPECT_TRUE(names.insert(kind->name).second);
    EXPECT_EQ(kind_of(std::string(kind->name) + ":anna"), kind);
    EXPECT_EQ(kind->has_models, kind->model_languages != nullptr);
    ASSERT_FALSE(kind->list().empty());
    for (const VoiceInfo& voice : kind->list()) EXPECT_EQ(kind_of(voice.name), kind) << voice.name;
    for (const SingleVoice& voice : kind->voices({})) EXPECT_EQ(kind_of(voice.name), kind);
    for (const VoiceSetting& setting : kind->settings) {
      EXPECT_TRUE(setting.usual.empty() || check(setting, setting.usual)) << setting.key;
      for (const VoiceSetting& same : voice_settings())
        EXPECT_TRUE(same.key != setting.key || range_of(same) == range_of(setting));
    }
  }
  EXPECT_EQ(kind_of("auto"), nullptr);
  EXPECT_EQ(kind_of(""), nullptr);
}

TEST(VoiceSettings, AreCheckedWhoeverSetsThem) {
  const auto error_of = [](const char* key, const char* value) {
    VoiceOptions options;
    options.settings[key] = value;
    const auto voice = open_voice("espeak-ng", kEnglish, 1, options);
    return voice ? "" : voice.error().message;
  };
  EXPECT_EQ(error_of("temperature", "0.5"), "");
  EXPECT_EQ(error_of("seed", "18446744073709551615"), "");
  EXPECT_EQ(error_of("temperature", "hot"),
            "temperature: \"hot\", expected a number from 0 to 100");
  for (const char* wrong : {"", "-1", "100.1", "nan", "inf", "1 ", "0x1"})
    EXPECT_THAT(error_of("temperature", wrong), HasSubstr("expected a number from 0 to 100"));
  for (const char* wrong : {"0", "1.5", "1001", "-1", "99999999999999999999"})
    EXPECT_THAT(error_of("lsd-steps", wrong), HasSubstr("expected a whole number from 1 to 1000"));
  EXPECT_THAT(error_of("seed", "-1"), HasSubstr("expected a whole number from 0"));
}

TEST(VoiceSettings, NotSetTheyAreAsUsual) {
  const VoiceSetting own = {"a", "", false, 0, 1, ""}, usual = {"b", "", true, 0, 9, "7"};
  EXPECT_EQ(number({}, own), std::nullopt);
  EXPECT_EQ(number({{"a", "0.25"}}, own), 0.25);
  EXPECT_EQ(whole_number({}, usual), 7u);
  EXPECT_EQ(whole_number({{"b", "8"}}, usual), 8u);
}

}  // namespace
}  // namespace sotto::speech::voice_kinds_test
