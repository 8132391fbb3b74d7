// The convolutions against their definitions in double, whole and cut into pieces.
#include "nn/conv1d.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "device_cpu/backend.h"
#include "nn/conv_transpose1d.h"

namespace sotto::nn::conv1d_test {
namespace {

using Floats = std::vector<float>;

Floats random_floats(size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  Floats v(size);
  for (float& x : v) x = normal(random);
  return v;
}

std::shared_ptr<const device::Backend> open_backend() { return *device::cpu::open_backend(1, ""); }

// As loaded for many rows.
device::Weight prepared(const device::Backend& b, const Floats& w, int rows, int cols) {
  return b.prepare(quant::F32Matrix{w.data(), rows, cols}, nullptr, {device::Rows::prefill});
}

// Feeds the rows of x to `layer` in calls of the given sizes, over and over.
template <class Layer>
Floats stream(const Layer& layer, device::Device& d, const Floats& x, int channels,
              const std::vector<int>& cuts) {
  ConvState state = layer.start(d);
  Floats y;
  const int rows = static_cast<int>(x.size()) / channels;
  for (int done = 0, call = 0; done < rows; ++call) {
    const int count = std::min(cuts[static_cast<size_t>(call) % cuts.size()], rows - done);
    const device::Frame frame(d);
    const ConvWindow window = ConvWindow::open(d, state, count);
    d.upload(std::span(x).subspan(static_cast<size_t>(done * channels), window.now.size()),
             window.now);
    const auto out = d.read(layer(d, window, state));
    y.insert(y.end(), out.begin(), out.end());
    done += count;
  }
  return y;
}

struct Shape {
  int in, out, kernel, stride, dilation;
  bool replicate;
};

// x[t][i] with the past before the beginning.
double before(const Floats& x, const Shape& s, int t, int i) {
  if (t < 0 && !s.replicate) return 0;
  return double{x[static_cast<size_t>(std::max(t, 0) * s.in + i)]};
}

// As the header says it, with the sum of magnitudes beside each number.
void expect_convolved(const Shape& s, const Floats& x, const Floats& w, const Floats& b,
                      const Floats& y) {
  const int rows = static_cast<int>(x.size()) / s.in / s.stride;
  ASSERT_EQ(y.size(), static_cast<size_t>(rows * s.out));
  const int context = (s.kernel - 1) * s.dilation + 1 - s.stride;
  for (int t = 0; t < rows; ++t) {
    for (int o = 0; o < s.out; ++o) {
      double sum = double{b[static_cast<size_t>(o)]}, magnitude = std::abs(sum);
      for (int i = 0; i < s.in; ++i) {
        for (int k = 0; k < s.kernel; ++k) {
          const double product = double{w[static_cast<size_t>((o * s.in + i) * s.kernel + k)]} *
                                 before(x, s, t * s.stride + k * s.dilation - context, i);
          sum += product;
          magnitude += std::abs(product);
        }
      }
      // The error of a float sum: at most its length * 2^-24 * the sum of magnitudes.
      ASSERT_NEAR(double{y[static_cast<size_t>(t * s.out + o)]}, sum,
                  (s.in * s.kernel + 1) * 0x1p-24 * magnitude)
          << "row " << t << ", output " << o;
    }
  }
}

TEST(Conv1d, IsItsDefinitionHoweverTheSignalIsCut) {
  const auto backend = open_backend();
  const auto d = backend->open();
  for (const Shape& s :
       {Shape{3, 5, 7, 1, 1, false}, Shape{8, 4, 3, 1, 1, false}, Shape{4, 6, 3, 1, 4, false},
        Shape{5, 3, 1, 1, 1, false}, Shape{3, 6, 10, 5, 1, false}, Shape{4, 2, 32, 16, 1, true},
        Shape{1, 2, 4, 4, 1, false}, Shape{600, 2, 5, 1, 2, true}}) {
    SCOPED_TRACE(::testing::Message() << s.in << " -> " << s.out << ", kernel " << s.kernel
                                      << ", stride " << s.stride << ", dilation " << s.dilation);
    const Floats w = random_floats(static_cast<size_t>(s.out * s.in * s.kernel), 1);
    const Floats b = random_floats(static_cast<size_t>(s.out), 2);
    const Floats x = random_floats(static_cast<size_t>(s.in * s.stride * 48), 3);
    const Floats taps = conv_taps(w, s.out, s.in, s.kernel);
    const Conv1d conv{
        .weights = {prepared(*backend, taps, s.out, s.in * s.kernel), backend->prepare(b)},
        .in = s.in,
        .taps = {s.kernel, s.stride, s.dilation},
        .replicate = s.replicate};
    const Floats whole = stream(conv, *d, x, s.in, {48 * s.stride});
    expect_convolved(s, x, w, b, whole);
    EXPECT_EQ(whole, stream(conv, *d, x, s.in, {s.stride}));
    EXPECT_EQ(whole, stream(conv, *d, x, s.in, {2 * s.stride, s.stride, 5 * s.stride}));
  }
}

// y[t] = b + sum over s and k with stride * s + k = t of x[s] w[k]
TEST(ConvTranspose1d, IsItsDefinitionHoweverTheSignalIsCut) {
  const auto backend = open_backend();
  const auto d = backend->open();
  struct Case {
    int in, out, kernel, stride;
  };
  for (const Case& c : {Case{6, 5, 12, 6}, Case{8, 3, 8, 4}, Case{3, 4, 7, 3}, Case{2, 2, 2, 4},
                        Case{5, 1, 3, 1}, Case{700, 3, 4, 2}}) {
    SCOPED_TRACE(::testing::Message()
                 << c.in << " -> " << c.out << ", kernel " << c.kernel << ", stride " << c.stride);
    constexpr int kRows = 40;
    const Floats w = random_floats(static_cast<size_t>(c.in * c.out * c.kernel), 4);
    const Floats b = random_floats(static_cast<size_t>(c.out), 5);
    const Floats x = random_floats(static_cast<size_t>(c.in * kRows), 6);
    const int reach = reach_of(c.kernel, c.stride);
    const Floats taps = transposed_taps(w, c.in, c.out, c.kernel, c.stride);
    const Floats bias = repeated_bias(b, c.stride);
    const ConvTranspose1d conv{.weights = {prepared(*backend, taps, c.stride * c.out, reach * c.in),
                                           backend->prepare(bias)},
                               .in = c.in,
                               .out = c.out,
                               .stride = c.stride,
                               .reach = reach};
    const Floats whole = stream(conv, *d, x, c.in, {kRows});
    ASSERT_EQ(whole.size(), static_cast<size_t>(kRows * c.stride * c.out));
    for (int t = 0; t < kRows * c.stride; ++t) {
      for (int o = 0; o < c.out; ++o) {
        double sum = double{b[static_cast<size_t>(o)]}, magnitude = std::abs(sum);
        for (int s = 0; s * c.stride <= t; ++s) {
          const int k = t - s * c.stride;
          if (k >= c.kernel) continue;
          for (int i = 0; i < c.in; ++i) {
            const double product = double{x[static_cast<size_t>(s * c.in + i)]} *
                                   double{w[static_cast<size_t>((i * c.out + o) * c.kernel + k)]};
            sum += product;
            magnitude += std::abs(product);
          }
        }
        ASSERT_NEAR(double{whole[static_cast<size_t>(t * c.out + o)]}, sum,
                    (reach * c.in + 1) * 0x1p-24 * magnitude);
      }
    }
    EXPECT_EQ(whole, stream(conv, *d, x, c.in, {1}));
    EXPECT_EQ(whole, stream(conv, *d, x, c.in, {3, 1, 7}));
  }
}

TEST(DepthwiseConvTranspose1d, IsItsDefinitionHoweverTheSignalIsCut) {
  const auto backend = open_backend();
  const auto d = backend->open();
  constexpr int kChannels = 5, kRows = 20;
  for (const auto& [kernel, stride] : {std::pair{32, 16}, {7, 3}, {2, 4}}) {
    SCOPED_TRACE(::testing::Message() << "kernel " << kernel << ", stride " << stride);
    const Floats w = random_floats(static_cast<size_t>(kChannels * kernel), 7);
    const Floats x = random_floats(kChannels * kRows, 8);
    const Floats taps = depthwise_taps(w, kChannels, kernel);
    const DepthwiseConvTranspose1d conv{.weights = backend->prepare(taps, kernel),
                                        .channels = kChannels,
                                        .kernel = kernel,
                                        .stride = stride};
    const Floats whole = stream(conv, *d, x, kChannels, {kRows});
    ASSERT_EQ(whole.size(), static_cast<size_t>(kChannels * kRows * stride));
    for (int t = 0; t < kRows * stride; ++t) {
      for (int c = 0; c < kChannels; ++c) {
        double sum = 0;
        for (int s = 0; s * stride <= t; ++s) {
          const int k = t - s * stride;
          if (k < kernel) {
            sum += double{x[static_cast<size_t>(s * kChannels + c)]} *
                   double{w[static_cast<size_t>(c * kernel + k)]};
          }
        }
        // Three products of numbers below 5.
        ASSERT_NEAR(double{whole[static_cast<size_t>(t * kChannels + c)]}, sum, 75 * 0x1p-22);
      }
    }
    EXPECT_EQ(whole, stream(conv, *d, x, kChannels, {1}));
    EXPECT_EQ(whole, stream(conv, *d, x, kChannels, {6, 1}));
  }
}

}  // namespace
}  // namespace sotto::nn::conv1d_test
