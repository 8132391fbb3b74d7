#include "speech/pocket_voice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "device_cpu/backend.h"
#include "golden.h"
#include "speech/heard.h"

namespace sotto::speech::pocket_voice_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using sotto::testing::golden_folder;
using sotto::testing::GoldenFile;
using ::testing::HasSubstr;
using Floats = std::vector<float>;

fs::path folder() { return golden_folder("pocket_tts"); }

PocketOptions options(const std::string& model = "lsd") {
  PocketOptions o;
  o.model = folder() / "models" / (model + ".yaml");
  o.voice = folder() / ("voice_" + model + "_voice24k.safetensors");
  o.threads = 2;
  return o;
}

Floats say(const PocketOptions& o, const std::string& text) {
  const auto voice = open_pocket_voice(o);
  if (!voice) throw std::runtime_error(voice.error().message);
  return heard(**voice, text);
}

std::string error_of(const PocketOptions& o) {
  const auto voice = open_pocket_voice(o);
  return voice ? "no error" : voice.error().message;
}

// Without noise a whole run is the reference's, from text to sound. An independent computation
// differs by up to 6e-4 in free runs; the limit is the one that the goldens' own check has.
TEST(PocketVoiceTest, WholeRunsWithoutNoiseAreTheReferences) {
  int compared = 0;
  const json cases = sotto::testing::golden_json(folder() / "cases.json");
  for (const auto& [name, run] : cases.at("e2e").items()) {
    if (!fs::exists(folder() / "models" / (name + ".yaml"))) continue;  // quantized ones
    const GoldenFile golden(folder() / run.at("file").get<std::string>());
    for (const json& c : run.at("cases")) {
      if (c.at("temp") != 0.0 || !c.at("frames_after_eos").is_null()) continue;
      SCOPED_TRACE(name + ", " + c.at("id").get<std::string>());
      PocketOptions o = options(name);
      o.temperature = 0;
      o.eos_threshold = c.at("eos_threshold");
      o.sampler_steps = c.at("sampler_decode_steps");
      o.max_tokens = c.at("max_tokens");
      o.voice = folder() / c.at("voice").get<std::string>();
      const Floats sound = say(o, c.at("text"));
      const Floats expected = golden.f32(c.at("id").get<std::string>() + ".audio");
      ASSERT_EQ(sound.size(), expected.size());
      float worst = 0;
      for (size_t i = 0; i < sound.size(); ++i)
        worst = std::max(worst, std::abs(sound[i] - expected[i]));
      EXPECT_LT(worst, 2e-3f);
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

TEST(PocketVoiceTest, ASeedSpeaksTheSameWayWithAnyNumberOfThreads) {
  PocketOptions o = options();
  o.temperature = 0.7;
  o.seed = 5;
  const Floats sound = say(o, "One two. Three four.");
  o.threads = 1;
  EXPECT_EQ(say(o, "One two. Three four."), sound);
  o.seed = 6;
  EXPECT_NE(say(o, "One two. Three four."), sound);
}

#ifdef __linux__
long threads_of_this_process() {
  const fs::directory_iterator all("/proc/self/task");
  return std::distance(begin(all), end(all));
}

TEST(PocketVoiceTest, VoicesShareTheThreadsOfAnEngine) {
  PocketOptions o = options();
  o.temperature = 0;
  const Floats sound = say(o, "One two.");
  const auto backend = device::cpu::open_backend(3);
  ASSERT_TRUE(backend);
  o.backend = *backend;
  const long before = threads_of_this_process();
  const auto one = open_pocket_voice(o), other = open_pocket_voice(o);
  ASSERT_TRUE(one && other);
  EXPECT_EQ(threads_of_this_process(), before);
  EXPECT_EQ(heard(**one, "One two."), sound);
  EXPECT_EQ(heard(**other, "One two."), sound);
}
#endif

TEST(PocketVoiceTest, ARateChangesTheLengthAndNothingElse) {
  PocketOptions o = options();
  o.temperature = 0;
  const std::string text = "One two. Three four.";
  const Floats own = say(o, text);
  for (const double rate : {0.25, 0.5, 2.0, 4.0}) {
    o.rate = rate;
    const double expected = static_cast<double>(own.size()) / rate;
    EXPECT_NEAR(static_cast<double>(say(o, text).size()), expected, 0.02 * expected) << rate;
  }
  const auto voice = open_pocket_voice(o);
  ASSERT_TRUE(voice) << voice.error().message;
  ASSERT_TRUE((*voice)->set_rate(1));
  EXPECT_EQ(heard(**voice, text), own);
}

// The recording and the state that the reference made of it give the same speech.
TEST(PocketVoiceTest, ARecordingIsAVoice) {
  PocketOptions o = options();
  o.temperature = 0;
  const Floats state = say(o, "Hello.");
  o.voice = folder() / "voice24k.wav";
  const Floats recording = say(o, "Hello.");
  ASSERT_EQ(recording.size(), state.size());
  float worst = 0;
  for (size_t i = 0; i < state.size(); ++i)
    worst = std::max(worst, std::abs(state[i] - recording[i]));
  EXPECT_LT(worst, 2e-3f);
}

TEST(PocketVoiceTest, ListenersThatGoAwayAndStopsEndIt) {
  for (const double rate : {1.0, 0.5}) {
    SCOPED_TRACE(rate);
    PocketOptions o = options();
    o.rate = rate;
    const auto voice = open_pocket_voice(o);
    ASSERT_TRUE(voice) << voice.error().message;
    int chunks = 0;
    const auto left = (*voice)->speak("One, two, three, four.", {}, [&](const audio::Chunk&) {
      ++chunks;
      return false;
    });
    EXPECT_EQ(chunks, 1);
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, Errc::cancelled);
    std::stop_source stop;
    const auto stopped = (*voice)->speak("One, two.", stop.get_token(), [&](const audio::Chunk&) {
      stop.request_stop();
      return true;
    });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Errc::cancelled);
    EXPECT_TRUE((*voice)->speak(" ", {}, [](const audio::Chunk&) { return true; }));
  }
}

TEST(PocketVoiceTest, VoicesThatCannotBeOpened) {
  PocketOptions o = options();
  o.voice = "nobody";
  EXPECT_THAT(error_of(o), HasSubstr("pocket-tts: has no voice \"nobody\""));
  o.voice = "/nowhere/me.wav";
  EXPECT_THAT(error_of(o), HasSubstr("/nowhere/me.wav: there is no such voice file"));
  o.voice = folder();
  EXPECT_THAT(error_of(o), HasSubstr("is a folder"));
  o.voice = folder() / "cases.json";
  EXPECT_THAT(error_of(o), HasSubstr("cases.json: is no recording"));
  o.voice = folder() / "voice_pointwise_gqa_voice24k.safetensors";
  EXPECT_THAT(error_of(o), HasSubstr("voice_pointwise_gqa_voice24k.safetensors"));
  o.model = "";
  EXPECT_THAT(error_of(o), HasSubstr("expected --voice-model"));
  o.model = "/nowhere.yaml";
  EXPECT_THAT(error_of(o), HasSubstr("/nowhere.yaml"));
}

}  // namespace
}  // namespace sotto::speech::pocket_voice_test
