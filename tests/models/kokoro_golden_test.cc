// Kokoro's network against the reference (kokoro 0.9.4, float32), once for each kernel variant that
// this processor runs. Every dimension and case comes from the golden files. Link by link: the
// phases of the source's spectrum jump at +-pi, and what a rounding moved there moves the sound.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "models/backends.h"
#include "models/golden_compare.h"
#include "models/kokoro/network.h"
#include "models/kokoro_golden.h"
#include "models/noise.h"

namespace sotto::models::kokoro::kokoro_golden_test {
namespace {

using namespace testing;  // what the other Kokoro tests share, too
using models::testing::largest;
using models::testing::largest_error;

// Relative to the largest number of a tensor, or to 1. A float's rounding is 2^-24 = 6e-8; sums of
// up to 100 products and 30 to 60 layers, of which norms divide by small deviations, make some
// hundred of it: measured, on any backend, 4.3e-5 of the curves that end the text's side, 5e-6
// within the generator, 6.5e-6 in the wave. Mistakes such as another slope or a row off make 1e-2.
constexpr double kText = 1e-4, kGenerator = 2e-5, kWave = 2e-5;
// The reference's phases are floats of up to 1e4, ours doubles: 2^-24 * 1e4 * 2 pi of an amplitude.
constexpr double kSource = 2e-2;

class KokoroGolden : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    backend_ = sotto::testing::open_backend(GetParam(), 2);
    model_ = value(Model::load(folder(), std::nullopt, backend_));
  }
  ~KokoroGolden() override {
    for (const auto& [what, error] : worst_) std::printf("%s: %.1e\n", what.c_str(), error);
  }

  void expect_close(const std::string& what, const Floats& found, const Floats& expected,
                    double tolerance) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    const double error = largest_error(found, expected) / std::max(1.0, largest(expected));
    EXPECT_LE(error, tolerance) << what;
    double& worst = worst_[what.substr(0, what.find('.'))];
    worst = std::max(worst, error);
  }

  std::shared_ptr<const device::Backend> backend_;
  std::shared_ptr<const Model> model_;
  std::map<std::string, double> worst_;
};

double correlation(const Floats& a, const Floats& b) {
  const auto n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double x = double{a[i]} - mean_a, y = double{b[i]} - mean_b;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / std::sqrt(aa * bb);
}

Floats frame_rms(const Floats& wave, size_t frame) {
  Floats rms;
  for (size_t at = 0; at + frame <= wave.size(); at += frame) {
    double squares = 0;
    for (size_t i = at; i < at + frame; ++i) squares += double{wave[i]} * double{wave[i]};
    rms.push_back(static_cast<float>(std::sqrt(squares / static_cast<double>(frame))));
  }
  return rms;
}

TEST_P(KokoroGolden, TextBecomesTheReferencesFramesPitchAndSound) {
  for (size_t i = 0; i < goldens().cases.size(); ++i) {
    const GoldenCase golden(i, *model_);
    SCOPED_TRACE(golden.about.at("name").get<std::string>());
    Recorder recorder;
    Session session(model_, &recorder);
    const Floats wave = value(session.speak(golden.clause()));
    const auto durations = session.durations();
    EXPECT_EQ(std::vector<int>(durations.begin(), durations.end()),
              golden.about.at("pred_dur").get<std::vector<int>>());
    ASSERT_EQ(wave.size(), golden.about.at("samples").get<size_t>());
    int compared = 0;
    for (const std::string& name : golden.names()) {
      if (name.starts_with("generator") || !recorder.seen.contains(name)) continue;
      expect_close(name, recorder.as_golden(name, golden.shape(name)), golden.numbers(name), kText);
      ++compared;
    }
    const bool whole = golden.about.at("level") == "full";
    EXPECT_GE(compared, whole ? 26 : 0);  // of the full case, everything before the source
    // With a source of our own the sound is as similar as the reference is to itself.
    const auto frame = golden.about.at("samples_per_frame").get<size_t>();
    const Floats expected = golden.has("wav.frame_rms") ? golden.numbers("wav.frame_rms")
                                                        : frame_rms(golden.numbers("wav"), frame);
    const Floats rms = frame_rms(wave, frame);
    ASSERT_EQ(rms.size(), expected.size());
    EXPECT_LE(largest_error(rms, expected), 0.1);
    if (golden.has("wav")) {
      EXPECT_GE(correlation(wave, golden.numbers("wav")), 0.9);
    }
  }
}

// With the golden source in place of our own.
TEST_P(KokoroGolden, TheGeneratorMakesTheReferencesWave) {
  int compared = 0;
  for (size_t i = 0; i < goldens().cases.size(); ++i) {
    const GoldenCase golden(i, *model_);
    SCOPED_TRACE(golden.about.at("name").get<std::string>());
    if (!golden.has("source") || !golden.has("wav")) continue;
    ++compared;
    Recorder text, sound;
    static_cast<void>(value(Session(model_, &text).speak(golden.clause())));
    const Recorder::Seen& decoded = text.seen.at("decoder.decode.3");

    const Network& net = model_->network();
    const Floats source = golden.numbers("source");
    Floats har = net.stft.transform(source);
    const int columns = net.stft.columns(source.size());
    const Floats ends = golden.numbers("har.phase.ends");
    const auto bins = static_cast<size_t>(net.stft.bins());
    for (size_t bin = 0; bin < bins; ++bin) {  // in which direction a rounding went
      har[bins + bin] = ends[2 * bin];
      har[har.size() - bins + bin] = ends[2 * bin + 1];
    }
    const auto d = backend_->open();
    const Clause clause = golden.clause();
    const int style = static_cast<int>(clause.style.size()) / 2;
    const auto out = d->read(
        net.generator(*d,
                      d->upload(decoded.rows, static_cast<int>(decoded.rows.size() / decoded.cols),
                                static_cast<int>(decoded.cols)),
                      [&] { return d->upload(har, columns, 2 * net.stft.bins()); },
                      d->upload(clause.style, 2, style).part(0, 1), {}, {*d, &sound}, {}));
    expect_close("wav", to_sound(out, net.stft, INFINITY), golden.numbers("wav"), kWave);
    for (const std::string& name : golden.names()) {
      if (!name.starts_with("generator")) continue;
      expect_close(name, sound.as_golden(name, golden.shape(name)), golden.numbers(name),
                   kGenerator);
    }
  }
  EXPECT_GT(compared, 0);
}

TEST_P(KokoroGolden, TheSameSeedGivesTheSameSoundWithAnyThreads) {
  const GoldenCase golden(2, *model_);
  const Clause clause = golden.clause();
  const auto alone =
      value(Model::load(folder(), std::nullopt, sotto::testing::open_backend(GetParam(), 1)));
  const Floats wave = value(Session(model_).speak(clause));
  EXPECT_EQ(value(Session(alone).speak(clause)), wave);
  Session again(model_);
  Clause other = clause;
  other.seed += 1;
  EXPECT_NE(value(again.speak(other)), wave);
  EXPECT_EQ(value(again.speak(clause)), wave);
}

// The same numbers, whether they are widened when they are loaded or each time.
TEST_P(KokoroGolden, Int8AsItIsStoredSoundsAsItsFloats) {
  const auto file = test_data("kokoro/kokoro-int8.onnx");
  const auto stored = value(Model::load(file, std::nullopt, backend_));
  const auto widened = value(Model::load(file, quant::Scheme{quant::Scheme::Kind::f32}, backend_));
  if (std::string(GetParam()) !=
      sotto::testing::kMlx) {  // whose groups few of so small matrices fit
    EXPECT_LT(stored->weight_bytes(), widened->weight_bytes() / 2);
  }
  Recorder a, b;
  const GoldenCase golden(0, *stored);
  static_cast<void>(value(Session(stored, &a).speak(golden.clause())));
  static_cast<void>(value(Session(widened, &b).speak(golden.clause())));
  for (const auto& [name, seen] : b.seen) {
    if (name.starts_with("generator")) continue;  // behind a phase that may jump
    expect_close(name, a.seen.at(name).rows, seen.rows, kText);
  }
}

TEST_P(KokoroGolden, Int8KeepsDurationsAndPitch) {
  const auto int8 =
      value(Model::load(folder(), quant::Scheme{quant::Scheme::Kind::int8}, backend_));
  EXPECT_LT(int8->weight_bytes(), model_->weight_bytes());
  for (const size_t i : {0, 2}) {
    const GoldenCase golden(i, *int8);
    Recorder floats, rounded;
    Session session(int8, &rounded);
    const Floats wave = value(session.speak(golden.clause()));
    const Floats exact = value(Session(model_, &floats).speak(golden.clause()));
    const auto durations = session.durations();
    EXPECT_EQ(std::vector<int>(durations.begin(), durations.end()),
              golden.about.at("pred_dur").get<std::vector<int>>());
    EXPECT_EQ(rounded.seen.at("F0").rows, floats.seen.at("F0").rows);
    // Weights are rounded to 2^-8 of the largest of their row.
    const double alike = correlation(wave, exact);
    EXPECT_GT(alike, 0.99);
    EXPECT_LT(alike, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, KokoroGolden, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

struct Host {
  std::shared_ptr<const Model> model =
      value(Model::load(folder(), std::nullopt, sotto::testing::open_backend("")));
  const Network& net = model->network();
};

TEST(KokoroSource, NoiseIsThatOfItsCounter) {
  const Floats expected = goldens().tensors.f32("noise.seed1.first");
  for (size_t k = 0; k < expected.size(); ++k) ASSERT_EQ(noise_at(1, k), expected[k]) << k;
}

TEST(KokoroSource, IsTheReferencesForItsPitch) {
  const Host host;
  int compared = 0;
  for (size_t i = 0; i < goldens().cases.size(); ++i) {
    const GoldenCase golden(i, *host.model);
    SCOPED_TRACE(golden.about.at("name").get<std::string>());
    if (!golden.has("source") || !golden.has("F0")) continue;
    ++compared;
    const Floats harmonics = host.net.source.harmonics(golden.numbers("F0"), golden.clause().seed);
    const Floats source = host.net.source.merge(harmonics);
    const double error = largest_error(source, golden.numbers("source"));
    EXPECT_LE(error, kSource);
    std::printf("source: %.1e\n", error);
    if (!golden.has("source.sines")) continue;
    const Floats sines = golden.numbers("source.sines");
    // Phases of up to 2 pi 300, twice, in floats, times an amplitude of 0.1.
    EXPECT_LE(largest_error({harmonics.begin(),
                             harmonics.begin() + static_cast<std::ptrdiff_t>(sines.size())},
                            sines),
              2 * std::numbers::pi * 600 * 0x1p-24 * 0.1 * 4);
  }
  EXPECT_GT(compared, 0);
}

TEST(KokoroSource, APartOfItIsThatOfTheWhole) {
  const Host host;
  const Floats f0 = {200, 210, 0, 0, 190, 185, 0};
  const Floats whole = host.net.source.harmonics(f0, 5);
  const size_t each = whole.size() / f0.size();
  const Floats part = host.net.source.harmonics(f0, 5, 3, 2);
  ASSERT_EQ(part.size(), 2 * each);
  EXPECT_TRUE(
      std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(3 * each)));
}

TEST(KokoroSource, TheSoundIsTheHarmonicsMerged) {
  const Host host;
  Floats f0;  // more than are merged at a time
  for (int i = 0; i < 700; ++i) f0.push_back(i % 50 < 10 ? 0 : 200 + static_cast<float>(i % 7));
  const Floats merged = host.net.source.merge(host.net.source.harmonics(f0, 5, 2, 600));
  EXPECT_EQ(host.net.source.sound(f0, 5, 2, 600), merged);
}

TEST(KokoroStft, IsTheReferencesOfItsSource) {
  const Host host;
  int compared = 0;
  for (size_t i = 0; i < goldens().cases.size(); ++i) {
    const GoldenCase golden(i, *host.model);
    SCOPED_TRACE(golden.about.at("name").get<std::string>());
    if (!golden.has("har.phase")) continue;
    ++compared;
    const Floats magnitude = golden.numbers("har.magnitude"), phase = golden.numbers("har.phase");
    const auto bins = static_cast<size_t>(host.net.stft.bins());
    const Floats har = transposed(host.net.stft.transform(golden.numbers("source")), 2 * bins);
    ASSERT_EQ(har.size(), magnitude.size() + phase.size());
    for (size_t k = 0; k < magnitude.size(); ++k) {
      ASSERT_NEAR(har[k], magnitude[k], 1e-6) << k;
      if (magnitude[k] < 1e-3f) continue;
      const double apart = double{har[magnitude.size() + k]} - double{phase[k]};
      const double turns = apart / (2 * std::numbers::pi);
      ASSERT_NEAR(turns, std::round(turns), 1e-3) << k;
    }
  }
  EXPECT_GT(compared, 0);
}

TEST(KokoroSession, RefusesWhatIsNoClause) {
  const Host host;
  const GoldenCase golden(0, *host.model);
  Session session(host.model);
  const auto refusal = [&](auto change) {
    Clause clause = golden.clause();
    change(clause);
    const auto spoken = session.speak(clause);
    return spoken ? "spoken" : spoken.error().message;
  };
  EXPECT_EQ(refusal([](Clause&) {}), "spoken");
  EXPECT_EQ(refusal([](Clause& c) {
              c.ids = {1, -1};
            }),
            "a clause has phoneme -1, expected 0 to 177");
  EXPECT_EQ(refusal([](Clause& c) { c.ids = {178}; }),
            "a clause has phoneme 178, expected 0 to 177");
  EXPECT_EQ(refusal([](Clause& c) { c.ids.resize(511, 1); }),
            "a clause has 511 phonemes, expected at most 510");
  EXPECT_EQ(refusal([](Clause& c) { c.style = c.style.first(5); }),
            "a style has 5 numbers, expected 256");
  EXPECT_EQ(refusal([](Clause& c) { c.speed = 0; }), "the speed is 0, expected 0.25 to 4");
  EXPECT_EQ(refusal([](Clause& c) { c.speed = NAN; }), "the speed is nan, expected 0.25 to 4");
}

// Asks to stop when it sees a part.
class Stopper : public Trace {
 public:
  explicit Stopper(std::string part) : part_(std::move(part)) {}
  void see(std::string_view, int, std::string_view part, std::span<const float>, int) override {
    after += stop.stop_requested() ? 1 : 0;
    if (part == part_) stop.request_stop();
  }
  std::stop_source stop;
  int after = 0;

 private:
  std::string part_;
};

TEST(KokoroSession, StopsBetweenItsParts) {
  const Host host;
  const GoldenCase golden(0, *host.model);
  const Clause clause = golden.clause();
  for (const char* part : {"bert.layer0", "decoder.encode", "generator.resblock.0"}) {
    Stopper stopper(part);
    Session session(host.model, &stopper);
    const auto spoken = session.speak(clause, stopper.stop.get_token());
    ASSERT_FALSE(spoken);
    EXPECT_EQ(spoken.error().code, Errc::cancelled);
    EXPECT_LT(stopper.after, 8) << part;
  }
}

TEST(KokoroModel, OtherSchemesAreRefused) {
  const auto model = Model::load(folder(), quant::Scheme{quant::Scheme::Kind::q4},
                                 sotto::testing::open_backend(""));
  ASSERT_FALSE(model);
  EXPECT_NE(model.error().message.find("expected f32 or int8"), std::string::npos);
}

}  // namespace
}  // namespace sotto::models::kokoro::kokoro_golden_test
