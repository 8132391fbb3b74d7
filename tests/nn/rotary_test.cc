#include "nn/rotary.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "device_cpu/backend.h"

namespace sotto::nn::rotary_test {
namespace {

// The rule as Llama's code has it, in three cases of wavelengths.
double llama(double frequency, const RotaryStretch& s) {
  const double wavelength = 2 * std::numbers::pi / frequency;
  if (wavelength > s.positions / s.low) return frequency / s.factor;
  if (wavelength < s.positions / s.high) return frequency;
  const double smooth = (s.positions / wavelength - s.low) / (s.high - s.low);
  return (1 - smooth) * frequency / s.factor + smooth * frequency;
}

TEST(Rotary, IsStretchedAsLlamaIs) {
  const RotaryStretch stretch{.factor = 8, .low = 1, .high = 4, .positions = 8192};
  const Rotary plain{.period = 500000}, stretched{.period = 500000, .stretch = stretch};
  int slower = 0, between = 0;
  for (int i = 0; i < 32; ++i) {
    const double before = plain.frequency(i, 64), after = stretched.frequency(i, 64);
    EXPECT_NEAR(after, llama(before, stretch), 1e-12 * before);
    slower += after < 0.126 * before;
    between += after > 0.126 * before && after < before;
  }
  EXPECT_GT(slower, 5);
  EXPECT_GT(between, 1);
  EXPECT_EQ(stretched.frequency(0, 64), 1.0);
}

TEST(Rotary, HalvesArePairsThatLieApart) {
  const auto b = device::cpu::open_backend(1);
  ASSERT_TRUE(b);
  const auto d = (*b)->open();
  std::vector<float> room;
  constexpr int kSize = 6;
  const std::vector<float> row = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};  // two heads
  const device::Tensor apart = d->upload(row, 1, 12);
  // The same numbers with the halves of each head beside each other.
  const std::array order = {0, 3, 1, 4, 2, 5};
  std::vector<float> paired(12);
  for (size_t i = 0; i < 12; ++i) paired[i] = row[i / 6 * 6 + static_cast<size_t>(order[i % 6])];
  const device::Tensor adjacent = d->upload(paired, 1, 12);
  const device::Tensor angles = rotary_angles(*d, 3, 1, kSize, {.period = 100}, room);
  d->rotate(apart, angles, device::Pairs::halves);
  d->rotate(adjacent, angles, device::Pairs::adjacent);
  const auto a = d->read(apart), p = d->read(adjacent);
  for (size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(a[i / 6 * 6 + static_cast<size_t>(order[i % 6])], p[i]);
  }
  EXPECT_NEAR(double{a[0]}, std::cos(3.0) - 4 * std::sin(3.0), 1e-5);
}

}  // namespace
}  // namespace sotto::nn::rotary_test
