// Against sacreBLEU's scores, and against numpy's spectra: tests/data/measure/make_goldens.py.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "golden.h"
#include "measure/sound_quality.h"
#include "measure/text_quality.h"
#include "paths.h"

namespace sotto::measure::goldens_test {
namespace {

using nlohmann::json;

const std::filesystem::path kFolder = test_data("measure");

std::vector<std::string> lines_of(const std::string& name) {
  std::ifstream file(kFolder / name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(GoldensTest, TextScoresAreThoseOfSacreBleu) {
  const json goldens = sotto::testing::golden_json(kFolder / "goldens.json");
  ASSERT_GE(goldens.at("texts").size(), 3);
  for (const json& golden : goldens.at("texts")) {
    const std::string name = golden.at("name");
    const auto hypotheses = lines_of(name + ".hyp.txt"), references = lines_of(name + ".ref.txt");
    ASSERT_FALSE(hypotheses.empty());
    ASSERT_EQ(hypotheses.size(), references.size());
    BleuTokenizer tokenizer = BleuTokenizer::none;
    for (const auto t : {BleuTokenizer::mteval13a, BleuTokenizer::characters}) {
      if (golden.at("tokenizer") == name_of(t)) tokenizer = t;
    }
    SCOPED_TRACE(name + " " + name_of(tokenizer));
    const TextQuality quality = text_quality(hypotheses, references, tokenizer);
    EXPECT_NEAR(quality.chrf, golden.at("chrf"), 1e-9);
    EXPECT_NEAR(quality.bleu, golden.at("bleu"), 1e-9);
    EXPECT_NEAR(quality.exact_match, golden.at("exact_match"), 1e-12);
  }
}

audio::Sound sound(const std::string& name) {
  auto read = audio::read_sound(kFolder / name, 60);
  EXPECT_TRUE(read) << name;
  return *std::move(read);
}

TEST(GoldensTest, FactsOfSoundsAreThoseOfNumpy) {
  const json facts = sotto::testing::golden_json(kFolder / "goldens.json").at("sounds").at("facts");
  ASSERT_GE(facts.size(), 4);
  for (const auto& [name, golden] : facts.items()) {
    SCOPED_TRACE(name);
    const SoundFacts found = facts_of(sound(name));
    EXPECT_EQ(found.samples, golden.at("samples"));
    EXPECT_EQ(found.clipped, golden.at("clipped"));
    EXPECT_DOUBLE_EQ(found.silence_before_ms, golden.at("silence_before_ms"));
    EXPECT_DOUBLE_EQ(found.silence_after_ms, golden.at("silence_after_ms"));
    // The transform is in single precision here: 1e-7 of the loudest, 40 dB above the high band.
    EXPECT_NEAR(found.low_db, golden.at("low_db"), 1e-4);
    EXPECT_NEAR(found.high_db, golden.at("high_db"), 1e-2);
  }
}

TEST(GoldensTest, DifferencesOfSoundsAreThoseOfNumpy) {
  const json pairs = sotto::testing::golden_json(kFolder / "goldens.json").at("sounds").at("pairs");
  ASSERT_GE(pairs.size(), 3);
  for (const json& golden : pairs) {
    const std::string a = golden.at("a"), b = golden.at("b");
    SCOPED_TRACE(a + " " + b);
    const SoundDifference found = difference(sound(a), sound(b));
    // Bands of digital silence and noise near it carry the single precision of the transform.
    EXPECT_NEAR(found.mcd_db, golden.at("mcd_db"), 2e-3);
    EXPECT_NEAR(found.log_mel_db, golden.at("log_mel_db"), 2e-3);
    EXPECT_NEAR(found.correlation, golden.at("correlation"), 1e-6);
    EXPECT_DOUBLE_EQ(found.eos_shift_ms, golden.at("eos_shift_ms"));
  }
}

TEST(GoldensTest, ASoundDoesNotDifferFromItself) {
  const audio::Sound one = sound("plain.wav");
  const SoundDifference none = difference(one, one);
  EXPECT_EQ(none.mcd_db, 0);
  EXPECT_EQ(none.log_mel_db, 0);
  EXPECT_NEAR(none.correlation, 1, 1e-12);
  EXPECT_EQ(none.eos_shift_ms, 0);
}

TEST(SoundQualityTest, SilenceAndAFewSamplesAreMeasured) {
  for (const size_t samples : {1, 100, 16000}) {
    const audio::Sound silence{std::vector<float>(samples), 16000};
    const SoundFacts facts = facts_of(silence);
    EXPECT_DOUBLE_EQ(facts.silence_before_ms, static_cast<double>(samples) / 16);
    EXPECT_DOUBLE_EQ(facts.silence_after_ms, static_cast<double>(samples) / 16);
    EXPECT_EQ(difference(silence, silence).mcd_db, 0);
    EXPECT_EQ(difference(silence, silence).correlation, 0);
    EXPECT_EQ(difference(silence, sound("plain.wav")).correlation, 0);
  }
}

TEST(TextQualityTest, EmptyAndEqualTexts) {
  const std::vector<std::string> none, empty = {""},
                                       text = {"今は42件のテストがすべて通りました。"};
  EXPECT_EQ(chrf(none, none), 0);
  EXPECT_EQ(bleu(empty, text, BleuTokenizer::characters), 0);
  EXPECT_EQ(chrf(text, empty), 0);
  EXPECT_NEAR(chrf(text, text), 100, 1e-9);
  EXPECT_NEAR(bleu(text, text, BleuTokenizer::characters), 100, 1e-9);
}

}  // namespace
}  // namespace sotto::measure::goldens_test
