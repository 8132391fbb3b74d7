// Who is charged for a voice pays for its work, not for how slowly he listens.
#include "engine/metered_voice.h"

#include <gmock/gmock.h>

#include <array>
#include <chrono>
#include <thread>
#include <vector>

namespace sotto::engine::metered_voice_test {
namespace {

using std::chrono::milliseconds;

class SlowVoice final : public speech::Voice {
 public:
  std::string name() const override { return "slow"; }
  int sample_rate_hz() const override { return is_live_ ? 48000 : 24000; }
  void set_live(bool is_live) override { is_live_ = is_live; }
  Result<void> speak(const std::string&, std::stop_token,
                     const speech::ChunkHandler& handler) override {
    std::this_thread::sleep_for(milliseconds(40));
    const std::array<float, 4> samples{};
    if (!handler({samples, 24000})) return Error{Errc::cancelled, "enough"};
    return {};
  }

 private:
  bool is_live_ = false;
};

TEST(MeteredVoice, CountsItsWorkWithoutItsListener) {
  std::vector<double> charged;
  const auto voice =
      metered(std::make_unique<SlowVoice>(), [&](double seconds) { charged.push_back(seconds); });
  EXPECT_EQ(voice->name(), "slow");
  EXPECT_FALSE(voice->set_rate(2));
  voice->set_live(true);
  EXPECT_EQ(voice->sample_rate_hz(), 48000);
  const auto slow_listener = [](const audio::Chunk&) {
    std::this_thread::sleep_for(milliseconds(400));
    return true;
  };
  EXPECT_TRUE(voice->speak("One.", {}, slow_listener));
  const auto no_listener = [](const audio::Chunk&) { return false; };
  EXPECT_EQ(voice->speak("Two.", {}, no_listener).error().code, Errc::cancelled);
  ASSERT_EQ(charged.size(), 2u);  // also for what was broken off
  for (const double seconds : charged) {
    EXPECT_GE(seconds, 0.04);
    EXPECT_LT(seconds, 0.4);
  }
}

}  // namespace
}  // namespace sotto::engine::metered_voice_test
