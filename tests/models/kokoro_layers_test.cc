// Kokoro's layers out of tensors that a test made.
#include <gmock/gmock.h>

#include <cmath>

#include "checkpoint/tensor_table.h"
#include "models/backends.h"
#include "models/kokoro/style.h"

namespace sotto::models::kokoro::kokoro_layers_test {
namespace {

using checkpoint::DType;
using checkpoint::TensorTable;
using Floats = std::vector<float>;

class MadeWeights {
 public:
  template <class T>
  MadeWeights& add(const std::string& name, std::vector<int64_t> shape, std::vector<T> values) {
    const auto kept = std::make_shared<std::vector<T>>(std::move(values));
    table_->keep(std::shared_ptr<const void>(kept));
    constexpr DType kType = std::is_same_v<T, int8_t> ? DType::i8 : DType::f32;
    table_->add({name, kType, std::move(shape), std::as_bytes(std::span(*kept))});
    return *this;
  }
  const checkpoint::Weights& weights() const { return *table_; }

 private:
  std::shared_ptr<TensorTable> table_ = std::make_shared<TensorTable>("k.pth");
};

// (1 + gamma) (a z + c) + beta, where z is x of mean 0 and variance 1.
TEST(KokoroAdaIn, TheNormBeneathItIsFoldedIn) {
  MadeWeights made;
  const Floats w = {1, 2, -1, 0.5f, 3, -2, 0.25f, 1};  // gamma, gamma, beta, beta; style of 2
  const Floats b = {0.5f, -0.25f, 1, 2}, a = {2, -3}, c = {0.5f, 4}, style = {0.5f, -1};
  made.add("n.fc.weight", {4, 2}, w).add("n.fc.bias", {4}, b);
  const auto backend = sotto::testing::open_backend("");
  const auto d = backend->open();
  const auto run = [&] {
    Loader load(made.weights(), std::nullopt, *backend);
    const AdaIn norm = load_ada_in(load, "n", 2, 2);
    EXPECT_FALSE(load.error());
    const device::Tensor x = d->upload(Floats{1, 10, -1, 30, 1, 10, -1, 30}, 4, 2);
    norm(*d, x, d->upload(style, 1, 2), x);
    const auto numbers = d->read(x);
    return Floats(numbers.begin(), numbers.end());
  };
  const auto expected = [&](size_t channel, double z, double scale, double shift) {
    const auto modulation = [&](size_t row) {
      return double{b[row]} + double{w[2 * row]} * double{style[0]} +
             double{w[2 * row + 1]} * double{style[1]};
    };
    return (1 + modulation(channel)) * (scale * z + shift) + modulation(2 + channel);
  };
  // Columns of mean 0 and 20, variance 1 and 100; epsilon takes 5e-6 of the first.
  const Floats plain = run();
  for (const size_t channel : {0, 1}) {
    EXPECT_NEAR(plain[channel], expected(channel, channel == 0 ? 1 : -1, 1, 0), 1e-4);
  }
  made.add("n.norm.weight", {2}, a).add("n.norm.bias", {2}, c);
  const Floats affine = run();
  for (const size_t channel : {0, 1}) {
    const double z = channel == 0 ? 1 : -1;
    EXPECT_NEAR(affine[channel], expected(channel, z, double{a[channel]}, double{c[channel]}),
                1e-4);
  }
}

TEST(KokoroLayers, Int8IsReadWithItsScalesInEveryOrder) {
  MadeWeights made;
  // Two outputs of two inputs and three taps.
  made.add("conv.weight", {2, 2, 3}, std::vector<int8_t>{1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6})
      .add("conv.scales", {2}, Floats{0.5f, 2});
  const auto backend = sotto::testing::open_backend("");
  for (const bool floats : {false, true}) {
    using quant::Scheme;
    Loader load(made.weights(), floats ? std::optional(Scheme{Scheme::Kind::f32}) : std::nullopt,
                *backend);
    const nn::PaddedConv1d conv =
        load_padded_conv(load, "conv", 2, 2, {.kernel = 3, .bias = false});
    ASSERT_FALSE(load.error()) << load.error()->message;
    EXPECT_EQ(conv.weights.w->scheme.kind == Scheme::Kind::int8, !floats);
    EXPECT_THAT(backend->floats_of(conv.weights.w),
                ::testing::ElementsAre(0.5f, 2, 1, 2.5f, 1.5f, 3, -2, -8, -4, -10, -6, -12));
  }
}

TEST(KokoroLayers, WhatDoesNotFitIsNamed) {
  MadeWeights made;
  made.add("a.weight", {2, 3}, Floats(6)).add("a.bias", {2}, Floats(2));
  made.add("q.weight", {2, 3}, std::vector<int8_t>(6)).add("q.bias", {2}, Floats(2));
  const auto backend = sotto::testing::open_backend("");
  const auto refusal = [&](const std::string& name, int out, int in) {
    Loader load(made.weights(), std::nullopt, *backend);
    load_linear(load, name, out, in);
    return load.error() ? load.error()->message : "taken";
  };
  EXPECT_EQ(refusal("a", 2, 3), "taken");
  EXPECT_THAT(refusal("a", 2, 4), ::testing::HasSubstr("a.weight is [2, 3], expected [2, 4]"));
  EXPECT_THAT(refusal("b", 2, 4), ::testing::HasSubstr("b.weight"));
  EXPECT_THAT(refusal("q", 3, 3), ::testing::HasSubstr("q.weight is [2, 3], expected [3, 3]"));
  EXPECT_THAT(refusal("q", 2, 3), ::testing::HasSubstr("q.scales"));
  Loader load(made.weights(), std::nullopt, *backend);
  EXPECT_EQ(load.shape_of("a.weight", 3), std::vector<int64_t>(3, 1));
  EXPECT_THAT(load.error()->message,
              ::testing::HasSubstr("a.weight is [2, 3], expected 3 dimensions of 1 to 1048576"));
}

}  // namespace
}  // namespace sotto::models::kokoro::kokoro_layers_test
