// XTTS as a voice, with the small random model: its sound is noise of the right length.
#include "speech/xtts_voice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "audio/sink.h"
#include "base/paths.h"
#include "base/temporary_folder.h"
#include "device_cpu/backend.h"
#include "golden.h"
#include "models/golden_compare.h"
#include "paths.h"
#include "speech/heard.h"
#include "speech/xtts_network.h"
#include "text/pieces.h"

namespace sotto::speech::xtts_voice_test {
namespace {

namespace fs = std::filesystem;
namespace xtts = models::xtts;
using ::testing::HasSubstr;
using Floats = std::vector<float>;

const Language kEnglish{"eng_Latn", "en"}, kJapanese{"jpn_Jpan", "ja"}, kChinese{"zho_Hans", "zh"},
    kSwedish{"swe_Latn", "sv"};

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
    speech.read = *open_xtts_reader(speech.language);
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
  EXPECT_THAT(error_of("xtts", kChinese, options()),
              HasSubstr("XTTS: Chinese is read with pypinyin's dictionaries, which are not in "));
  EXPECT_EQ(error_of("xtts", kSwedish, options()), "XTTS: sotto has no rules for texts in \"sv\"");
  VoiceOptions elsewhere = options();
  elsewhere.model = (folder() / "..").string();
  EXPECT_THAT(error_of("xtts", kEnglish, elsewhere), HasSubstr("has no config.json"));
  VoiceOptions guest = options();
  guest.voice_may_be_file = false;
  EXPECT_THAT(error_of("xtts:" + (folder() / "speakers_xtts.pth").string(), kEnglish, guest),
              HasSubstr("has no speaker"));
}

TEST(XttsVoice, ChineseIsSpokenOnceItsDictionariesAreThere) {
  const char* before = std::getenv("XDG_DATA_HOME");
  const std::string data = before != nullptr ? before : "";
  const sotto::testing::TemporaryFolder home;
  setenv("XDG_DATA_HOME", home.path().c_str(), 1);
  fs::create_directory(data_folder());
  fs::create_directory_symlink(test_data("xtts/pypinyin"), data_folder() / "pypinyin");
  EXPECT_EQ(kXttsKind.voices(options())[0].languages.size(), 17u);
  auto voice = kXttsKind.open("", kChinese, 1, options());
  ASSERT_TRUE(voice) << voice.error().message;
  EXPECT_GT(heard(**voice, "我修复了登录接口。").size(), 0u);
  data.empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", data.c_str(), 1);
}

TEST(XttsVoice, ItsSpeakersAreListed) {
  const auto voices = kXttsKind.voices(options());
  const auto speakers = *xtts::read_speakers(folder() / "speakers_xtts.pth");
  ASSERT_EQ(voices.size(), 1 + speakers.size());
  EXPECT_EQ(voices[1].name, "xtts:" + speakers.begin()->first);
  EXPECT_EQ(voices[0].languages.size(), 16u);  // of the 17, one has no dictionary here
  EXPECT_TRUE(kXttsKind.suits(kEnglish, options()));
  EXPECT_FALSE(kXttsKind.suits(kEnglish, {}));
  EXPECT_FALSE(kXttsKind.suits(kChinese, options()));
}

// So many characters of sentences that differ, of a language.
std::string long_text(const std::vector<std::string>& sentences, size_t characters) {
  std::string text;
  for (size_t i = 0; text.size() < characters; ++i)
    text += sentences[i % sentences.size()] + " " + std::to_string(i) + ". ";
  return text;
}

#ifdef SOTTO_SANITIZED  // slow
constexpr size_t kManyCharacters = 600;
#else
constexpr size_t kManyCharacters = 1600;
#endif

// So many characters are what their pieces are, one after the other: nothing is lost, and
// what a piece costs does not grow with those before it.
TEST(XttsVoice, LongTextsAreTheirPieces) {
  struct Case {
    Language language;
    size_t limit;  // upstream's
    std::vector<std::string> sentences;
  };
  const Case cases[] = {
      {kEnglish,
       250,
       {"I looked for the reason why the login test fails, and found it in", "Step"}},
      {{"deu_Latn", "de"},
       253,
       {"Der Fehler lag im Zwischenspeicher, und er ist behoben in", "Teil"}},
      {{"ita_Latn", "it"}, 213, {"La causa era nella memoria, corretta al punto", "Fase"}},
      // Of pieces that this small network has no positions for: each is read in parts.
      {{"fra_Latn", "fr"},
       273,
       {"La cause était dans la mémoire, et elle est corrigée au point", "Étape"}}};
  VoiceOptions likeliest = options();
  likeliest.settings["temperature"] = "0";
  for (const Case& c : cases) {
    SCOPED_TRACE(c.language.iso);
    const std::string text = text::one_line(long_text(c.sentences, kManyCharacters));
    const std::vector<std::string> parts = text::pieces(text, 3 * c.limit);
    EXPECT_GE(parts.size(), 15 * kManyCharacters / 4000);
    auto voice = open_voice("xtts", c.language, 1, likeliest);
    ASSERT_TRUE(voice) << voice.error().message;
    Floats apart;
    for (const std::string& part : parts) {
      const Floats sound = heard(**voice, part);
      EXPECT_FALSE(sound.empty()) << part;
      apart.insert(apart.end(), sound.begin(), sound.end());
    }
    EXPECT_EQ(heard(**voice, text), apart);
  }
}

// A data folder of its own, so that voices which are kept lie nowhere else.
class XttsVoices : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* before = std::getenv("XDG_DATA_HOME")) before_ = before;
    setenv("XDG_DATA_HOME", folder_.path().c_str(), 1);
  }
  void TearDown() override {
    before_.empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", before_.c_str(), 1);
  }
  std::string added(const fs::path& recording) const {
    const auto kept = add_voice(recording.string(), "anna", options());
    return kept ? "kept" : kept.error().message;
  }

  sotto::testing::TemporaryFolder folder_;
  std::string before_;
};

TEST_F(XttsVoices, RecordingsAreHeardOnceAndKept) {
  fs::create_directory(folder_ / "recordings");
  fs::create_symlink(folder() / "reference.wav", folder_ / "recordings/a.wav");
  fs::create_symlink(folder() / "reference.wav", folder_ / "recordings/b.wav");
  const std::string recordings = folder_ / "recordings";
  const Floats heard_now = say("xtts:" + recordings, "I fixed the bug.");
  ASSERT_EQ(added(recordings), "kept");
  EXPECT_EQ(say("xtts:anna", "I fixed the bug."), heard_now);
  const auto voices = kXttsKind.voices(options());
  ASSERT_GE(voices.size(), 2u);
  EXPECT_EQ(voices[1].name, "xtts:anna");
  // Upstream's own file, too: its first speaker.
  ASSERT_EQ(added(folder() / "speakers_xtts.pth"), "kept");
  EXPECT_EQ(say("xtts:anna", "I fixed the bug."), say("xtts", "I fixed the bug."));
  VoiceOptions guest = options();
  guest.voice_may_be_file = false;
  EXPECT_EQ(say("xtts:anna", "I fixed the bug.", guest), say("xtts", "I fixed the bug."));
}

TEST_F(XttsVoices, WhatIsNoVoiceIsSaid) {
  EXPECT_THAT(added(folder() / "vocab.json"), HasSubstr("vocab.json: "));
  EXPECT_THAT(added(folder() / "nothing.wav"), HasSubstr("nothing.wav"));
  EXPECT_THAT(added(folder() / "model.pth"), HasSubstr("model.pth: the pickle asks for"));
  EXPECT_THAT(added(folder_.path()), HasSubstr("holds no recordings, expected files that end in"));
  const fs::path brief = folder_ / "brief.wav";
  auto sink = audio::Sink::open(brief.string(), 22050);
  ASSERT_TRUE(sink && (*sink)->write({Floats(2205, 0.1f), 22050}, {}) && (*sink)->finish());
  EXPECT_EQ(added(brief), brief.string() + ": a recording of 0.10 seconds, expected at least 0.33");
  const auto cut = folder_ / "cut.pth";
  std::ofstream(cut, std::ios::binary)
      << sotto::testing::golden_text(folder() / "speakers_xtts.pth").substr(0, 4000);
  EXPECT_THAT(added(cut), HasSubstr("cut.pth: "));
  EXPECT_THAT(error_of("xtts:anna", kEnglish, options()), HasSubstr("has no speaker \"anna\""));
}

}  // namespace
}  // namespace sotto::speech::xtts_voice_test
