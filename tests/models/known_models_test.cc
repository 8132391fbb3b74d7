#include "models/known_models.h"

#include <gtest/gtest.h>

#include "checkpoint/files.h"

namespace sotto::models::known_models_test {
namespace {

TEST(KnownModels, AFamilyHasEachOfItsNames) {
  const auto model = known_model("opus-mt-en-fr");
  ASSERT_TRUE(model);
  EXPECT_EQ(model->name, "opus-mt-en-fr");
  EXPECT_EQ(model->hub_id, "Helsinki-NLP/opus-mt-en-fr");
  EXPECT_EQ(known_model_of("Helsinki-NLP/opus-mt-en-fr")->name, "opus-mt-en-fr");
  EXPECT_EQ(known_model("pocket-tts-french")->folder, "languages/french");
}

TEST(KnownModels, OthersAreNotKnown) {
  EXPECT_FALSE(known_model("opus-mt-"));
  EXPECT_FALSE(known_model("nllb"));
  EXPECT_FALSE(known_model_of("somebody/nllb-600m"));
  // One repository of many languages: which one is meant?
  EXPECT_FALSE(known_model_of("kyutai/pocket-tts-without-voice-cloning"));
}

TEST(KnownModels, AMemberHasASizeOfItsOwn) {
  EXPECT_EQ(known_model("firefox-en-ja")->size, "36 MB");
  EXPECT_EQ(known_model("firefox-en-sv")->size, known_model("firefox-*")->size);
  EXPECT_FALSE(known_model_of(""));  // it is of no hub
}

TEST(KnownModels, ATranslatorForADirection) {
  const auto known = [](const char* from, const char* to) -> std::string {
    const auto model = known_translator(*find_language(from), *find_language(to));
    return model ? model->name : "none";
  };
  EXPECT_EQ(known("en", "ja"), "firefox-en-ja");
  EXPECT_EQ(known("zh", "en"), "firefox-zh-en");
  EXPECT_EQ(known("en", "zh_hant"), "none");
  EXPECT_EQ(known("ja", "fr"), "none");
}

TEST(KnownModels, LimitsAreSaidBesideTheSize) {
  EXPECT_EQ(how_to_get(*known_model("fugumt-en-ja")),
            "`sotto pull fugumt-en-ja` fetches one (0.2 GB, CC BY-SA 4.0)");
  EXPECT_EQ(
      how_to_get(*known_model("nllb-600m")),
      "`sotto pull nllb-600m` fetches one (2.5 GB, CC BY-NC 4.0; not for commercial use; name "
      "its authors, Meta AI)");
}

TEST(FindModel, AKnownNameIsInTheHubsCacheOrCanBeFetched) {
  const checkpoint::TemporaryFolder folder;
  const checkpoint::ScopedVariable data("XDG_DATA_HOME", (folder.path() / "data").c_str());
  const checkpoint::ScopedVariable hub("HF_HUB_CACHE", (folder.path() / "hub").c_str());
  const auto missing = find_model("nllb-600m");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message,
            "no model \"nllb-600m\": it is not installed; `sotto pull nllb-600m` fetches it "
            "(2.5 GB)");
  const std::string repository = "hub/models--facebook--nllb-200-distilled-600M/";
  folder.write(repository + "refs/main", "0123abcd");
  folder.write(repository + "snapshots/0123abcd/config.json", "{}");
  const auto found = find_model("nllb-600m");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(*found, folder.path() / repository / "snapshots/0123abcd");
  EXPECT_FALSE(find_model("somebody"));
  const auto registry = find_model("firefox-en-ja");
  ASSERT_FALSE(registry);
  EXPECT_EQ(
      registry.error().message,
      "no model \"firefox-en-ja\": it is not installed; `sotto pull firefox-en-ja` fetches it "
      "(36 MB)");
}

}  // namespace
}  // namespace sotto::models::known_models_test
