#include "models/pocket_tts/voice_prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>

namespace sotto::models::pocket_tts {
namespace {

constexpr int kLowestRate = 1000, kHighestRate = 384000;
constexpr double kBeta = 5.0;
constexpr int kZeroCrossings = 10;  // to each side

// A voice has 20 ms that are louder than the first, in dB below full scale, and no sample that is
// larger than the second: integers that were stored as floats are not sound.
constexpr double kSilence = -60;
constexpr float kLargestSample = 16;

// The modified Bessel function of order 0, by its series. For x <= kBeta its terms fall fast.
double bessel_i0(double x) {
  double term = 1, sum = 1;
  for (int k = 1; term > 1e-18 * sum; ++k) {
    term *= (x / 2 / k) * (x / 2 / k);
    sum += term;
  }
  return sum;
}

// The filter at `up` times the first rate, scaled to pass a constant as it is.
std::vector<double> low_pass(int up, int down) {
  const int widest = std::max(up, down);
  const int half = kZeroCrossings * widest;
  std::vector<double> taps(2 * static_cast<size_t>(half) + 1);
  double sum = 0;
  for (int n = -half; n <= half; ++n) {
    const double x = std::numbers::pi * n / widest;
    const double sinc = n == 0 ? 1 : std::sin(x) / x;
    const double edge = static_cast<double>(n) / half;
    const double tap = sinc * bessel_i0(kBeta * std::sqrt(1 - edge * edge));
    taps[static_cast<size_t>(n + half)] = tap;
    sum += tap;
  }
  for (double& tap : taps) tap *= up / sum;
  return taps;
}

// In dB below full scale; silence is -240.
double loudness(std::span<const float> samples) {
  double squares = 0;
  for (const float x : samples) squares += double{x} * double{x};
  return 20 * std::log10(std::sqrt(squares / static_cast<double>(samples.size())) + 1e-12);
}

}  // namespace

Result<std::vector<float>> convert_rate(std::span<const float> samples, int from_hz, int to_hz) {
  for (const int hz : {from_hz, to_hz}) {
    if (hz < kLowestRate || hz > kHighestRate) {
      return Error{Errc::unsupported, fmt::format("a voice prompt has {} samples a second, "
                                                  "expected {} to {}",
                                                  hz, kLowestRate, kHighestRate)};
    }
  }
  if (from_hz == to_hz) return std::vector<float>(samples.begin(), samples.end());
  const int common = std::gcd(from_hz, to_hz);
  const int up = to_hz / common, down = from_hz / common;
  const std::vector<double> taps = low_pass(up, down);
  const auto half = static_cast<int64_t>(taps.size() / 2);
  const auto count = static_cast<int64_t>(samples.size());
  std::vector<float> out(static_cast<size_t>((count * up + down - 1) / down));
  for (size_t m = 0; m < out.size(); ++m) {
    // Sample k stands at k * up, and this one at m * down, of the rate that both divide.
    const int64_t at = static_cast<int64_t>(m) * down;
    const int64_t first = std::max<int64_t>(0, (at - half + up - 1) / up);
    const int64_t last = std::min(count - 1, (at + half) / up);
    double sum = 0;
    for (int64_t k = first; k <= last; ++k) {
      sum +=
          double{samples[static_cast<size_t>(k)]} * taps[static_cast<size_t>(at + half - k * up)];
    }
    out[m] = static_cast<float>(sum);
  }
  return out;
}

Result<std::vector<float>> end_on_pause(std::span<const float> samples, int sample_rate_hz) {
  const auto frame = static_cast<size_t>(0.02 * sample_rate_hz);
  const size_t frames = frame > 0 ? samples.size() / frame : 0;
  if (frames == 0) {
    return Error{Errc::bad_format,
                 fmt::format("a voice prompt has {} samples, expected at least {}, 20 ms",
                             samples.size(), frame)};
  }
  if (!std::ranges::all_of(samples, [](float x) { return std::isfinite(x); })) {
    return Error{Errc::bad_format,
                 "a voice prompt has samples that are not finite numbers, expected sound"};
  }
  const float largest =
      std::fabs(*std::ranges::max_element(samples, {}, [](float x) { return std::fabs(x); }));
  if (largest > kLargestSample) {
    return Error{Errc::bad_format, fmt::format("a voice prompt has samples up to {:g}, expected "
                                               "sound between -1 and 1",
                                               largest)};
  }
  std::vector<double> db(frames);
  for (size_t i = 0; i < frames; ++i) db[i] = loudness(samples.subspan(i * frame, frame));
  const double loudest = *std::ranges::max_element(db);
  if (loudest < kSilence) {
    return Error{
        Errc::bad_format,
        fmt::format("a voice prompt is silent ({:.0f} dB below full scale at its loudest), "
                    "expected a voice above {:.0f} dB",
                    -loudest, kSilence)};
  }
  const double threshold = loudest - 35;
  size_t end = frames;  // the loudest frame is above the threshold
  while (db[end - 1] <= threshold) --end;
  const size_t heard = end * frame;
  std::vector<float> prompt(heard + static_cast<size_t>(0.08 * sample_rate_hz));
  std::ranges::copy(samples.first(heard), prompt.begin());
  for (size_t i = 0; i < frame; ++i) {
    const double left = frame > 1 ? 1 - static_cast<double>(i) / static_cast<double>(frame - 1) : 1;
    prompt[heard - frame + i] *= static_cast<float>(left);
  }
  return prompt;
}

}  // namespace sotto::models::pocket_tts
