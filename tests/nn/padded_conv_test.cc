// Convolutions with zeros around the signal, and the LSTM layer, against their definitions in
// double.
#include "nn/padded_conv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "device_cpu/backend.h"
#include "nn/lstm.h"

namespace sotto::nn::padded_conv_test {
namespace {

using Floats = std::vector<float>;

Floats random_floats(size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  Floats v(size);
  for (float& x : v) x = normal(random);
  return v;
}

std::shared_ptr<const device::Backend> open_backend() { return *device::cpu::open_backend(2, ""); }

device::Weight prepared(const device::Backend& b, const Floats& w, int rows, int cols) {
  return b.prepare(quant::F32Matrix{w.data(), rows, cols}, nullptr, {device::Rows::prefill});
}

// The error of a float sum of so many products.
double tolerance(int length, double magnitude) { return (length + 1) * 0x1p-24 * magnitude; }

struct Sum {
  double value = 0, magnitude = 0;
  void add(double product) {
    value += product;
    magnitude += std::abs(product);
  }
};

TEST(PaddedConv1d, IsItsDefinition) {
  const auto backend = open_backend();
  const auto d = backend->open();
  struct Case {
    int in, out, kernel, stride, dilation, padding;
  };
  for (const Case& c : {Case{3, 5, 3, 1, 1, 1}, Case{4, 18, 7, 1, 3, 9},
                        Case{128, 16, 11, 1, 5, 25}, Case{22, 6, 12, 6, 1, 3},
                        Case{1, 1, 3, 2, 1, 1}, Case{5, 7, 1, 1, 1, 0}, Case{2, 3, 4, 1, 1, 3}}) {
    SCOPED_TRACE(::testing::Message() << c.in << " -> " << c.out << ", kernel " << c.kernel
                                      << ", stride " << c.stride << ", dilation " << c.dilation);
    constexpr int kRows = 40;
    const Floats w = random_floats(static_cast<size_t>(c.out * c.in * c.kernel), 1);
    const Floats b = random_floats(static_cast<size_t>(c.out), 2);
    const Floats x = random_floats(static_cast<size_t>(c.in * kRows), 3);
    const PaddedConv1d conv{
        .weights = {prepared(*backend, conv_taps(w, c.out, c.in, c.kernel), c.out, c.in * c.kernel),
                    backend->prepare(b)},
        .in = c.in,
        .taps = {c.kernel, c.stride, c.dilation},
        .padding = c.padding};
    const device::Frame frame(*d);
    const auto y = conv(*d, d->upload(x, kRows, c.in));
    ASSERT_EQ(y.rows, (kRows + 2 * c.padding - c.dilation * (c.kernel - 1) - 1) / c.stride + 1);
    const ConvWindow window = conv.window(*d, kRows);
    d->upload(x, window.now);
    const device::Tensor twice = conv(*d, window);
    conv.add_to(*d, window, twice);
    const auto found = d->read(y), added = d->read(twice);
    for (int t = 0; t < y.rows; ++t) {
      for (int o = 0; o < c.out; ++o) {
        Sum sum;
        sum.add(double{b[static_cast<size_t>(o)]});
        for (int k = 0; k < c.kernel; ++k) {
          const int s = c.stride * t + c.dilation * k - c.padding;
          if (s < 0 || s >= kRows) continue;
          for (int i = 0; i < c.in; ++i)
            sum.add(double{w[static_cast<size_t>((o * c.in + i) * c.kernel + k)]} *
                    double{x[static_cast<size_t>(s * c.in + i)]});
        }
        const auto at = static_cast<size_t>(t * c.out + o);
        ASSERT_NEAR(double{found[at]}, sum.value, tolerance(c.in * c.kernel, sum.magnitude))
            << "row " << t << ", output " << o;
        ASSERT_EQ(added[at], 2 * found[at]);
      }
    }
  }
}

TEST(PaddedConvTranspose1d, IsItsDefinition) {
  const auto backend = open_backend();
  const auto d = backend->open();
  struct Case {
    int in, out, kernel, stride, padding;
  };
  for (const Case& c : {Case{6, 5, 20, 10, 5}, Case{8, 3, 12, 6, 3}, Case{3, 4, 7, 3, 2},
                        Case{2, 2, 4, 4, 0}, Case{5, 1, 3, 1, 1}}) {
    SCOPED_TRACE(::testing::Message()
                 << c.in << " -> " << c.out << ", kernel " << c.kernel << ", stride " << c.stride);
    constexpr int kRows = 17;
    const Floats w = random_floats(static_cast<size_t>(c.in * c.out * c.kernel), 4);
    const Floats b = random_floats(static_cast<size_t>(c.out), 5);
    const Floats x = random_floats(static_cast<size_t>(c.in * kRows), 6);
    const Floats taps = transposed_taps(w, c.in, c.out, c.kernel, c.stride);
    const PaddedConvTranspose1d conv{
        .weights = {prepared(*backend, taps, c.stride * c.out, reach_of(c.kernel, c.stride) * c.in),
                    backend->prepare(repeated_bias(b, c.stride))},
        .in = c.in,
        .out = c.out,
        .kernel = c.kernel,
        .stride = c.stride,
        .padding = c.padding};
    const device::Frame frame(*d);
    const ConvWindow window = conv.window(*d, kRows);
    d->upload(x, window.now);
    const device::Tensor y = conv(*d, window);
    ASSERT_EQ(y.rows, (kRows - 1) * c.stride + c.kernel - 2 * c.padding);
    const auto found = d->read(y);
    for (int t = 0; t < y.rows; ++t) {
      for (int o = 0; o < c.out; ++o) {
        Sum sum;
        sum.add(double{b[static_cast<size_t>(o)]});
        for (int s = 0; s < kRows; ++s) {
          const int k = t + c.padding - c.stride * s;
          if (k < 0 || k >= c.kernel) continue;
          for (int i = 0; i < c.in; ++i)
            sum.add(double{w[static_cast<size_t>((i * c.out + o) * c.kernel + k)]} *
                    double{x[static_cast<size_t>(s * c.in + i)]});
        }
        ASSERT_NEAR(double{found[static_cast<size_t>(t * c.out + o)]}, sum.value,
                    tolerance(c.in * c.kernel, sum.magnitude))
            << "row " << t << ", output " << o;
      }
    }
  }
}

TEST(PaddedDepthwiseConvTranspose1d, IsItsDefinition) {
  const auto backend = open_backend();
  const auto d = backend->open();
  constexpr int kChannels = 5, kRows = 9, kKernel = 3, kStride = 2;
  const Floats w = random_floats(kChannels * kKernel, 7), b = random_floats(kChannels, 8);
  const Floats x = random_floats(kChannels * kRows, 9);
  const PaddedDepthwiseConvTranspose1d conv{
      .weights = backend->prepare(depthwise_taps(w, kChannels, kKernel), kKernel),
      .bias = backend->prepare(b),
      .channels = kChannels,
      .kernel = kKernel,
      .stride = kStride,
      .padding = 1,
      .output_padding = 1};
  const ConvWindow window = conv.window(*d, kRows);
  d->upload(x, window.now);
  const device::Tensor y = conv(*d, window);
  ASSERT_EQ(y.rows, 2 * kRows);
  const auto found = d->read(y);
  for (int t = 0; t < y.rows; ++t) {
    for (int c = 0; c < kChannels; ++c) {
      Sum sum;
      sum.add(double{b[static_cast<size_t>(c)]});
      for (int s = 0; s < kRows; ++s) {
        const int k = t + 1 - kStride * s;
        if (k < 0 || k >= kKernel) continue;
        sum.add(double{w[static_cast<size_t>(c * kKernel + k)]} *
                double{x[static_cast<size_t>(s * kChannels + c)]});
      }
      ASSERT_NEAR(double{found[static_cast<size_t>(t * kChannels + c)]}, sum.value,
                  tolerance(3, sum.magnitude))
          << "row " << t << ", channel " << c;
    }
  }
}

// Step by step, with the recurrence alone tested in tests/device_cpu.
TEST(BiLstm, TheInputsProductIsPartOfTheGates) {
  const auto backend = open_backend();
  const auto d = backend->open();
  constexpr int kIn = 6, kHidden = 4, kSteps = 5;
  const auto direction = [&](uint32_t seed) {
    return BiLstm::Direction{
        .input = {prepared(*backend, random_floats(4 * kHidden * kIn, seed), 4 * kHidden, kIn),
                  backend->prepare(random_floats(4 * kHidden, seed + 1))},
        .hidden = prepared(*backend, random_floats(4 * kHidden * kHidden, seed + 2), 4 * kHidden,
                           kHidden)};
  };
  const BiLstm lstm{.forward = direction(1), .backward = direction(11)};
  const Floats x = random_floats(kSteps * kIn, 21);
  const auto y = d->read(lstm(*d, d->upload(x, kSteps, kIn)));
  const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  for (const bool backward : {false, true}) {
    const uint32_t seed = backward ? 11 : 1;
    const Floats w = random_floats(4 * kHidden * kIn, seed),
                 b = random_floats(4 * kHidden, seed + 1);
    const Floats u = random_floats(4 * kHidden * kHidden, seed + 2);
    std::vector<double> h(kHidden, 0), c(kHidden, 0);
    for (int step = 0; step < kSteps; ++step) {
      const int t = backward ? kSteps - 1 - step : step;
      std::vector<double> gates(b.begin(), b.end());
      for (size_t r = 0; r < gates.size(); ++r) {
        for (size_t i = 0; i < kIn; ++i)
          gates[r] += double{w[r * kIn + i]} * double{x[static_cast<size_t>(t) * kIn + i]};
        for (size_t i = 0; i < kHidden; ++i) gates[r] += double{u[r * kHidden + i]} * h[i];
      }
      for (size_t i = 0; i < kHidden; ++i) {
        c[i] = sigmoid(gates[kHidden + i]) * c[i] +
               sigmoid(gates[i]) * std::tanh(gates[2 * kHidden + i]);
        h[i] = sigmoid(gates[3 * kHidden + i]) * std::tanh(c[i]);
        const size_t at = static_cast<size_t>(t) * 2 * kHidden + (backward ? kHidden : 0) + i;
        EXPECT_NEAR(double{y[at]}, h[i], 2e-6) << "step " << t << ", " << i;
      }
    }
  }
}

}  // namespace
}  // namespace sotto::nn::padded_conv_test
