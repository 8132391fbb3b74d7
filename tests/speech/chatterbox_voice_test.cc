// Chatterbox as a voice, with the small random model: its sound is noise of the right length.
#include "speech/chatterbox_voice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "audio/sink.h"
#include "base/file.h"
#include "base/temporary_folder.h"
#include "device_cpu/backend.h"
#include "golden.h"
#include "models/chatterbox/conditionals.h"
#include "models/chatterbox/model.h"
#include "models/chatterbox/speech_tokens.h"
#include "speech/chatterbox_network.h"
#include "speech/chatterbox_voices.h"
#include "speech/heard.h"

namespace sotto::speech::chatterbox_voice_test {
namespace {

namespace fs = std::filesystem;
namespace chatterbox = models::chatterbox;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const Language kEnglish{"eng_Latn", "en"}, kJapanese{"jpn_Jpan", "ja"}, kChinese{"zho_Hans", "zh"},
    kThai{"tha_Thai", "th"};
constexpr const char* kText = "Hello world.";
constexpr size_t kSamplesAToken = 960;

fs::path folder() { return sotto::testing::golden_folder("chatterbox") / "model"; }

VoiceOptions options() {
  VoiceOptions options;
  options.model = folder().string();
  options.threads = 2;
  return options;
}

struct Loaded {
  std::shared_ptr<const device::Backend> backend = *device::cpu::open_backend(2);
  chatterbox::ModelFiles files = *chatterbox::find_model_files(folder(), "en");
  std::shared_ptr<const chatterbox::Model> model =
      *chatterbox::Model::load(files, std::nullopt, backend);
  chatterbox::Conditionals voice = *chatterbox::read_conditionals(files.conditionals);
};

// As it is opened, but cut off after a second: random weights know no end.
std::vector<float> say(const Loaded& loaded, const ChatterboxSpeech& how,
                       const std::string& text = kText) {
  auto network = chatterbox_network(loaded.model, loaded.voice,
                                    {how.language, {}, how.settings, how.first_tokens});
  EXPECT_TRUE(network) << network.error().message;
  NeuralVoice voice("chatterbox", *std::move(network), 1);
  return heard(voice, text);
}

ChatterboxSpeech usual() {
  ChatterboxSpeech speech;
  speech.settings = chatterbox::usual_settings(chatterbox::Variant::english);
  speech.settings.most_tokens = 25;
  speech.settings.seed = 5;
  return speech;
}

// Of the tokens that T3 says, without the way through threads and pieces.
size_t expected_tokens(const Loaded& loaded, const chatterbox::SpeechSettings& settings) {
  chatterbox::T3Session session(loaded.model->t3, *loaded.backend, true);
  session.hear(loaded.voice.t3);
  const std::vector<int> text = loaded.model->tokens.prompt(kText);
  chatterbox::SpeechTokens tokens(session, *loaded.model->t3, text, settings);
  size_t count = 0;
  while (const auto token = tokens.next()) count += *token < loaded.model->s3gen->vocabulary();
  return count;
}

TEST(ChatterboxVoice, SoundIsAsLongAsItsTokens) {
  const Loaded loaded;
  const size_t tokens = expected_tokens(loaded, usual().settings);
  ASSERT_GT(tokens, 0u);
  EXPECT_EQ(say(loaded, usual()).size(), tokens * kSamplesAToken);
}

TEST(ChatterboxVoice, ItsSettingsAreHeard) {
  Loaded loaded;
  ChatterboxSpeech greedy = usual(), unguided;
  greedy.settings.sampling.temperature = 0;
  const std::vector<float> sound = say(loaded, greedy);
  unguided.settings = greedy.settings;
  unguided.settings.cfg_weight = 0;
  EXPECT_NE(say(loaded, unguided), sound);
  loaded.voice.t3.exaggeration += 1;
  EXPECT_NE(say(loaded, greedy), sound);
}

// The same sound, near enough, of the same length, in parts that grow.
TEST(ChatterboxVoice, SoundLeavesWhileTokensAreStillMade) {
  const Loaded loaded;
  ChatterboxSpeech speech = usual();
  speech.settings.most_tokens = 75;
  const size_t samples = say(loaded, speech).size();
  speech.first_tokens = 10;
  auto network = chatterbox_network(loaded.model, loaded.voice,
                                    {speech.language, {}, speech.settings, speech.first_tokens});
  ASSERT_TRUE(network) << network.error().message;
  NeuralVoice voice("chatterbox", *std::move(network), 1);
  std::vector<size_t> chunks;
  ASSERT_TRUE(voice.speak(kText, {}, [&](const audio::Chunk& chunk) {
    chunks.push_back(chunk.samples.size());
    return true;
  }));
  ASSERT_GE(chunks.size(), 3u);
  // Ten tokens without those that are kept back: three, and eight frames.
  EXPECT_EQ(chunks.front(), 3 * kSamplesAToken);
  size_t all = 0;
  for (const size_t chunk : chunks) all += chunk;
  EXPECT_EQ(all, samples);
}

TEST(ChatterboxVoice, ALongTextIsSaidInPieces) {
  const Loaded loaded;
  std::string text;
  for (int i = 0; i < 12; ++i) text += "All of the tests have passed now. ";
  const size_t most = static_cast<size_t>(usual().settings.most_tokens) * kSamplesAToken;
  EXPECT_GT(say(loaded, usual(), text).size(), most);
  EXPECT_EQ(say(loaded, usual(), "  \n ").size(), 0u);
}

// Beside so long a recording there is no room for a second of speech.
TEST(ChatterboxVoice, ASoundThatCannotBeMadeIsAnError) {
  Loaded loaded;
  chatterbox::SpeechPrompt& prompt = loaded.voice.gen;
  prompt.tokens.assign(1999, 0);
  prompt.mel.assign(2 * prompt.tokens.size() * static_cast<size_t>(loaded.model->s3gen->mel()), 0);
  auto network = chatterbox_network(loaded.model, loaded.voice, usual());
  ASSERT_TRUE(network) << network.error().message;
  NeuralVoice voice("chatterbox", *std::move(network), 1);
  const auto said = voice.speak(kText, {}, [](const audio::Chunk&) { return true; });
  ASSERT_FALSE(said);
  EXPECT_THAT(said.error().message, StartsWith("chatterbox: "));
  EXPECT_THAT(said.error().message,
              HasSubstr("speech tokens with a prompt of 1999, expected 1 to 1"));
}

TEST(ChatterboxVoice, WhatIsSetIsInRange) {
  VoiceOptions wrong = options();
  wrong.settings["cfg-weight"] = "2";
  EXPECT_EQ(error_of("chatterbox", kEnglish, wrong),
            "cfg-weight: \"2\", expected a number from 0 to 1");
}

TEST(ChatterboxVoice, AnotherVoiceIsAFile) {
  const std::string file = (folder() / "conds.pt").string();
  const auto voice = open_voice("chatterbox:" + file, kEnglish, 1, options());
  ASSERT_TRUE(voice) << voice.error().message;
  EXPECT_EQ((*voice)->name(), "chatterbox:conds");
  VoiceOptions names = options();
  names.voice_may_be_file = false;
  EXPECT_THAT(error_of("chatterbox:" + file, kEnglish, names), HasSubstr("there is no such voice"));
}

// A data folder of its own, so that voices which are kept lie nowhere else.
class ChatterboxVoices : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* before = std::getenv("XDG_DATA_HOME")) before_ = before;
    setenv("XDG_DATA_HOME", folder_.path().c_str(), 1);
  }
  void TearDown() override {
    before_.empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", before_.c_str(), 1);
  }
  // Seconds of a hoarse tone.
  fs::path recording(double seconds) const {
    std::vector<float> samples(static_cast<size_t>(22050 * seconds));
    for (size_t i = 0; i < samples.size(); ++i)
      samples[i] = 0.3f * std::sin(0.05f * static_cast<float>(i)) +
                   0.05f * static_cast<float>((i * 7919) % 101) / 101;
    const fs::path file = folder_.path() / "anna.wav";
    auto sink = audio::Sink::open(file.string(), 22050);
    EXPECT_TRUE(sink && (*sink)->write({samples, 22050}, {}) && (*sink)->finish());
    return file;
  }

  sotto::testing::TemporaryFolder folder_;
  std::string before_;
};

TEST_F(ChatterboxVoices, ChineseIsSpokenWhereItsTableIs) {
  VoiceOptions with_table = options();
  with_table.model = folder_.path().string();
  for (const auto& file : fs::directory_iterator(folder()))
    fs::create_symlink(fs::absolute(file.path()), folder_ / file.path().filename());
  EXPECT_EQ(error_of("chatterbox", kChinese, with_table),
            folder_.path().string() + ": has no Cangjie5_TC.json, which Chinese is read with");
  ASSERT_TRUE(write_file(folder_ / "Cangjie5_TC.json", R"(["我\thqi"])"));
  EXPECT_EQ(kChatterboxKind.model_languages(with_table.model).back(), "zh");
  // It is read; the small network has fewer tokens of speech than upstream's.
  EXPECT_THAT(error_of("chatterbox", kChinese, with_table), HasSubstr("speech_emb.weight"));
  ASSERT_TRUE(write_file(folder_ / "Cangjie5_TC.json", "{}"));
  EXPECT_THAT(error_of("chatterbox", kChinese, with_table), HasSubstr("is no JSON list"));
}

TEST_F(ChatterboxVoices, ARecordingIsHeardOnceAndKept) {
  const fs::path file = recording(1.5);
  const auto kept = add_voice(file.string(), "anna", options());
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_EQ(kept->filename(), "anna.safetensors");
  const auto voices = kChatterboxKind.voices(options());
  ASSERT_EQ(voices.size(), 2u);
  EXPECT_EQ(voices[1].name, "chatterbox:anna");

  const chatterbox::ModelFiles files = *chatterbox::find_model_files(folder(), "en");
  const auto again = read_chatterbox_voice(file.string(), files, options());
  const auto by_name = read_chatterbox_voice("anna", files, options());
  ASSERT_TRUE(again && by_name);
  EXPECT_EQ(by_name->t3.speaker_emb, again->t3.speaker_emb);
  EXPECT_EQ(by_name->t3.prompt_tokens, again->t3.prompt_tokens);
  EXPECT_EQ(by_name->gen.tokens, again->gen.tokens);
  EXPECT_EQ(by_name->gen.mel, again->gen.mel);
  EXPECT_EQ(by_name->gen.x_vector, again->gen.x_vector);
  EXPECT_NE(by_name->gen.mel, read_chatterbox_voice("", files, options())->gen.mel);

  const auto voice = open_voice("chatterbox:anna", kEnglish, 1, options());
  ASSERT_TRUE(voice) << voice.error().message;
  EXPECT_EQ((*voice)->name(), "chatterbox:anna");
}

TEST_F(ChatterboxVoices, WhatIsNoVoiceIsSaid) {
  const auto error = [](const std::string& file, const std::string& name) {
    const auto kept = add_voice(file, name, options());
    return kept ? "kept" : kept.error().message;
  };
  EXPECT_THAT(error(recording(0.1).string(), "anna"), HasSubstr("seconds, expected 0.5"));
  EXPECT_THAT(error(recording(1).string(), "../anna"), HasSubstr("is no name for a voice"));
  EXPECT_THAT(error((folder() / "tokenizer.json").string(), "anna"), HasSubstr("tokenizer.json"));
  EXPECT_THAT(error_of("chatterbox:anna", kEnglish, options()),
              HasSubstr("there is no such voice"));
}

TEST(ChatterboxVoice, WhatIsMissingIsSaid) {
  EXPECT_THAT(error_of("chatterbox", kThai, options()), HasSubstr("speaks \"th\""));
  // The small one's tokens of speech are fewer than upstream's.
  EXPECT_THAT(error_of("chatterbox", kJapanese, options()), HasSubstr("speech_emb.weight has"));
  const sotto::testing::TemporaryFolder empty;
  VoiceOptions none = options();
  none.model = empty.path().string();
  EXPECT_THAT(error_of("chatterbox", kEnglish, none), HasSubstr("holds no Chatterbox"));
  fs::copy(folder() / "t3_cfg.safetensors", empty.path() / "t3_cfg.safetensors");
  EXPECT_THAT(error_of("chatterbox", kEnglish, none), HasSubstr("has no s3gen.safetensors"));
}

TEST(ChatterboxVoice, AutoTakesNoneThatNobodyNamed) {
  EXPECT_FALSE(kChatterboxKind.suits(kEnglish, {}));
  EXPECT_THAT(kChatterboxKind.model_languages(folder().string()), Contains("ja"));
}

}  // namespace
}  // namespace sotto::speech::chatterbox_voice_test
