// Against librosa.filters.mel, written out in numpy in double precision:
//   f = fr(np.linspace(to(lowest), to(highest), bands + 2))      # to, fr: hz_to_mel, mel_to_hz
//   ramps = f[:, None] - np.fft.rfftfreq(n_fft, 1 / rate)
//   w[i] = maximum(0, minimum(-ramps[i] / (f[i+1] - f[i]), ramps[i+2] / (f[i+2] - f[i+1])))
//   w[i] *= 2 / (f[i+2] - f[i])                                  # norm="slaney"
// htk=False: to(f) = f / (200/3) below 1 kHz, 15 + log(f / 1000) / (log(6.4) / 27) from there on.
#include "signal/mel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sotto::signal::mel_test {
namespace {

struct Filter {
  size_t band, first, last, peak;  // of the bins that are not 0, and the largest of them
  double largest, sum;
};

void expect_filters(const MelBank& bank, std::initializer_list<Filter> filters) {
  for (const Filter& expected : filters) {
    SCOPED_TRACE(expected.band);
    const auto& [first, weights] = bank.bands()[expected.band];
    ASSERT_EQ(first, expected.first);
    ASSERT_EQ(first + weights.size() - 1, expected.last);
    EXPECT_NEAR(weights[expected.peak - first], expected.largest, 1e-12);
    EXPECT_EQ(std::ranges::max(weights), weights[expected.peak - first]);
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), expected.sum, 1e-12);
  }
}

TEST(MelBank, SlaneysScaleAndAreaAreLibrosasDefault) {
  const MelBank bank(16000, 400, {.bands = 80, .highest_hz = 8000});
  ASSERT_EQ(bank.bands().size(), 80u);
  expect_filters(bank, {{0, 1, 1, 1, 0.024862593984176087, 0.024862593984176087},
                        {20, 19, 20, 20, 0.01389039398258697, 0.02486259398417609},
                        {40, 42, 44, 43, 0.014735565741439142, 0.02666486053478325},
                        {79, 186, 199, 192, 0.003164711739176461, 0.024925339738858847}});
  expect_filters(MelBank(24000, 1920, {.bands = 128, .highest_hz = 12000}),
                 {{0, 1, 4, 2, 0.03578712345259491, 0.07976563220689598},
                  {32, 68, 71, 70, 0.03383965161190727, 0.07976563220689593},
                  {64, 164, 172, 168, 0.016547785228438507, 0.0800800265171283},
                  {127, 910, 959, 934, 0.003118064972156158, 0.07998519455592223}});
}

TEST(MelBank, SlaneysScaleWithHeight1) {
  expect_filters(MelBank(16000, 400, {.norm = MelNorm::height}),
                 {{0, 1, 1, 1, 0.9258633651090337, 0.9258633651090337},
                  {20, 19, 20, 20, 0.5172673021806744, 0.9258633651090329},
                  {40, 42, 44, 43, 0.9745287002099573, 1.7634661833963783},
                  {79, 186, 199, 192, 0.9358967331017518, 7.371143394917759}});
}

TEST(MelBank, HtksScaleBetweenTwoFrequencies) {
  const MelOptions options = {.bands = 40,
                              .lowest_hz = 20,
                              .highest_hz = 7600,
                              .scale = MelScale::htk,
                              .norm = MelNorm::height};
  expect_filters(MelBank(16000, 512, options),
                 {{0, 1, 3, 2, 0.9607086008397028, 1.586517832875443},
                  {10, 20, 24, 22, 0.998428907020028, 2.7314390902858223},
                  {20, 54, 63, 58, 0.9583886594482169, 4.815267571755678},
                  {39, 214, 243, 228, 0.9886600750876771, 14.93268251629643}});
}

// torchaudio.compliance.kaldi.get_mel_banks: triangles over mel(f) = 1127 ln(1 + f / 700).
TEST(MelBank, KaldisSlopesAreStraightOnTheScale) {
  const MelBank bank(16000, 512,
                     {.bands = 80,
                      .lowest_hz = 20,
                      .highest_hz = 8000,
                      .scale = MelScale::htk,
                      .norm = MelNorm::height,
                      .slopes = MelSlopes::over_mel});
  const auto mel = [](double hz) { return 1127 * std::log(1 + hz / 700); };
  const double step = (mel(8000) - mel(20)) / 81;
  for (size_t band = 0; band < 80; ++band) {
    const double middle = mel(20) + static_cast<double>(band + 1) * step;
    for (size_t bin = 0; bin <= 256; ++bin) {
      std::vector<float> spectrum(257);
      spectrum[bin] = 1;
      const double apart = std::abs(mel(static_cast<double>(bin) * 16000 / 512) - middle);
      // 2595 log10 is 1127.0105 ln.
      ASSERT_NEAR(bank.sum(band, spectrum), std::max(0.0, 1 - apart / step), 1e-6) << bin;
    }
  }
}

TEST(MelBank, SumsASpectrumByItsWeights) {
  const MelBank bank(16000, 400, {});
  std::vector<float> spectrum(201);
  spectrum[20] = 2;
  EXPECT_NEAR(bank.sum(20, spectrum), 2 * 0.01389039398258697, 1e-12);
  EXPECT_EQ(bank.sum(79, spectrum), 0);
}

// Bins are 250 Hz apart, the first corners 37 Hz. librosa warns of it.
TEST(MelBank, ATriangleBetweenTwoBinsIsEmpty) {
  const MelBank bank(16000, 64, {});
  EXPECT_TRUE(bank.bands()[0].weights.empty());
  EXPECT_EQ(bank.sum(0, std::vector<float>(33, 1.0F)), 0);
}

}  // namespace
}  // namespace sotto::signal::mel_test
