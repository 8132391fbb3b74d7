// Products with int8 weights whose activations are rounded in each call, against their definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "device_cpu/backend.h"
#include "device_cpu/elementwise.h"
#include "device_cpu/isa.h"
#include "device_cpu/matmul_checks.h"

namespace sotto::device::cpu::testing::rounded_test {
namespace {

using Floats = std::vector<float>;
constexpr Use kPerTensorUse{Rows::prefill, ActivationQuant::dynamic_per_tensor},
    kPerTokenUse{Rows::prefill, ActivationQuant::dynamic_per_token};

TEST(ExtendRange, FindsTheLeastAndTheGreatest) {
  for (const size_t n : {0u, 1u, 7u, 16u, 33u, 1000u}) {
    const Floats x = normals(n, 5, 3);
    float low = -0.5f, high = 0.25f;
    extend_range(x.data(), n, low, high);
    float least = -0.5f, most = 0.25f;
    for (const float v : x) least = std::min(least, v), most = std::max(most, v);
    EXPECT_EQ(low, least) << n;
    EXPECT_EQ(high, most) << n;
  }
}

struct Shape {
  int rows, in, out, kernel = 1, dilation = 1, stride = 1;
  Epilogue epilogue = Epilogue::none;
};

struct Case {
  Shape s;
  Floats x, bias, before, scales;
  std::vector<int8_t> q;

  explicit Case(const Shape& s) : s(s) {
    const int windows = (s.rows - 1) * s.stride + (s.kernel - 1) * s.dilation + 1;
    x = normals(size_t(windows) * size_t(s.in), 1);
    bias = normals(size_t(s.out), 2);
    before = normals(size_t(s.rows) * size_t(s.out), 3);
    for (const float v : normals(size_t(s.out) * size_t(s.kernel * s.in), 4, 40))
      q.push_back(int8_t(std::clamp(std::lround(v), -127l, 127l)));
    for (int r = 0; r < s.out; ++r) scales.push_back(0.002f * float(1 + r % 3));
  }

  Floats made(const Backend& b, const Use& use = kPerTensorUse) const {
    const Weight w =
        b.prepare(quant::Sym8View{s.out, s.kernel * s.in, q.data(), scales.data()}, nullptr, use);
    const auto d = b.open();
    const Tensor from = d->upload(x, int(x.size()) / s.in, s.in);
    const Tensor y = d->upload(before, s.rows, s.out);
    const Constant add = b.prepare(bias);
    const Product product{w.get(), add.tensor, y, s.epilogue};
    const size_t used = d->mark().used;
    if (s.kernel == 1 && s.stride == 1) {
      d->linears(from, {&product, 1});
    } else {
      d->convolve(from, {.kernel = s.kernel, .stride = s.stride, .dilation = s.dilation}, product);
    }
    EXPECT_EQ(d->mark().used, used) << "memory is not given back";
    const auto found = d->read(y);
    return {found.begin(), found.end()};
  }

  quant::QuantParams levels(int most) const {
    const auto [low, high] = std::ranges::minmax(x);
    return quant::params_between(low, high, most);
  }

  // Of their levels, or of the numbers as they are.
  std::vector<double> expected(const std::optional<quant::QuantParams>& levels) const {
    std::vector<double> y;
    for (int t = 0; t < s.rows; ++t) {
      for (int o = 0; o < s.out; ++o) {
        double sum = 0;
        for (int k = 0; k < s.kernel; ++k) {
          for (int i = 0; i < s.in; ++i) {
            const float v = x[size_t(t * s.stride + k * s.dilation) * size_t(s.in) + size_t(i)];
            sum += double{levels ? levels->value(levels->at(v)) : v} *
                   q[size_t(o) * size_t(s.kernel * s.in) + size_t(k * s.in + i)];
          }
        }
        const size_t at = size_t(t) * size_t(s.out) + size_t(o);
        double v = sum * double{scales[size_t(o)]} + double{bias[size_t(o)]};
        if (s.epilogue == Epilogue::relu) v = std::max(v, 0.0);
        if (s.epilogue == Epilogue::add) v += double{before[at]};
        y.push_back(v);
      }
    }
    return y;
  }
};

// Sums of integers are exact; those of floats have a few hundred terms.
void expect_near(const Floats& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(double{found[i]}, expected[i], 2e-5 * (1 + std::abs(expected[i]))) << i;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> kShapes = {
      {.rows = 1, .in = 5, .out = 3},
      {.rows = 13, .in = 64, .out = 17},
      {.rows = 130, .in = 24, .out = 40, .kernel = 3},
      {.rows = 97, .in = 17, .out = 19, .kernel = 11, .dilation = 5},
      {.rows = 400, .in = 16, .out = 16, .kernel = 7, .dilation = 3},
      {.rows = 2, .in = 16, .out = 16, .kernel = 3, .dilation = 5},
      {.rows = 31, .in = 22, .out = 20, .kernel = 12, .stride = 6},
      {.rows = 99, .in = 8, .out = 33, .kernel = 3, .epilogue = Epilogue::relu},
      // More bytes than a worker has at a time.
      {.rows = 9001, .in = 64, .out = 2, .kernel = 3, .dilation = 5},
      {.rows = 3001, .in = 64, .out = 2, .kernel = 4, .stride = 3},
      {.rows = 100, .in = 16, .out = 16, .kernel = 3, .dilation = 3, .epilogue = Epilogue::add},
      {.rows = 30, .in = 16, .out = 16, .kernel = 3, .dilation = 3, .stride = 2},
  };
  return kShapes;
}

bool rounds(Isa isa) {
  return (features_of(isa) & (kAvxVnni | kAvx512Vnni | kAmxInt8 | kDotProd)) != 0;
}

class Rounded : public ::testing::TestWithParam<Isa> {};

TEST_P(Rounded, IsItsDefinition) {
  if (!supported(GetParam())) GTEST_SKIP() << "not on this processor";
  const auto b = *open_backend(2, name_of(GetParam()), 1);
  for (const Shape& s : shapes()) {
    SCOPED_TRACE(::testing::Message() << s.rows << " rows, " << s.in << " -> " << s.out
                                      << ", kernel " << s.kernel << ", dilation " << s.dilation);
    const Case c(s);
    std::optional<quant::QuantParams> levels;
    if (rounds(GetParam())) levels = c.levels(quant::QuantParams::kBytes);
    expect_near(c.made(*b), c.expected(levels));
  }
}

TEST_P(Rounded, KnownLevelsAreTheirDefinition) {
  if (!supported(GetParam())) GTEST_SKIP() << "not on this processor";
  const auto b = *open_backend(2, name_of(GetParam()), 1);
  for (const Shape& s : shapes()) {
    const Case c(s);
    for (const int most : {quant::QuantParams::kBytes, quant::QuantParams::kTwoBytes}) {
      SCOPED_TRACE(::testing::Message() << s.rows << " rows, kernel " << s.kernel << ", dilation "
                                        << s.dilation << ", levels " << most);
      const quant::QuantParams levels = c.levels(most);
      expect_near(c.made(*b, {Rows::prefill, ActivationQuant::known, levels}), c.expected(levels));
    }
  }
}

TEST_P(Rounded, ThreadsDoNotChangeAnything) {
  if (!supported(GetParam())) GTEST_SKIP() << "not on this processor";
  const Case c({.rows = 9001, .in = 64, .out = 16, .kernel = 7, .dilation = 3});
  EXPECT_EQ(c.made(**open_backend(1, name_of(GetParam()))),
            c.made(**open_backend(3, name_of(GetParam()), 1)));
}

// How often rows count: 0, 1 and 2 times, by turns.
Tensor counts_of(Device& d, int rows) {
  Floats counts;
  for (int r = 0; r < rows; ++r) counts.push_back(float(r % 3));
  return d.upload(counts, rows, 1);
}

// What is made in one go, beside the norm and then the convolution.
TEST_P(Rounded, NormsOnTheWay) {
  if (!supported(GetParam())) GTEST_SKIP() << "not on this processor";
  const auto b = *open_backend(2, name_of(GetParam()), 1);
  for (const auto& [snake, counted] :
       {std::pair{false, false}, {true, false}, {false, true}, {true, true}}) {
    const Case c({.rows = 301, .in = 24, .out = 20, .kernel = 7, .dilation = 5});
    constexpr int kPadding = 15;
    const Weight w = b->prepare(quant::Sym8View{c.s.out, 7 * c.s.in, c.q.data(), c.scales.data()},
                                nullptr, kPerTensorUse);
    const auto d = b->open();
    const auto row = [&](unsigned seed, float least) {
      Floats v = normals(24, seed);
      for (float& x : v) x = x < 0 ? x - least : x + least;
      return d->upload(v, 1, 24);
    };
    const InstanceNorm norm{.epsilon = 1e-5f,
                            .scale = row(5, 0),
                            .shift = row(6, 0),
                            .alpha = snake ? row(7, 0.2f) : Tensor(),
                            .counts = counted ? counts_of(*d, 301) : Tensor()};
    const Tensor x = d->upload(std::span(c.x).first(301 * 24), 301, 24);
    const Tensor y = d->upload(c.before, 301, 20), apart = d->upload(c.before, 301, 20);
    const Taps taps{.kernel = 7, .dilation = 5};
    d->convolve(x, norm, kPadding, taps, {w.get(), {}, y, Epilogue::add});
    d->Device::convolve(x, norm, kPadding, taps, {w.get(), {}, apart, Epilogue::add});
    const auto found = d->read(y), expected = d->read(apart);
    double worst = 0;
    for (size_t i = 0; i < found.size(); ++i)
      worst = std::max(worst, std::abs(double{found[i]} - double{expected[i]}));
    EXPECT_LT(worst, 1e-4) << "snake: " << snake << ", counted: " << counted;
    EXPECT_NE(Floats(found.begin(), found.end()), c.before);
  }
}

// What is made in one go, beside leaky ReLU and then the convolution: the same bits.
TEST_P(Rounded, LeaksOnTheWay) {
  if (!supported(GetParam())) GTEST_SKIP() << "not on this processor";
  const auto b = *open_backend(2, name_of(GetParam()), 1);
  for (const LeakyRelu before : {LeakyRelu{0.1f}, LeakyRelu{0}, LeakyRelu{1}}) {
    const Case c({.rows = 301, .in = 24, .out = 20, .kernel = 7, .dilation = 5});
    constexpr int kPadding = 15;
    const Weight w = b->prepare(quant::Sym8View{c.s.out, 7 * c.s.in, c.q.data(), c.scales.data()},
                                nullptr, kPerTensorUse);
    const auto d = b->open();
    const Tensor x = d->upload(std::span(c.x).first(301 * 24), 301, 24);
    const Tensor y = d->upload(c.before, 301, 20), apart = d->upload(c.before, 301, 20);
    const Taps taps{.kernel = 7, .dilation = 5};
    d->convolve(x, before, kPadding, taps, {w.get(), {}, y, Epilogue::add});
    d->Device::convolve(x, before, kPadding, taps, {w.get(), {}, apart, Epilogue::add});
    const auto found = d->read(y), expected = d->read(apart);
    EXPECT_EQ(Floats(found.begin(), found.end()), Floats(expected.begin(), expected.end()));
    EXPECT_NE(Floats(found.begin(), found.end()), c.before);
  }
}

// Numbers that are none, as in a network gone wrong, give no sound and no crash.
TEST_P(Rounded, TakesWhatIsNoNumber) {
  if (!supported(GetParam())) GTEST_SKIP() << "not on this processor";
  Case c({.rows = 20, .in = 16, .out = 16, .kernel = 3});
  c.x[5] = NAN;
  c.x[77] = INFINITY;
  EXPECT_EQ(c.made(**open_backend(1, name_of(GetParam()))).size(), 20u * 16);
}

INSTANTIATE_TEST_SUITE_P(Cpu, Rounded, ::testing::ValuesIn(kAllIsas),
                         [](const auto& info) { return std::string(name_of(info.param)); });

// Rows of activations with a scale each: where bytes are multiplied, weights for many rows lie in
// panels, and nothing else changes, however rows are split and whatever lies beside them.
TEST(RowPanels, HaveTheBitsOfRowsAsTheyAreStored) {
  for (const Isa isa : kAllIsas) {
    if (!supported(isa)) continue;
    const auto backend = *open_backend(2, name_of(isa), 1);
    for (const Shape& shape : {Shape{1, 64, 16}, Shape{3, 100, 17}, Shape{37, 256, 80},
                               Shape{50, 131, 33, 1, 1, 1, Epilogue::add}}) {
      const Case c(shape);
      const quant::Sym8View matrix{shape.out, shape.in, c.q.data(), c.scales.data()};
      const auto product = [&](Rows rows) {
        const Weight w = backend->prepare(matrix, nullptr, {rows});
        const auto d = backend->open();
        const Tensor y = d->upload(c.before, shape.rows, shape.out);
        const Constant bias = backend->prepare(c.bias);
        d->linear(d->upload(c.x, shape.rows, shape.in), w, bias, y, shape.epilogue);
        const auto found = d->read(y);
        EXPECT_EQ(backend->floats_of(w),
                  backend->floats_of(backend->prepare(matrix, nullptr, {Rows::decode})));
        return Floats(found.begin(), found.end());
      };
      EXPECT_EQ(product(Rows::prefill), product(Rows::decode))
          << name_of(isa) << ", " << shape.rows << " rows of " << shape.in;
    }
  }
}

// A window with a scale of its own is a row of a product, wherever it comes from.
TEST(RowPanels, ConvolveWindowsAsRowsOfAProduct) {
  for (const Isa isa : kAllIsas) {
    if (!supported(isa) || !rounds(isa)) continue;
    const auto backend = *open_backend(2, name_of(isa), 1);
    for (const Shape& s :
         {Shape{.rows = 130, .in = 24, .out = 40, .kernel = 3},
          Shape{.rows = 97, .in = 17, .out = 19, .kernel = 11, .dilation = 5},
          Shape{.rows = 31, .in = 22, .out = 20, .kernel = 12, .stride = 6},
          Shape{.rows = 1, .in = 16, .out = 33, .kernel = 3, .epilogue = Epilogue::relu},
          Shape{.rows = 49,
          .in = 16,
          .out = 16,
          .kernel = 3,
          .dilation = 3,
          .epilogue = Epilogue::add}}) {
      const Case c(s);
      const int cols = s.kernel * s.in;
      Floats windows;
      for (int t = 0; t < s.rows; ++t) {
        for (int k = 0; k < s.kernel; ++k) {
          const auto row = c.x.begin() + (t * s.stride + k * s.dilation) * s.in;
          windows.insert(windows.end(), row, row + s.in);
        }
      }
      const quant::Sym8View matrix{s.out, cols, c.q.data(), c.scales.data()};
      const auto d = backend->open();
      const Constant bias = backend->prepare(c.bias);
      const Tensor expected = d->upload(c.before, s.rows, s.out);
      d->linear(d->upload(windows, s.rows, cols), backend->prepare(matrix, nullptr, {Rows::decode}),
                bias, expected, s.epilogue);
      const Weight w = backend->prepare(matrix, nullptr, kPerTokenUse);
      const Tensor y = d->upload(c.before, s.rows, s.out);
      d->convolve(d->upload(c.x, static_cast<int>(c.x.size()) / s.in, s.in),
                  {.kernel = s.kernel, .stride = s.stride, .dilation = s.dilation},
                  {w.get(), bias.tensor, y, s.epilogue});
      EXPECT_TRUE(std::ranges::equal(d->read(y), d->read(expected)))
          << name_of(isa) << ", " << s.rows << " windows of " << s.kernel;
    }
  }
}

// What is between two layers is not kept, and nothing else changes.
TEST(RowPanels, FeedForwardIsItsLayers) {
  for (const Isa isa : kAllIsas) {
    if (!supported(isa)) continue;
    const auto backend = *open_backend(2, name_of(isa), 1);
    for (const int rows : {3, 24, 25, 100, 121}) {
      const Case up({.rows = rows, .in = 36, .out = 70}), down({.rows = rows, .in = 70, .out = 36});
      const auto prepared = [&](const Case& c) {
        return backend->prepare(quant::Sym8View{c.s.out, c.s.in, c.q.data(), c.scales.data()},
                                nullptr, kPerTokenUse);
      };
      const Weight first = prepared(up), second = prepared(down);
      const Constant bias1 = backend->prepare(up.bias), bias2 = backend->prepare(down.bias);
      const auto d = backend->open();
      const Tensor x = d->upload(up.x, rows, 36);
      for (const Activation f : {Activation::relu, Activation::gelu_near}) {
        const Tensor y = d->upload(down.before, rows, 36), apart = d->upload(down.before, rows, 36);
        const Product in{first.get(), bias1.tensor, {}, Epilogue::none};
        d->feed_forward(x, in, f, {second.get(), bias2.tensor, y, Epilogue::add});
        d->Device::feed_forward(x, in, f, {second.get(), bias2.tensor, apart, Epilogue::add});
        EXPECT_TRUE(std::ranges::equal(d->read(y), d->read(apart))) << name_of(isa) << ", " << rows;
        EXPECT_FALSE(std::ranges::equal(d->read(y), down.before));
      }
    }
  }
}

}  // namespace
}  // namespace sotto::device::cpu::testing::rounded_test
