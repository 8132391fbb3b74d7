#include "speech/mlsa_vocoder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace sotto::speech::mlsa_vocoder_test {
namespace {

constexpr int kRate = 16000, kFrame = 80, kOrder = 24;
constexpr double kAlpha = 0.42;

std::vector<float> speak(int frames, const VocoderFrame& frame, int taps) {
  MlsaVocoder vocoder(kRate, kFrame, kOrder, kAlpha, taps);
  std::vector<float> samples(static_cast<size_t>(frames * kFrame));
  for (int i = 0; i < frames; ++i) {
    vocoder.synthesize(frame, std::span(samples).subspan(static_cast<size_t>(i * kFrame), kFrame));
  }
  return samples;
}

double power(const std::vector<float>& samples) {
  double sum = 0;
  for (const float s : samples) sum += double{s} * s;
  return sum / static_cast<double>(samples.size());
}

// The response to one pulse is the filter, and the filter is what the mel-cepstrum says:
//   log |H(w)| = sum over m of c_m cos(m w~),  w~ = w + 2 atan(a sin w / (1 - a cos w))
TEST(MlsaVocoder, HasTheSpectrumThatTheMelCepstrumDescribes) {
  std::vector<double> cepstrum(kOrder + 1);
  for (int m = 0; m <= kOrder; ++m) {
    cepstrum[static_cast<size_t>(m)] = 1.5 * std::cos(1.3 * m + 0.4) / (1 + 0.5 * m);
  }
  // 20 Hz: one pulse in the 800 samples, of height sqrt(800).
  const auto response = speak(10, {cepstrum, 20, {}}, 0);
  for (double w = 0.05; w < 3.1; w += 0.15) {
    std::complex<double> sum = 0;
    for (size_t t = 0; t < response.size(); ++t) {
      sum += double{response[t]} * std::polar(1.0, -w * static_cast<double>(t));
    }
    const double got = std::log(std::abs(sum) * 32768 / std::sqrt(800.0));
    const double warped = w + 2 * std::atan(kAlpha * std::sin(w) / (1 - kAlpha * std::cos(w)));
    double expected = 0;
    for (int m = 0; m <= kOrder; ++m) {
      expected += cepstrum[static_cast<size_t>(m)] * std::cos(m * warped);
    }
    // 0.24 dB, the error that Imai gives for this approximation of exp.
    EXPECT_NEAR(got, expected, 0.24 / 20 * std::numbers::ln10) << "at " << w;
  }
}

TEST(MlsaVocoder, PulsesComeAtThePitch) {
  const std::vector<double> flat(kOrder + 1);
  const auto samples = speak(20, {flat, 100, {}}, 0);
  for (size_t t = 0; t < samples.size(); ++t) {
    EXPECT_NEAR(samples[t] * 32768, t % 160 == 0 ? std::sqrt(160.0) : 0, 1e-3) << t;
  }
}

TEST(MlsaVocoder, VoicedAndUnvoicedSoundsAreEquallyLoud) {
  const std::vector<double> flat(kOrder + 1);
  EXPECT_NEAR(power(speak(400, {flat, 0, {}}, 0)) * 32768 * 32768, 1, 0.05);  // noise
  EXPECT_NEAR(power(speak(400, {flat, 100, {}}, 0)) * 32768 * 32768, 1, 0.05);
}

TEST(MlsaVocoder, TheVoicingFilterSharesBetweenPulsesAndNoise) {
  const std::vector<double> flat(kOrder + 1);
  const std::vector<double> all_pulse{0, 0, 1, 0, 0}, all_noise(5), half{0, 0, 0.5, 0, 0};
  const auto pulses = speak(20, {flat, 100, all_pulse}, 5);
  for (size_t t = 0; t < pulses.size(); ++t) {
    EXPECT_NEAR(pulses[t] * 32768, t % 160 == 2 ? std::sqrt(160.0) : 0, 1e-3) << t;
  }
  EXPECT_NEAR(power(speak(400, {flat, 100, all_noise}, 5)) * 32768 * 32768, 1, 0.05);
  EXPECT_NEAR(power(speak(400, {flat, 100, half}, 5)) * 32768 * 32768, 0.5, 0.05);
}

TEST(MlsaVocoder, TheSameFramesGiveTheSameBytes) {
  const std::vector<double> flat(kOrder + 1);
  EXPECT_EQ(speak(5, {flat, 0, {}}, 0), speak(5, {flat, 0, {}}, 0));
}

}  // namespace
}  // namespace sotto::speech::mlsa_vocoder_test
