// Voice prompts against the reference: from the WAV files of the goldens to what Mimi's encoder
// makes of them.
#include "models/pocket_tts/voice_prompt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>

#include "checkpoint/safetensors.h"
#include "device_cpu/backend.h"
#include "golden.h"
#include "models/pocket_tts/config.h"
#include "models/pocket_tts/mimi.h"

namespace sotto::models::pocket_tts::pocket_tts_voice_prompt_test {
namespace {

using nlohmann::json;
using Floats = std::vector<float>;

using sotto::testing::value;

std::filesystem::path folder() { return sotto::testing::golden_folder("pocket_tts"); }

template <class T>
T at(const std::string& bytes, size_t offset) {
  T number;
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

struct Wav {
  int rate = 0;
  Floats mono;
};

// The mean of the channels of interleaved samples.
Floats mean_of_channels(const Floats& interleaved, size_t channels) {
  Floats mono(interleaved.size() / channels);
  for (size_t i = 0; i < mono.size() * channels; ++i) mono[i / channels] += interleaved[i];
  for (float& x : mono) x /= static_cast<float>(channels);
  return mono;
}

// 16 bits, with the header that the goldens have: 44 bytes.
Wav read_wav(const std::filesystem::path& path) {
  const std::string bytes = sotto::testing::golden_text(path);
  if (bytes.substr(36, 4) != "data") throw std::runtime_error(path.string() + ": another header");
  Floats samples;
  for (size_t i = 44; i + 1 < bytes.size(); i += 2) {
    samples.push_back(static_cast<float>(at<int16_t>(bytes, i)) / 32768);
  }
  return {.rate = at<int32_t>(bytes, 24),
          .mono = mean_of_channels(samples, at<uint16_t>(bytes, 22))};
}

void expect_near(const Floats& found, const Floats& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ASSERT_NEAR(double{found[i]}, double{expected[i]}, tolerance) << "at " << i;
  }
}

TEST(PocketTtsVoicePrompt, IsThatOfTheReferenceStepByStep) {
  const json cases = sotto::testing::golden_json(folder() / "cases.json");
  const auto backend = value(device::cpu::open_backend(1, ""));
  for (const auto& [name, about] : cases.at("voice").items()) {
    const Config config = value(read_config(folder() / "models" / (name + ".yaml")));
    const auto weights = value(checkpoint::open_safetensors(folder() / config.weights_path));
    const auto encoder = value(MimiEncoder::load(*weights, config.mimi, {}, *backend));
    const sotto::testing::GoldenFile goldens(folder() / about.at("stages").get<std::string>());
    for (const auto& [voice, state] : about.at("states").items()) {
      SCOPED_TRACE(name + " " + voice);
      const Wav wav = read_wav(folder() / state.at("wav").get<std::string>());
      ASSERT_EQ(wav.rate, state.at("rate").get<int>());
      const Floats read = goldens.f32(voice + ".read");
      ASSERT_GE(wav.mono.size(), read.size());
      EXPECT_EQ(Floats(wav.mono.begin(), wav.mono.begin() + static_cast<int64_t>(read.size())),
                read);
      // The reference adds up in float: some 40 products below 1.
      const Floats converted = value(convert_rate(wav.mono, wav.rate, config.mimi.sample_rate));
      expect_near(converted, goldens.f32(voice + ".converted"), 40 * 0x1p-24);
      const Floats prompt = value(end_on_pause(converted, config.mimi.sample_rate));
      expect_near(prompt, goldens.f32(voice + ".end_on_pause"), 41 * 0x1p-24);
      // As for Mimi's own goldens, pocket_tts_mimi_test.cc; the largest numbers are about 3.
      expect_near(encoder->encode(prompt, *backend), goldens.f32(voice + ".latents"), 3e-5);
    }
  }
}

Floats tone(double hz, int rate, double seconds) {
  Floats samples(static_cast<size_t>(rate * seconds));
  for (size_t i = 0; i < samples.size(); ++i) {
    samples[i] = static_cast<float>(
        0.5 * std::sin(2 * std::numbers::pi * hz * static_cast<double>(i) / rate));
  }
  return samples;
}

TEST(PocketTtsVoicePrompt, ATonePassesAtAnyRate) {
  for (const int rate : {1000, 8000, 11025, 22050, 32000, 44100, 48000, 95999, 192000, 384000}) {
    SCOPED_TRACE(rate);
    constexpr double kSeconds = 0.3;
    const Floats found = value(convert_rate(tone(220, rate, kSeconds), rate, 24000));
    const Floats expected = tone(220, 24000, kSeconds);
    ASSERT_NEAR(static_cast<double>(found.size()), kSeconds * 24000, 24000.0 / rate + 1);
    for (size_t i = 2000; i < 5000; ++i) {  // away from the ends
      // A Kaiser window of beta 5 leaves ripples of about -50 dB.
      ASSERT_NEAR(double{found[i]}, double{expected[i]}, 0.5 * 0.005) << i;
    }
  }
}

TEST(PocketTtsVoicePrompt, RatesBeyondReasonAreErrors) {
  const Floats samples(100);
  for (const int rate : {0, -1, 999, 384001, INT32_MAX}) {
    const auto result = convert_rate(samples, rate, 24000);
    ASSERT_FALSE(result) << rate;
    EXPECT_NE(result.error().message.find(std::to_string(rate)), std::string::npos);
  }
}

TEST(PocketTtsVoicePrompt, EndsBehindTheLastSoundWithSilence) {
  constexpr int kRate = 1000;  // frames of 20 samples
  Floats samples(200);
  std::fill_n(samples.begin(), 55, 1.0f);  // the third frame is the last loud one
  samples[100] = 0.05f;                    // -39 dB of its frame
  const Floats prompt = value(end_on_pause(samples, kRate));
  ASSERT_EQ(prompt.size(), 60u + 80u);
  EXPECT_EQ(prompt[39], 1.0f);
  EXPECT_EQ(prompt[40], 1.0f);
  EXPECT_NEAR(prompt[50], 9.0 / 19, 1e-6);
  for (size_t i = 55; i < prompt.size(); ++i) ASSERT_EQ(prompt[i], 0.0f) << i;
}

TEST(PocketTtsVoicePrompt, SilenceIsNoVoice) {
  for (const float quiet : {0.0f, 0.0005f}) {  // -66 dB
    const auto result = end_on_pause(Floats(4800, quiet), 24000);
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("a voice prompt is silent"), std::string::npos);
  }
  EXPECT_EQ(value(end_on_pause(Floats(4800, 0.002f), 24000)).size(), 4800u + 1920u);
}

TEST(PocketTtsVoicePrompt, RecordingsWithoutSoundAreErrors) {
  for (const size_t size : {size_t{0}, size_t{1}, size_t{479}}) {
    const auto result = end_on_pause(Floats(size), 24000);
    ASSERT_FALSE(result) << size;
    EXPECT_NE(result.error().message.find("expected at least 480"), std::string::npos);
  }
  for (const float bad : {NAN, INFINITY, 1e30f, -1e30f, 32767.0f}) {
    Floats samples(4800, 0.1f);
    samples[3] = bad;
    const auto result = end_on_pause(samples, 24000);
    ASSERT_FALSE(result) << bad;
    const std::string& message = result.error().message;
    EXPECT_NE(message.find(std::isfinite(bad) ? "samples up to" : "not finite"), std::string::npos);
  }
}

}  // namespace
}  // namespace sotto::models::pocket_tts::pocket_tts_voice_prompt_test
