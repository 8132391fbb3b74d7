// XTTS as a voice, with the small random model: its sound is noise of the right length.
#include "speech/xtts_voice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "device_cpu/backend.h"
#include "golden.h"
#include "models/golden_compare.h"
#include "speech/heard.h"
#include "speech/xtts_network.h"

namespace sotto::speech::xtts_voice_test {
namespace {

namespace fs = std::filesystem;
namespace xtts = models::xtts;
using ::testing::HasSubstr;
using Floats = std::vector<float>;

const text::Language kEnglish{"eng_Latn", "en"}, kJapanese{"jpn_Jpan", "ja"},
    kChinese{"zho_Hans", "zh"}, kSwedish{"swe_Latn", "sv"};

fs::path folder() { return sotto::testing::golden_folder("xtts"); }

VoiceOptions options() {
  VoiceOptions options;
  options.model = folder().string();
  options.threads = 2;
  return options;
}

Floats say(const std::string& name, const std::string& text, VoiceOptions how = options()) {
  auto voice = open_voice(name, kEnglish, 1, how);
  EXPECT_TRUE(voice) << voice.error().message;
  return voice ? heard(**voice, text) : Floats();
}

// The whole way: a text, the likeliest codes, the reference's wave.
TEST(XttsVoice, SaysTheReferencesWave) {
  const nlohmann::json cases = sotto::testing::golden_json(folder() / "cases.json");
  const sotto::testing::GoldenFile goldens(folder() / "goldens.safetensors");
  const auto model = *xtts::Model::load(*xtts::find_model_files(folder()), std::nullopt,
                                        *device::cpu::open_backend(2));
  const xtts::Voice speaker = {goldens.f32("cond.latents"), goldens.f32("speaker.embedding")};
  int count = 0;
  for (size_t f = 0; f < cases.at("full").size(); ++f) {
    SCOPED_TRACE(f);
    const nlohmann::json& about = cases.at("full").at(f);
    const nlohmann::json& text = cases.at("texts").at(about.at("text").get<size_t>());
    if (about.at("speed") != 1.0 || text.at("lang") == "ja") continue;  // read by a dictionary
    XttsSpeech speech;
    speech.language = text.at("lang").get<std::string>();
    speech.cleaner = *xtts::Cleaner::open(speech.language);
    speech.sampling = {.repetition_penalty = about.at("repetition_penalty"), .temperature = 0};
    auto network = xtts_network(model, speaker, std::move(speech));
    ASSERT_TRUE(network) << network.error().message;
    NeuralVoice voice("xtts", *std::move(network), 1);
    const Floats wave = goldens.f32("full." + std::to_string(f) + ".wav");
    // As the sound of the reference's states (xtts_sound_test.cc), whose logits differ as little.
    EXPECT_LE(
        models::testing::largest_error(heard(voice, text.at("text").get<std::string>()), wave),
        2e-4);
    ++count;
  }
  EXPECT_GE(count, 1);
}

TEST(XttsVoice, ASpeakerAndASeedDecide) {
  const auto speakers = *xtts::read_speakers(folder() / "speakers_xtts.pth");
  ASSERT_GE(speakers.size(), 2u);
  const std::string first = speakers.begin()->first, last = speakers.rbegin()->first;
  VoiceOptions seeded = options();
  seeded.settings["seed"] = "7";
  const Floats sound = say("xtts:" + first, "Hello.", seeded);
  EXPECT_EQ(say("xtts", "Hello.", seeded), sound);
  EXPECT_NE(say("xtts:" + last, "Hello.", seeded), sound);
  seeded.settings["seed"] = "8";
  EXPECT_NE(say("xtts:" + first, "Hello.", seeded), sound);
  EXPECT_EQ(say("xtts:" + (folder() / "speakers_xtts.pth").string(), "Hello.", seeded),
            say("xtts:" + first, "Hello.", seeded));
}

// The first speaker is who speaks in the recording, as the reference heard it: the same codes, and
// nearly the same sound.
TEST(XttsVoice, ARecordingIsAVoice) {
  VoiceOptions likeliest = options();
  likeliest.settings["temperature"] = "0";
  const fs::path recording = folder() / "reference.wav";
  const Floats speaker = say("xtts:Voice One", "I fixed the bug.", likeliest);
  const Floats listened = say("xtts:" + recording.string(), "I fixed the bug.", likeliest);
  EXPECT_LE(models::testing::largest_error(listened, speaker), 1e-2);
  const sotto::testing::TemporaryFolder recordings;
  fs::create_symlink(recording, recordings / "a.wav");
  EXPECT_EQ(say("xtts:" + (recordings / "").string(), "I fixed the bug.", likeliest), listened);
  fs::create_symlink(folder() / "vocab.json", recordings / "b.wav");
  EXPECT_THAT(error_of("xtts:" + (recordings / "").string(), kEnglish, options()),
              HasSubstr("b.wav: "));
}

TEST(XttsVoice, WhatItCannotDoIsSaid) {
  EXPECT_THAT(error_of("xtts:nobody", kEnglish, options()),
              HasSubstr("xtts: has no speaker \"nobody\""));
  EXPECT_EQ(error_of("xtts", kChinese, options()), "XTTS: sotto has no rules for texts in \"zh\"");
  EXPECT_EQ(error_of("xtts", kSwedish, options()), "XTTS: sotto has no rules for texts in \"sv\"");
  VoiceOptions elsewhere = options();
  elsewhere.model = (folder() / "..").string();
  EXPECT_THAT(error_of("xtts", kEnglish, elsewhere), HasSubstr("has no config.json"));
  VoiceOptions guest = options();
  guest.voice_may_be_file = false;
  EXPECT_THAT(error_of("xtts:" + (folder() / "speakers_xtts.pth").string(), kEnglish, guest),
              HasSubstr("has no speaker"));
}

TEST(XttsVoice, ItsSpeakersAreListed) {
  const auto voices = kXttsKind.voices(options());
  const auto speakers = *xtts::read_speakers(folder() / "speakers_xtts.pth");
  ASSERT_EQ(voices.size(), 1 + speakers.size());
  EXPECT_EQ(voices[1].name, "xtts:" + speakers.begin()->first);
  EXPECT_EQ(voices[0].languages.size(), 15u);  // of the 17, two have no rules here
  EXPECT_TRUE(kXttsKind.suits(kEnglish, options()));
  EXPECT_FALSE(kXttsKind.suits(kEnglish, {}));
  EXPECT_FALSE(kXttsKind.suits(kChinese, options()));
}

// A text that is far longer than the network has positions for.
TEST(XttsVoice, LongTextsAreCut) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "I looked for the reason why the login test fails, and I fixed it. ";
  const Floats one = say("xtts", "I looked for the reason."), all = say("xtts", text);
  EXPECT_GT(all.size(), 8 * one.size());
}

}  // namespace
}  // namespace sotto::speech::xtts_voice_test
