// A model speaks its own languages.
#include "speech/pocket_languages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_folder.h"
#include "pocket_model.h"
#include "speech/voice_kinds.h"

namespace sotto::speech::pocket_languages_test {
namespace {

namespace fs = std::filesystem;
using sotto::testing::make_pocket_model;
using sotto::testing::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const Language kEnglish{"eng_Latn", "en"}, kGerman{"deu_Latn", "de"};

TEST(PocketLanguages, TheNamesOfAModelsFilesSayThem) {
  const TemporaryFolder folder;
  const auto languages = [&](const std::string& place, const std::string& name) {
    return languages_of_pocket_model(make_pocket_model(folder / place, name, {}));
  };
  EXPECT_THAT(languages("a", "english.yaml"), ElementsAre("en"));
  EXPECT_THAT(languages("b", "german_24l.yaml"), ElementsAre("de"));
  EXPECT_THAT(languages("c", "English_2026-09.yaml"), ElementsAre("en"));
  EXPECT_THAT(languages("pocket-tts-dutch", "small.yaml"), ElementsAre("nl"));
  EXPECT_THAT(languages("d", "french-spanish.yaml"), ElementsAre("fr", "es"));
  EXPECT_THAT(languages("e", "small.yaml"), IsEmpty());
  EXPECT_THAT(languages("f", "frenchfries.yaml"), IsEmpty());
  EXPECT_THAT(languages_of_pocket_model("/nowhere/english.yaml"), IsEmpty());
}

TEST(PocketLanguages, TheWeightsSayThemWhereTheYamlDoesNot) {
  const TemporaryFolder folder;
  const fs::path yaml = make_pocket_model(folder.path(), "small.yaml", {});
  std::string text = sotto::testing::golden_text(yaml);
  text.replace(text.find("models/lsd.safetensors"), 22, "hf://a/b/languages/italian/x.safetensors");
  std::ofstream(yaml) << text;
  EXPECT_THAT(languages_of_pocket_model(yaml), ElementsAre("it"));
}

class EnglishModel : public ::testing::Test {
 protected:
  EnglishModel() {
    options_.model = make_pocket_model(folder_.path(), "english.yaml", {"anna", "ben"});
    options_.threads = 1;
  }
  std::string heard(const std::string& name, const Language& language) const {
    const auto voice = open_voice(name, language, 1, options_);
    return voice ? (*voice)->name() : voice.error().message;
  }

  const TemporaryFolder folder_;
  VoiceOptions options_;
};

TEST_F(EnglishModel, AutoTakesItForEnglishAlone) {
  EXPECT_EQ(heard("auto", kEnglish), "pocket-tts");
  EXPECT_THAT(heard("auto", kGerman), StartsWith("espeak-ng:de"));
}

TEST_F(EnglishModel, WhoNamesAVoiceOfItIsTold) {
  EXPECT_EQ(heard("pocket-tts:anna", kEnglish), "pocket-tts:anna");
  for (const char* name : {"pocket-tts", "pocket-tts:anna"})
    EXPECT_EQ(heard(name, kGerman),
              "pocket-tts: the model that was named speaks en, not de (deu_Latn)");
}

TEST_F(EnglishModel, ItsVoicesAreListedAsEnglish) {
  int listed = 0;
  for (const SingleVoice& voice : list_single_voices(options_)) {
    if (!voice.name.starts_with("pocket-tts")) continue;
    EXPECT_THAT(voice.languages, ElementsAre("en")) << voice.name;
    ++listed;
  }
  EXPECT_EQ(listed, 3);
}

}  // namespace
}  // namespace sotto::speech::pocket_languages_test
