// The server's voices: what they share, and when they are let go of.
#include "engine/voices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temporary_folder.h"
#include "pocket_model.h"

namespace sotto::engine::voices_test {
namespace {

using ::testing::HasSubstr;

class VoicesTest : public ::testing::Test {
 protected:
  VoicesTest() {
    VoicesOptions options;
    options.voice.model =
        sotto::testing::make_pocket_model(folder_.path(), "english.yaml", {"anna", "ben"});
    options.voice.settings["temperature"] = "0";
    options.voice.threads = 1;
    options.opened = [this] { ++opened_; };
    voices_.emplace(options);
  }
  Result<std::unique_ptr<speech::Voice>> open(const std::string& name, double rate = 1,
                                              const char* language = "en") {
    const auto choice = voices_->choose(name);
    if (!choice) return choice.error();
    return voices_->open(*choice, *find_language(language), rate);
  }
  size_t samples(const std::string& name, double rate) {
    const auto voice = open(name, rate);
    size_t count = 0;
    const auto said = (*voice)->speak("One, two.", {}, [&](const audio::Chunk& chunk) {
      count += chunk.samples.size();
      return true;
    });
    EXPECT_TRUE(said);
    return count;
  }

  const sotto::testing::TemporaryFolder folder_;
  int opened_ = 0;
  std::optional<Voices> voices_;
};

TEST_F(VoicesTest, VoicesOfAModelShareItsWeights) {
  const auto anna = open("pocket-tts:anna"), again = open("pocket-tts:anna"),
             ben = open("pocket-tts:ben", 2), best = open("auto", 0.5);
  ASSERT_TRUE(anna && again && ben && best);
  EXPECT_EQ((*best)->name(), "pocket-tts");
  EXPECT_EQ(opened_, 4);
  EXPECT_EQ(voices_->models_loaded(), 1u);
  EXPECT_GT(voices_->weight_bytes(), 0u);
}

TEST_F(VoicesTest, AVoiceSpeaksAtEverySpeedAndIsOpenedOnce) {
  const double own = static_cast<double>(samples("pocket-tts:anna", 1));
  EXPECT_NEAR(static_cast<double>(samples("pocket-tts:anna", 2)), own / 2, 0.02 * own);
  EXPECT_NEAR(static_cast<double>(samples("pocket-tts:anna", 0.5)), own * 2, 0.02 * own);
  EXPECT_EQ(static_cast<double>(samples("pocket-tts:anna", 1)), own);
  EXPECT_EQ(opened_, 1);
}

TEST_F(VoicesTest, IdleVoicesAreLetGoOfForTheirWeights) {
  ASSERT_TRUE(open("pocket-tts:anna"));
  ASSERT_TRUE(open("pocket-tts:ben"));
  ASSERT_TRUE(open("espeak-ng"));
  const auto later = Voices::Clock::now();
  voices_->let_go(1, later - std::chrono::hours(1));  // used since
  EXPECT_EQ(voices_->models_loaded(), 1u);
  voices_->let_go(1, later);
  EXPECT_EQ(voices_->models_loaded(), 0u);
  ASSERT_TRUE(open("espeak-ng"));
  EXPECT_EQ(opened_, 3);  // it has no weights, and stayed

  const auto in_use = open("pocket-tts:anna");
  ASSERT_TRUE(open("pocket-tts:ben"));
  voices_->let_go(1, Voices::Clock::now());
  EXPECT_EQ(voices_->models_loaded(), 1u);
}

TEST_F(VoicesTest, AnEnglishModelReadsNoGerman) {
  const auto best = open("auto", 1, "de");
  ASSERT_TRUE(best) << best.error().message;
  EXPECT_THAT((*best)->name(), HasSubstr("espeak-ng:de"));
  const auto named = open("pocket-tts:anna", 1, "de");
  ASSERT_FALSE(named);
  EXPECT_EQ(named.error().code, Errc::unsupported);
  EXPECT_THAT(named.error().message, HasSubstr("speaks en, not de"));
}

}  // namespace
}  // namespace sotto::engine::voices_test
