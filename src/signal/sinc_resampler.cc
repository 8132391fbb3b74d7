#include "signal/sinc_resampler.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>

namespace sotto::signal {

// With both rates over their common divisor, from and to, s = 0.99 min(from, to):
//   y[n] = sum over k of  x[k] s / from sinc(t) cos^2(pi t / 12),   t = s (k / from - n / to),
// where |t| <= 6. The weights are computed where they are used: rates without a common divisor have
// as many as samples.
std::vector<float> sinc_resampled(std::span<const float> samples, int from_hz, int to_hz) {
  if (from_hz == to_hz) return {samples.begin(), samples.end()};
  constexpr int kZeros = 6;
  const int divisor = std::gcd(from_hz, to_hz);
  const int64_t from = from_hz / divisor, to = to_hz / divisor;
  const double rate = 0.99 * static_cast<double>(std::min(from, to));
  const auto reach = static_cast<int64_t>(std::ceil(kZeros * static_cast<double>(from) / rate));
  const auto count = static_cast<int64_t>(samples.size());
  std::vector<float> y;
  for (int64_t n = 0; n < (count * to + from - 1) / from; ++n) {
    const int64_t middle = n * from / to;
    const double place = static_cast<double>(n * from % to) / static_cast<double>(from * to);
    double sum = 0;
    for (int64_t k = std::max<int64_t>(0, middle - reach);
         k <= std::min(count - 1, middle + reach + 1); ++k) {
      const double t = rate * (static_cast<double>(k - middle) / static_cast<double>(from) - place);
      if (std::abs(t) >= kZeros) continue;
      const double window = std::pow(std::cos(t * std::numbers::pi / kZeros / 2), 2);
      const double angle = t * std::numbers::pi;
      const double sinc = angle == 0 ? 1 : std::sin(angle) / angle;
      sum += sinc * window * rate / static_cast<double>(from) * samples[static_cast<size_t>(k)];
    }
    y.push_back(static_cast<float>(sum));
  }
  return y;
}

}  // namespace sotto::signal
