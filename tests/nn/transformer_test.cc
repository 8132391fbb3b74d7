// A layer with everything on, against the formulas in double.
#include "nn/transformer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>

#include "device_cpu/backend.h"
#include "nn/rotary.h"

namespace sotto::nn::transformer_test {
namespace {

using Doubles = std::vector<double>;

constexpr int kD = 10, kHeads = 4, kKvHeads = 2, kSize = 6, kHidden = 14, kRows = 5;

// Weights of the layer, and the same for the formulas.
class Numbers {
 public:
  explicit Numbers(const device::Backend& backend) : backend_(backend) {}

  std::vector<float> make(int count) {
    std::vector<float> numbers(static_cast<size_t>(count));
    for (float& x : numbers) x = normal_(random_) / 2;
    return numbers;
  }
  Linear linear(int rows, int cols) {
    kept_.push_back(make(rows * cols));
    return {backend_.prepare(quant::F32Matrix{kept_.back().data(), rows, cols}, nullptr, {}),
            constant(rows)};
  }
  device::Constant constant(int count) { return backend_.prepare(make(count)); }

 private:
  const device::Backend& backend_;
  std::mt19937 random_{1};
  std::normal_distribution<float> normal_;
  std::deque<std::vector<float>> kept_;
};

class Transformer : public ::testing::TestWithParam<bool> {
 protected:
  Transformer() : backend_(*device::cpu::open_backend(1)), numbers_(*backend_), d_(backend_->open()) {
    Numbers& numbers = numbers_;
    const auto norm = [&](int cols, bool layer) {
      return Norm{.weight = numbers.constant(cols),
                  .bias = layer ? numbers.constant(cols) : device::Constant(),
                  .epsilon = 1e-3f};
    };
    layer_.self_attn = {.norm = norm(kD, true),
                        .q_proj = numbers.linear(kHeads * kSize, kD),
                        .k_proj = numbers.linear(kKvHeads * kSize, kD),
                        .v_proj = numbers.linear(kKvHeads * kSize, kD),
                        .q_norm = norm(kSize, false),
                        .k_norm = norm(kSize, true),
                        .rotates_first = GetParam(),
                        .pairs = GetParam() ? device::Pairs::adjacent : device::Pairs::halves,
                        .out = {.last = numbers.linear(kD, kHeads * kSize),
                                .norm = norm(kD, false),
                                .scale = numbers.constant(kD)},
                        .heads = kHeads};
    layer_.feed_forward = {.norm = norm(kD, false),
                           .gate = numbers.linear(kHidden, kD),
                           .up = numbers.linear(kHidden, kD),
                           .activation = device::Activation::silu,
                           .down = {.last = numbers.linear(kD, kHidden),
                                    .norm = norm(kD, true),
                                    .scale = {}}};
    x_ = numbers.make(kRows * kD);
  }

  Doubles of(const device::Constant& c) const {
    const auto read = d_->read(c.tensor);
    return {read.begin(), read.end()};
  }
  Doubles product(const Linear& linear, const Doubles& x) const {
    const auto w = backend_->floats_of(linear.w);
    const Doubles b = of(linear.b);
    const size_t cols = x.size() / kRows, rows = b.size();
    Doubles y;
    for (size_t r = 0; r < kRows; ++r)
      for (size_t o = 0; o < rows; ++o) {
        double sum = b[o];
        for (size_t c = 0; c < cols; ++c) sum += double{w[o * cols + c]} * x[r * cols + c];
        y.push_back(sum);
      }
    return y;
  }
  // Of each stretch of as many numbers as the norm has.
  Doubles normed(const Norm& norm, const Doubles& x) const {
    const Doubles weight = of(norm.weight);
    const Doubles bias = norm.bias ? of(norm.bias) : Doubles(weight.size());
    const double n = static_cast<double>(weight.size());
    Doubles y;
    for (size_t at = 0; at < x.size(); at += weight.size()) {
      double mean = 0, squares = 0;
      for (size_t i = 0; i < weight.size(); ++i) mean += x[at + i] / n;
      if (!norm.bias) mean = 0;
      for (size_t i = 0; i < weight.size(); ++i) squares += std::pow(x[at + i] - mean, 2) / n;
      for (size_t i = 0; i < weight.size(); ++i)
        y.push_back((x[at + i] - mean) / std::sqrt(squares + double{norm.epsilon}) * weight[i] +
                    bias[i]);
    }
    return y;
  }
  // Row r stands at position 3 + r.
  Doubles rotated(Doubles x) const {
    const size_t cols = x.size() / kRows, half = kSize / 2;
    for (size_t at = 0; at < x.size(); at += kSize)
      for (size_t i = 0; i < half; ++i) {
        const bool adjacent = layer_.self_attn.pairs == device::Pairs::adjacent;
        double& a = x[at + (adjacent ? 2 * i : i)];
        double& b = x[at + (adjacent ? 2 * i + 1 : i + half)];
        const double angle = static_cast<double>(3 + at / cols) *
                             std::pow(100.0, -2.0 * static_cast<double>(i) / kSize);
        const double c = std::cos(angle), s = std::sin(angle), before = a;
        a = before * c - b * s;
        b = b * c + before * s;
      }
    return x;
  }
  Doubles placed(const Norm& norm, const Doubles& x) const {
    return GetParam() ? normed(norm, rotated(x)) : rotated(normed(norm, x));
  }
  // Row r sees the rows up to itself.
  static Doubles attention(const Doubles& q, const Doubles& k, const Doubles& v) {
    constexpr size_t kCols = kHeads * kSize, kKvCols = kKvHeads * kSize;
    Doubles y(q.size());
    for (size_t r = 0; r < kRows; ++r)
      for (size_t h = 0; h < kHeads; ++h) {
        const size_t own = r * kCols + h * kSize, shared = h / (kHeads / kKvHeads) * kSize;
        Doubles e;
        double total = 0;
        for (size_t j = 0; j <= r; ++j) {
          double score = 0;
          for (size_t c = 0; c < kSize; ++c) score += q[own + c] * k[j * kKvCols + shared + c];
          e.push_back(std::exp(score / std::sqrt(double{kSize})));
          total += e.back();
        }
        for (size_t j = 0; j <= r; ++j)
          for (size_t c = 0; c < kSize; ++c)
            y[own + c] += e[j] / total * v[j * kKvCols + shared + c];
      }
    return y;
  }
  Doubles expected() const {
    Doubles x(x_.begin(), x_.end());
    const SelfAttention& a = layer_.self_attn;
    const Doubles n = normed(a.norm, x);
    const Doubles y = attention(placed(a.q_norm, product(a.q_proj, n)),
                                placed(a.k_norm, product(a.k_proj, n)), product(a.v_proj, n));
    const Doubles h = normed(a.out.norm, product(a.out.last, y)), scale = of(a.out.scale);
    for (size_t i = 0; i < x.size(); ++i) x[i] += scale[i % kD] * h[i];
    const GatedFeedForward& f = layer_.feed_forward;
    const Doubles m = normed(f.norm, x), up = product(f.up, m);
    Doubles gate = product(f.gate, m);
    for (size_t i = 0; i < gate.size(); ++i) gate[i] *= up[i] / (1 + std::exp(-gate[i]));
    const Doubles g = normed(f.down.norm, product(f.down.last, gate));
    for (size_t i = 0; i < x.size(); ++i) x[i] += g[i];
    return x;
  }

  std::shared_ptr<const device::Backend> backend_;
  Numbers numbers_;
  std::unique_ptr<device::Device> d_;
  TransformerLayer layer_;
  std::vector<float> x_;
};

TEST_P(Transformer, IsWhatItsFormulasSay) {
  const device::Tensor x = d_->upload(x_, kRows, kD);
  const SelfAttention& a = layer_.self_attn;
  EXPECT_EQ(a.head_size(), kSize);
  EXPECT_EQ(a.kv_heads(), kKvHeads);
  std::vector<float> room;
  const std::vector<int> positions = {3, 4, 5, 6, 7};
  const auto frequencies = Rotary{.period = 100}.frequencies(kSize);
  const device::Tensor angles = rotary_angles(*d_, positions, frequencies, room);
  const KeysValues kv{d_->make(kRows, a.kv_cols()), d_->make(kRows, a.kv_cols())};
  const device::Tensor q = a.project(*d_, x, angles, kv);
  std::vector<device::VisibleKeys> seen;
  for (int r = 0; r < kRows; ++r) seen.push_back({.count = r + 1});
  const device::Tensor y =
      d_->attention(q, kv.k, kv.v, seen, kHeads, device::Rows::decode);
  const KeysValues alone{d_->make(kRows, a.kv_cols()), d_->make(kRows, a.kv_cols())};
  a.remember(*d_, x, angles, alone);
  const auto keys = d_->read(kv.k), keys_alone = d_->read(alone.k);
  EXPECT_TRUE(std::ranges::equal(keys, keys_alone));
  a.out.add_to(*d_, y, x);
  layer_.feed_forward.add_to(*d_, x);
  const auto found = d_->read(x);
  const Doubles wanted = expected();
  for (size_t i = 0; i < wanted.size(); ++i)  // numbers up to 5, some 200 roundings on their way
    EXPECT_NEAR(double{found[i]}, wanted[i], 2e-5) << i;
}

INSTANTIATE_TEST_SUITE_P(RotatesFirst, Transformer, ::testing::Bool());

}  // namespace
}  // namespace sotto::nn::transformer_test
