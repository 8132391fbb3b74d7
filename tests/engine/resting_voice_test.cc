// A voice that is given back behind each text.
#include "engine/resting_voice.h"

#include <gtest/gtest.h>

#include <vector>

namespace sotto::engine::resting_voice_test {
namespace {

struct Notes {
  int opened = 0, open = 0;
  bool broken = false;
  std::vector<bool> live = {};  // of each text
};

class NotingVoice final : public speech::Voice {
 public:
  explicit NotingVoice(Notes& notes) : notes_(notes) { ++notes_.open; }
  ~NotingVoice() override { --notes_.open; }
  std::string name() const override { return "voice " + std::to_string(notes_.opened); }
  int sample_rate_hz() const override { return 24000; }
  Result<void> speak(const std::string&, std::stop_token,
                     const speech::ChunkHandler& handler) override {
    const std::vector<float> sound(10);
    handler({sound, 24000});
    notes_.live.push_back(is_live_);
    return {};
  }
  void set_live(bool is_live) override { is_live_ = is_live; }

 private:
  bool is_live_ = false;
  Notes& notes_;
};

class RestingVoiceTest : public ::testing::Test {
 protected:
  Result<std::unique_ptr<RestingVoice>> open(bool rests = true) {
    const auto open = [this]() -> Result<std::unique_ptr<speech::Voice>> {
      if (notes_.broken) return Error{Errc::internal, "the voice is broken"};
      ++notes_.opened;
      return std::unique_ptr<speech::Voice>(new NotingVoice(notes_));
    };
    return RestingVoice::open(open, rests);
  }
  Notes notes_;
};

TEST_F(RestingVoiceTest, IsHeldWhileATextIsSpokenAlone) {
  const auto voice = open();
  ASSERT_TRUE(voice);
  EXPECT_EQ(notes_.open, 0);
  EXPECT_EQ((*voice)->name(), "voice 1");
  EXPECT_EQ((*voice)->sample_rate_hz(), 24000);
  std::vector<int> open_while_spoken;
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE((*voice)->speak("One.", {}, [&](const audio::Chunk&) {
      open_while_spoken.push_back(notes_.open);
      return true;
    }));
    EXPECT_EQ(notes_.open, 0);
  }
  EXPECT_EQ(open_while_spoken, (std::vector{1, 1}));
  EXPECT_EQ((*voice)->name(), "voice 3");
}

TEST_F(RestingVoiceTest, EachVoiceThatItTakesKnowsWhetherItIsHeardLive) {
  const auto voice = open();
  ASSERT_TRUE(voice);
  for (const bool is_live : {true, false}) {
    (*voice)->set_live(is_live);
    for (int i = 0; i < 2; ++i)
      EXPECT_TRUE((*voice)->speak("One.", {}, [](const audio::Chunk&) { return true; }));
  }
  EXPECT_EQ(notes_.live, (std::vector{true, true, false, false}));
}

TEST_F(RestingVoiceTest, IsKeptWhereItDoesNotRest) {
  const auto voice = open(/*rests=*/false);
  ASSERT_TRUE(voice);
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE((*voice)->speak("One.", {}, [](const audio::Chunk&) { return true; }));
  EXPECT_EQ(notes_.opened, 1);
  EXPECT_EQ(notes_.open, 1);
}

TEST_F(RestingVoiceTest, SaysWhatIsWrongWhenItIsOpened) {
  const auto voice = open();
  ASSERT_TRUE(voice);
  notes_.broken = true;
  EXPECT_FALSE(open());
  const Result<void> said = (*voice)->speak("One.", {}, [](const audio::Chunk&) { return true; });
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().message, "the voice is broken");
}

}  // namespace
}  // namespace sotto::engine::resting_voice_test
