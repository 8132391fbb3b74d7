#include "models/kokoro/voice.h"

#include <gmock/gmock.h>

#include <cmath>

#include "base/paths.h"
#include "checkpoint/files.h"
#include "paths.h"

namespace sotto::models::kokoro::kokoro_voice_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

constexpr int kWidth = 256;

std::string floats(size_t count, float value) {
  const std::vector<float> values(count, value);
  return {reinterpret_cast<const char*>(values.data()), count * sizeof(float)};
}

// A folder with the raw voices one (all 1) and three (all 3).
struct Made {
  checkpoint::TemporaryFolder folder;
  Made() {
    folder.write("voices/one.bin", floats(510 * kWidth, 1));
    folder.write("voices/three.bin", floats(510 * kWidth, 3));
  }
  Result<Voice> voice(std::string_view mix) const {
    const auto voices = Voices::open(folder.path(), kWidth);
    if (!voices) return voices.error();
    return voices->voice(mix);
  }
  std::string refusal(std::string_view mix) const {
    const auto made = voice(mix);
    return made ? "taken" : made.error().message;
  }
};

TEST(KokoroVoice, UpstreamsFilesHaveARowForEachLength) {
  const auto folder = test_data("kokoro");
  const auto voices = Voices::open(folder, kWidth);
  ASSERT_TRUE(voices) << voices.error().message;
  EXPECT_THAT(voices->names(), ElementsAre("af_golden", "jf_golden"));
  const auto voice = voices->voice("jf_golden");
  ASSERT_TRUE(voice) << voice.error().message;
  EXPECT_EQ(voice->styles.size(), 510u * 256);
  EXPECT_EQ(voice->style(1).data(), voice->styles.data());
  EXPECT_EQ(voice->style(510).data(), voice->styles.data() + 509 * 256);
  EXPECT_EQ(voice->style(0).data(), voice->style(1).data());
  EXPECT_EQ(voice->style(9999).data(), voice->style(510).data());
}

TEST(KokoroVoice, AMixIsTheWeightedMean) {
  const Made made;
  EXPECT_EQ(made.voice("one")->styles[7], 1);
  EXPECT_EQ(made.voice("one+three")->styles[7], 2);
}

TEST(KokoroVoice, WeightsAreNumbersBeforeAStar) {
  const Made made;
  EXPECT_FLOAT_EQ(made.voice("one+0.25*three")->styles[7], (1 + 0.25f * 3) / 1.25f);
  EXPECT_FLOAT_EQ(made.voice(" 3 * one + 1*three ")->styles[7], 1.5f);
  EXPECT_EQ(made.voice("0.3*one")->styles[7], 1);  // alone it is what it is
  for (const char* mix : {"", "+", "one+", "x*one", "0*one", "-1*one", "nan*one", "inf*one",
                          "2one*three", "1*", "0.5 5*one"}) {
    EXPECT_THAT(made.refusal(mix), HasSubstr("is no voice or mix of voices")) << mix;
  }
}

TEST(KokoroVoice, NamesAreNeverFiles) {
  const Made made;
  EXPECT_THAT(made.refusal("two"),
              HasSubstr("there is no voice \"two\", expected one of one, three"));
  EXPECT_THAT(made.refusal("../voices/one"), HasSubstr("there is no voice \"../voices/one\""));
  EXPECT_THAT(made.refusal("one.bin"), HasSubstr("there is no voice"));
  EXPECT_THAT(made.refusal("one+\x1b[31m"), HasSubstr("there is no voice \"?[31m\""));
}

TEST(KokoroVoice, WhatIsWrongIsNamed) {
  const Made made;
  made.folder.write("voices/short.bin", floats(510 * kWidth - 1, 1));
  made.folder.write("voices/nan.bin", floats(510 * kWidth, NAN));
  made.folder.write("voices/text.pt", "hello");
  EXPECT_THAT(made.refusal("short"), HasSubstr("short.bin: 522236 bytes, expected 522240"));
  EXPECT_THAT(made.refusal("nan"), HasSubstr("numbers that are not finite"));
  EXPECT_THAT(made.refusal("text"), HasSubstr("text.pt: not a torch file"));
  std::filesystem::copy_file(test_data("kokoro/kokoro-v1_0.pth"),
                             made.folder.path() / "voices" / "weights.pt");
  EXPECT_THAT(made.refusal("weights"), HasSubstr("weights.pt: is no voice"));
  const auto narrow = Voices::open(test_data("kokoro"), 128);
  EXPECT_THAT(narrow->voice("jf_golden").error().message,
              HasSubstr("the voice is [510, 1, 256], expected [510, 1, 128]"));
  const checkpoint::TemporaryFolder empty;
  EXPECT_THAT(Voices::open(empty.path(), kWidth).error().message, HasSubstr("there are no voices"));
  empty.write("voices-v1.0.bin", "no zip");
  EXPECT_FALSE(Voices::open(empty.path(), kWidth));
}

// As scripts/voice-kokoro installs them.
TEST(KokoroVoice, TheInstalledArchiveIsRead) {
  const auto folder = data_folder() / "models" / "kokoro";
  if (!std::filesystem::exists(folder / "voices_ja.npz")) {
    GTEST_SKIP() << "Kokoro is not installed (scripts/voice-kokoro)";
  }
  const auto voices = Voices::open(folder, kWidth);
  ASSERT_TRUE(voices) << voices.error().message;
  EXPECT_THAT(voices->names(),
              IsSupersetOf({"jf_alpha", "jf_gongitsune", "jf_nezumi", "jf_tebukuro", "jm_kumo"}));
  const auto mixed = voices->voice("jf_alpha+0.3*jf_nezumi");
  ASSERT_TRUE(mixed) << mixed.error().message;
  const auto alpha = voices->voice("jf_alpha"), nezumi = voices->voice("jf_nezumi");
  for (const size_t i : {size_t{0}, size_t{1000}, mixed->styles.size() - 1}) {
    EXPECT_FLOAT_EQ(mixed->styles[i], (alpha->styles[i] + 0.3f * nezumi->styles[i]) / 1.3f);
  }
}

}  // namespace
}  // namespace sotto::models::kokoro::kokoro_voice_test
