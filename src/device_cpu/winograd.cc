#include "device_cpu/winograd.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace sotto::device::cpu {
namespace {

constexpr int kPoints = Winograd::kPoints;
// Beside infinity. Of the sets of small fractions that were tried, this one rounds least.
constexpr std::array<double, kPoints - 1> kFinite = {0, 1, -1, 2, -2, 0.5, -0.5, 1.5, -1.5, 0.25};

// Coefficients of the product of (x - p) over all finite points but one; none: -1.
std::array<double, kPoints> product_without(int one) {
  std::array<double, kPoints> c = {1};
  for (int p = 0; p < kPoints - 1; ++p) {
    if (p == one) continue;
    for (size_t i = kPoints - 1; i > 0; --i)
      c[i] = c[i - 1] - kFinite[static_cast<size_t>(p)] * c[i];
    c[0] *= -kFinite[static_cast<size_t>(p)];
  }
  return c;
}

// The divisor of Lagrange's polynomial of a finite point.
double divisor(int point) {
  double d = 1;
  for (int p = 0; p < kPoints - 1; ++p) {
    if (p != point) d *= kFinite[static_cast<size_t>(point)] - kFinite[static_cast<size_t>(p)];
  }
  return d;
}

// Number k of what a polynomial with `count` coefficients is multiplied by for its value at a
// point.
double power(int point, int k, int count) {
  if (point == kPoints - 1) return k + 1 == count ? 1 : 0;
  return k == 0 ? 1 : std::pow(kFinite[static_cast<size_t>(point)], k);
}

}  // namespace

Winograd Winograd::for_taps(int taps) {
  Winograd w;
  w.groups = groups_of(taps);
  w.taps = w.groups == 1 ? taps : kHalf;
  w.outputs = kPoints + 1 - w.taps;
  for (int p = 0; p < kPoints; ++p) {
    const bool finite = p + 1 < kPoints;
    for (const double c : product_without(finite ? p : -1))
      w.input.push_back(static_cast<float>(c));
    const double d = finite ? divisor(p) : 1;
    for (int k = 0; k < w.taps; ++k)
      w.weights.push_back(static_cast<float>(power(p, k, w.taps) / d));
  }
  for (int s = 0; s < w.outputs; ++s) {
    for (int p = 0; p < kPoints; ++p)
      w.output.push_back(static_cast<float>(power(p, s, w.outputs)));
  }
  return w;
}

}  // namespace sotto::device::cpu
