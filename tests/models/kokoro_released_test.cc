// The released weights, as scripts/voice-kokoro installs them, beside what onnxruntime makes of
// their own graph (bench/peers/kokoro_onnx.py recorded it).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/paths.h"
#include "models/backends.h"
#include "models/kokoro_golden.h"

namespace sotto::models::kokoro::kokoro_released_test {
namespace {

using testing::Floats;
using testing::value;

struct Bands {
  size_t frame, count, hz;
  double floor;
};

// The mean power of each band in one frame.
std::vector<double> band_powers(std::span<const float> frame, const Bands& bands) {
  const size_t n = frame.size(), bins = bands.hz * n / kSampleRateHz;
  const auto angle = [n](size_t k) {
    return 2 * std::numbers::pi * static_cast<double>(k % n) / static_cast<double>(n);
  };
  std::vector<double> powers(bands.count, 0.0);
  for (size_t k = 0; k < bands.count * bins; ++k) {
    double real = 0, imaginary = 0;
    for (size_t i = 0; i < n; ++i) {
      const double x = double{frame[i]} * (0.5 - 0.5 * std::cos(angle(i)));
      real += x * std::cos(angle(k * i));
      imaginary += x * std::sin(angle(k * i));
    }
    powers[k / bins] += (real * real + imaginary * imaginary) / static_cast<double>(bins);
  }
  return powers;
}

// [phonemes, bands]: the logarithm of the mean power in each phoneme.
std::vector<double> picture(const Floats& wave, std::span<const int> frames, const Bands& bands) {
  std::vector<double> out;
  size_t at = 0;
  for (const int count : frames) {
    std::vector<double> mean(bands.count, 0.0);
    for (int i = 0; i < count; ++i, at += bands.frame) {
      const auto powers = band_powers(std::span(wave).subspan(at, bands.frame), bands);
      for (size_t b = 0; b < bands.count; ++b) mean[b] += powers[b] / count;
    }
    for (const double power : mean) out.push_back(std::log10(power + bands.floor));
  }
  return out;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double sum_a = 0, sum_b = 0, ab = 0, aa = 0, bb = 0;
  const auto n = static_cast<double>(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i];
    sum_b += b[i];
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return (ab - sum_a * sum_b / n) / std::sqrt((aa - sum_a * sum_a / n) * (bb - sum_b * sum_b / n));
}

class DurationTrace : public Trace {
 public:
  void see(std::string_view, int, std::string_view part, std::span<const float> x, int) override {
    if (part == "duration") durations.assign(x.begin(), x.end());
  }
  Floats durations;
};

TEST(KokoroReleased, SpeaksAsItsOwnGraphDoes) {
#ifdef SOTTO_SANITIZED
  GTEST_SKIP() << "takes two minutes; the goldens run the same code";
#endif
  const auto path = data_folder() / "models" / "kokoro";
  if (!std::filesystem::exists(path / "kokoro-v1.0.int8.onnx")) {
    GTEST_SKIP() << "Kokoro is not installed (scripts/voice-kokoro)";
  }
  const auto recorded = sotto::testing::golden_json(test_data("kokoro/released.json"));
  const auto model = value(Model::load(path, std::nullopt, sotto::testing::open_backend("", 2)));
  const std::string phonemes = recorded.at("phonemes");
  const Voice voice = value(model->voices().voice(recorded.at("voice").get<std::string>()));
  DurationTrace trace;
  Session session(model, &trace);
  const Floats wave =
      value(session.speak({.ids = model->config().vocab.ids(phonemes),
                           .style = voice.style(tokenize::phoneme_count(phonemes))}));

  // That graph rounds activations to 8 bits: measured, 0.12 of a frame at most. A mistake moves
  // durations by whole frames.
  const auto expected = recorded.at("durations").get<Floats>();
  ASSERT_EQ(trace.durations.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(trace.durations[i], expected[i], 0.2) << "phoneme " << i;

  // Its sound has no noise and another level; the picture's correlation was measured as 0.992.
  const Bands bands{.frame = recorded.at("frame_samples"),
                    .count = recorded.at("bands"),
                    .hz = recorded.at("band_hz"),
                    .floor = recorded.at("floor")};
  std::vector<double> theirs;
  for (const auto& row : recorded.at("log_power"))
    for (const double v : row.get<std::vector<double>>()) theirs.push_back(v);
  const std::vector<double> ours = picture(wave, session.durations(), bands);
  ASSERT_EQ(ours.size(), theirs.size());
  const double alike = correlation(ours, theirs);
  std::printf("correlation of the pictures: %.4f\n", alike);
  EXPECT_GE(alike, 0.98);
  EXPECT_LT(*std::ranges::max_element(wave), 1);
}

}  // namespace
}  // namespace sotto::models::kokoro::kokoro_released_test
