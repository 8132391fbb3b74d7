// What XTTS hears of a recording against the reference (coqui-tts 0.28.0, float32), once for each
// kernel variant that this processor runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/xtts/listener.h"
#include "models/xtts_goldens.h"
#include "signal/sinc_resampler.h"

namespace sotto::models::xtts::xtts_listener_test {
namespace {

using namespace testing;
using models::testing::largest_error;

// 16 bits, mono, behind a header of 44 bytes: the golden's own reference.wav.
Floats recording() {
  const std::string bytes = sotto::testing::golden_text(folder() / "reference.wav");
  const size_t count = cases().at("audio").at("samples").get<size_t>();
  Floats samples;
  for (size_t i = 0; i < count; ++i) {
    int16_t sample = 0;
    std::memcpy(&sample, bytes.data() + bytes.size() - 2 * (count - i), sizeof sample);
    samples.push_back(static_cast<float>(sample) / 32768.0f);
  }
  return samples;
}

// As upstream loads it.
Floats loaded() {
  const int rate = cases().at("audio").at("rate");
  Floats samples = signal::sinc_resampled(recording(), rate, config().input_sample_rate);
  for (float& x : samples) x = std::clamp(x, -1.0f, 1.0f);
  return samples;
}

Floats golden(const std::string& name) { return goldens().f32(name); }

// A golden's rows as its columns.
Floats turned(const std::string& name) {
  const Floats m = golden(name);
  return transposed(m, static_cast<size_t>(goldens().at(name).shape.back()));
}

class Recorder : public Trace {
 public:
  void see(std::string_view, int, std::string_view part, std::span<const float> x, int) override {
    Floats& seen = all[std::string(part)].emplace_back();
    seen.assign(x.begin(), x.end());
  }
  std::map<std::string, std::vector<Floats>> all;
};

// A second implementation differed from the reference by 6e-6 here: its sums are of floats.
TEST(XttsListener, RecordingsAreLoadedAsTheReference) {
  const Floats samples = loaded(), head = golden("audio.22050.head"),
               tail = golden("audio.22050.tail");
  ASSERT_EQ(samples.size(), cases().at("audio").at("samples_22050").get<size_t>());
  EXPECT_LE(largest_error({samples.begin(), samples.begin() + 6000}, head), 2e-5);
  EXPECT_LE(largest_error({samples.end() - 1500, samples.end()}, tail), 2e-5);
  const Floats slow = signal::sinc_resampled(samples, 22050, 16000);
  EXPECT_EQ(slow.size(), cases().at("audio").at("samples_16000").get<size_t>());
  EXPECT_LE(largest_error({slow.begin(), slow.begin() + 4000}, golden("speaker.16000.head")), 2e-5);
}

// Logarithms of quiet bands: that second implementation was 1e-3 and 7e-3 away.
TEST(XttsListener, SpectraAreTheReferences) {
  const Floats samples = loaded();
  const Floats stats =
      value(checkpoint::read_f32(*weights(), "mel_stats", std::array<int64_t, 1>{80}));
  const size_t first = cases().at("audio").at("chunks").at(0);
  const MelFrames mel = conditioning_mel(std::span(samples).first(first), stats);
  EXPECT_LE(largest_error(mel.numbers, turned("cond.0.mel")), 3e-3);
  const MelFrames speaker = speaker_mel(signal::sinc_resampled(samples, 22050, 16000), 64);
  EXPECT_LE(largest_error(speaker.numbers, turned("speaker.logmel")), 2e-2);
}

class XttsHears : public ::testing::TestWithParam<const char*> {};

// That second implementation: encoder 5e-4, latents 1e-4, stage 4 1.2e-2, embedding 3e-4.
TEST_P(XttsHears, TheReferencesVoice) {
  if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
  const auto listener =
      value(Listener::load(*weights(), config(), sotto::testing::open_backend(GetParam(), 2)));
  Recorder trace;
  const std::vector<Floats> recordings = {loaded()};
  const Voice voice = value(listener->hear(recordings, &trace));
  const auto near = [&](const char* part, size_t number, const Floats& expected, double most) {
    const double error = largest_error(trace.all.at(part).at(number), expected);
    std::printf("%s: %.1e\n", part, error);
    EXPECT_LE(error, most) << part;
  };
  near("conditioning.init", 0, turned("cond.0.after_init"), 2e-3);
  near("conditioning.block0", 0, turned("cond.0.after_block0"), 2e-3);
  near("conditioning.encoder", 0, turned("cond.0.encoder"), 2e-3);
  near("conditioning.encoder", 1, turned("cond.1.encoder"), 2e-3);
  near("speaker.unnormalized", 0, golden("speaker.unnormalized"), 2e-2);
  EXPECT_LE(largest_error(voice.latents, golden("cond.latents")), 5e-4);
  EXPECT_LE(largest_error(voice.speaker, golden("speaker.embedding")), 1e-3);
  // Twice the same is the same, but for what the chunks are cut into.
  const std::vector<Floats> twice = {loaded(), loaded()};
  EXPECT_LE(largest_error(value(listener->hear(twice)).speaker, voice.speaker), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Kernels, XttsHears, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

TEST(XttsListener, WhatIsTooShortIsRefused) {
  const auto listener =
      value(Listener::load(*weights(), config(), sotto::testing::open_backend("")));
  const std::vector<Floats> brief = {Floats(2205, 0.1f)};
  EXPECT_EQ(listener->hear(brief).error().message,
            "a recording of 0.10 seconds, expected at least 0.33");
  EXPECT_FALSE(listener->hear({}));
  // Silence has a voice of finite numbers.
  const std::vector<Floats> silence = {Floats(22050, 0.0f)};
  const Voice voice = value(listener->hear(silence));
  const auto is_finite = [](float x) { return std::isfinite(x); };
  EXPECT_TRUE(std::ranges::all_of(voice.latents, is_finite));
  EXPECT_TRUE(std::ranges::all_of(voice.speaker, is_finite));
}

}  // namespace
}  // namespace sotto::models::xtts::xtts_listener_test
