// Sines and angles as loops that the compiler makes vectors of: every step is arithmetic.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sotto::signal {

// sin(2 pi x): with r the rest of x from the nearest integer, folded into a quarter of a turn, by
// the Taylor polynomial of degree 13, whose remainder there is below 1e-9. |x| < 2^51.
[[gnu::always_inline]] inline double sine_of_turns(double x) {
  constexpr double kRound = 0x1.8p52;
  const double r = x - ((x + kRound) - kRound);
  const double a = std::abs(r);
  const double folded = std::copysign(std::min(a, 0.5 - a), r);
  const double angle = 2 * std::numbers::pi * folded, s = angle * angle;
  double p = 1.0 / 6227020800;
  p = p * s - 1.0 / 39916800;
  p = p * s + 1.0 / 362880;
  p = p * s - 1.0 / 5040;
  p = p * s + 1.0 / 120;
  p = p * s - 1.0 / 6;
  p = p * s + 1.0;
  return angle * p;
}

// The angle of (x, y), finite, -pi to pi; of (0, 0) it is 0. The tangent of what lies within an
// eighth of a turn is at most 1; above tan(pi / 8), atan(q) = pi / 4 + atan((q - 1) / (q + 1)).
// What is left goes by the Taylor polynomial of degree 23, whose remainder is below 2e-11.
[[gnu::always_inline]] inline double angle_of(double y, double x) {
  constexpr double kEighth = std::numbers::sqrt2 - 1;  // tan(pi / 8)
  const double a = std::abs(x), b = std::abs(y);
  const double less = std::min(a, b), more = std::max(a, b);
  // Signs instead of choices, which would become branches. wide: 1 or 0.
  const double wide = 0.5 - 0.5 * std::copysign(1.0, kEighth * more - less);
  const double over = less - wide * more, under = more + wide * less;
  const double z = over / std::max(under, std::numeric_limits<double>::denorm_min()), s = z * z;
  double p = -1.0 / 23;
  p = p * s + 1.0 / 21;
  p = p * s - 1.0 / 19;
  p = p * s + 1.0 / 17;
  p = p * s - 1.0 / 15;
  p = p * s + 1.0 / 13;
  p = p * s - 1.0 / 11;
  p = p * s + 1.0 / 9;
  p = p * s - 1.0 / 7;
  p = p * s + 1.0 / 5;
  p = p * s - 1.0 / 3;
  p = p * s + 1.0;
  const double within = wide * (std::numbers::pi / 4) + z * p;
  const double steep = std::copysign(1.0, a - b), right = std::copysign(1.0, x);
  const double half = (1 - steep) * (std::numbers::pi / 4) + steep * within;
  return std::copysign((1 - right) * (std::numbers::pi / 2) + right * half, y);
}

}  // namespace sotto::signal
