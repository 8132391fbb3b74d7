// What every neural voice does, with networks of a few lines.
#include "speech/neural_voice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <thread>

#include "speech/frame_queue.h"

namespace sotto::speech::neural_voice_test {
namespace {

using ::testing::HasSubstr;
using Floats = std::vector<float>;

// Computes a whole piece at once: a piece a word, so many samples as the word's number says.
class WholePieces final : public SpeechNetwork {
 public:
  struct Seen {
    std::atomic<int> pieces = 0;
  };
  explicit WholePieces(Seen& seen) : seen_(seen) {}

  Form form() const override {
    return {.sample_rate_hz = 1000,
            .frame_size = 10,
            .frames_ahead = 4,
            .most_at_once = 3,
            .source = "whole.onnx"};
  }
  Result<bool> begin(const std::string& text, const std::stop_token&) override {
    if (text == "unreadable") return Error{Errc::not_found, "no program reads it"};
    frames_.clear();
    for (const char c : text) frames_.push_back(c - '0');
    return !text.empty();
  }
  Result<void> make_frames(const Put& put, const std::stop_token&) override {
    float value = 0;
    for (const int frames : frames_) {
      if (frames == 'x' - '0') return Error{Errc::bad_format, "whole.onnx: is broken"};
      ++seen_.pieces;
      Floats samples(10 * static_cast<size_t>(frames));
      for (float& x : samples) x = 1e-4f * ++value;
      if (frames == 9) samples[40] = NAN;
      if (frames == 8) samples[0] = -7;
      if (frames == 6) samples[0] = 42;
      if (!put(samples, true)) break;
    }
    return {};
  }
  Result<void> sound_of(std::span<const float> frames, bool, Floats& sound) override {
    if (frames[0] == 42) return Error{Errc::bad_format, "whole.onnx: has no sound for it"};
    sound.assign(frames.begin(), frames.end());
    return {};
  }

 private:
  Seen& seen_;
  std::vector<int> frames_;
};

class NeuralVoiceTest : public ::testing::Test {
 protected:
  Result<void> say(const std::string& text, size_t most = SIZE_MAX, std::stop_token stop = {}) {
    sound_.clear();
    return voice_.speak(text, std::move(stop), [&](const audio::Chunk& chunk) {
      EXPECT_EQ(chunk.sample_rate_hz, 1000);
      sound_.insert(sound_.end(), chunk.samples.begin(), chunk.samples.end());
      return sound_.size() < most;
    });
  }

  WholePieces::Seen seen_;
  NeuralVoice voice_{"whole", std::make_unique<WholePieces>(seen_), 1};
  Floats sound_;
};

TEST_F(NeuralVoiceTest, APieceMayBeLongerThanTheQueue) {
  ASSERT_TRUE(say("175"));
  ASSERT_EQ(sound_.size(), 130u);
  for (size_t i = 0; i < sound_.size(); ++i)
    ASSERT_FLOAT_EQ(sound_[i], 1e-4f * static_cast<float>(i + 1));
}

TEST_F(NeuralVoiceTest, NothingToSayIsSilentAndNeedsNoThread) {
  ASSERT_TRUE(say(""));
  EXPECT_TRUE(sound_.empty());
}

TEST_F(NeuralVoiceTest, ErrorsOfEitherHalfAreTheVoices) {
  EXPECT_THAT(say("unreadable").error().message, HasSubstr("no program reads it"));
  const auto broken = say("1x1");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().message, "whole.onnx: is broken");
  EXPECT_EQ(sound_.size(), 10u);  // what came before is heard
  const auto not_finite = say("19");
  ASSERT_FALSE(not_finite);
  EXPECT_EQ(not_finite.error().message, "whole.onnx: makes sound that is no finite numbers");
  const auto silent = say("161");
  ASSERT_FALSE(silent);
  EXPECT_EQ(silent.error().message, "whole.onnx: has no sound for it");
  EXPECT_EQ(sound_.size(), 10u);
  EXPECT_TRUE(say("1"));
}

TEST_F(NeuralVoiceTest, SoundStaysInItsRange) {
  ASSERT_TRUE(say("8"));
  EXPECT_EQ(sound_[0], -1);
}

TEST_F(NeuralVoiceTest, WhoHasHeardEnoughEndsTheFirstHalf) {
  const auto left = say(std::string(1000, '5'), 20);
  ASSERT_FALSE(left);
  EXPECT_EQ(left.error().code, Errc::cancelled);
  // The chunk that was refused is the last; it has what was there by then, three frames at most.
  EXPECT_LE(sound_.size(), 10u + 30);
  EXPECT_LT(seen_.pieces, 10);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(say("555", SIZE_MAX, stop.get_token()).error().code, Errc::cancelled);
  EXPECT_TRUE(sound_.empty());
}

TEST_F(NeuralVoiceTest, ARateIsOfTheNextText) {
  ASSERT_TRUE(voice_.set_rate(2));
  ASSERT_TRUE(say(std::string(100, '5')));
  EXPECT_NEAR(static_cast<double>(sound_.size()), 2500, 100);
}

// Both halves take their time, and say when both compute.
class SlowHalves final : public SpeechNetwork {
 public:
  struct Seen {
    std::atomic<int> computing = 0, made = 0, together = 0;
  };
  SlowHalves(Seen& seen, bool in_turns) : seen_(seen), in_turns_(in_turns) {}

  Form form() const override {
    return {.sample_rate_hz = 1000,
            .frame_size = 1,
            .frames_ahead = 4,
            .most_at_once = 2,
            .source = "slow",
            .in_turns = in_turns_};
  }
  Result<bool> begin(const std::string&, const std::stop_token&) override { return true; }
  Result<void> make_frames(const Put& put, const std::stop_token&) override {
    for (int i = 0; i < 20; ++i) {
      compute();
      ++seen_.made;
      if (!put(Floats{0.01f * static_cast<float>(i)}, i % 10 == 0)) break;
    }
    return {};
  }
  Result<void> sound_of(std::span<const float> frames, bool, Floats& sound) override {
    compute();
    sound.assign(frames.begin(), frames.end());
    return {};
  }

 private:
  void compute() {
    if (++seen_.computing > 1) ++seen_.together;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    --seen_.computing;
  }

  Seen& seen_;
  const bool in_turns_;
};

TEST(InTurns, OneHalfComputesAtATime) {
  for (const bool in_turns : {true, false}) {
    SlowHalves::Seen seen;
    NeuralVoice voice("slow", std::make_unique<SlowHalves>(seen, in_turns), 1);
    Floats sound;
    ASSERT_TRUE(voice.speak("all", {}, [&](const audio::Chunk& chunk) {
      sound.insert(sound.end(), chunk.samples.begin(), chunk.samples.end());
      return true;
    }));
    ASSERT_EQ(sound.size(), 20u);
    for (size_t i = 0; i < sound.size(); ++i)
      ASSERT_FLOAT_EQ(sound[i], 0.01f * static_cast<float>(i));
    EXPECT_EQ(seen.together > 0, !in_turns) << seen.together;
  }
}

TEST(InTurns, TheFirstSoundComesFirstAndWhoListensWaitsForNothing) {
  SlowHalves::Seen seen;
  NeuralVoice voice("slow", std::make_unique<SlowHalves>(seen, true), 1);
  int chunks = 0;
  ASSERT_TRUE(voice.speak("all", {}, [&](const audio::Chunk&) {
    if (++chunks > 1) return true;
    EXPECT_EQ(seen.made, 1);
    // The first half goes on meanwhile, as far as it may be ahead.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (seen.made < 5 && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_GE(seen.made, 5);
    return true;
  }));
}

TEST(InTurns, AListenerWhoLeavesAndAStopEndBoth) {
  SlowHalves::Seen seen;
  NeuralVoice voice("slow", std::make_unique<SlowHalves>(seen, true), 1);
  EXPECT_EQ(voice.speak("all", {}, [](const audio::Chunk&) { return false; }).error().code,
            Errc::cancelled);
  std::stop_source stop;
  EXPECT_EQ(
      voice.speak("all", stop.get_token(), [&](const audio::Chunk&) { return stop.request_stop(); })
          .error()
          .code,
      Errc::cancelled);
  EXPECT_LT(seen.made, 20);
}

TEST(FrameQueueTest, GivesPiecesOneByOne) {
  FrameQueue queue(3, 2);
  EXPECT_TRUE(queue.put(Floats{1, 2, 3, 4}, true, {}));
  EXPECT_TRUE(queue.put(Floats{5, 6}, true, {}));
  queue.end();
  Floats out;
  bool begins = false;
  ASSERT_TRUE(queue.take(1, out, begins, {}));
  EXPECT_TRUE(begins);
  EXPECT_EQ(out, (Floats{1, 2}));
  ASSERT_TRUE(queue.take(8, out, begins, {}));
  EXPECT_FALSE(begins);
  EXPECT_EQ(out, (Floats{3, 4}));
  ASSERT_TRUE(queue.take(8, out, begins, {}));
  EXPECT_TRUE(begins);
  EXPECT_EQ(out, (Floats{5, 6}));
  EXPECT_FALSE(queue.take(8, out, begins, {}));
}

TEST(FrameQueueTest, AStopEndsTheWait) {
  FrameQueue queue(1, 1);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(queue.put(Floats{1}, true, {}));
  EXPECT_FALSE(queue.put(Floats{2}, false, stop.get_token()));
  Floats out;
  bool begins = false;
  EXPECT_FALSE(queue.take(1, out, begins, stop.get_token()));  // though there is one
}

}  // namespace
}  // namespace sotto::speech::neural_voice_test
