#include "device/cpu/backend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <thread>

#include "device/cpu/bandwidth.h"
#include "device/cpu/matmul_checks.h"

namespace sotto::device::cpu {
namespace {

using testing::normals;

std::shared_ptr<const Backend> backend(int threads) {
  auto opened = open_backend(threads);
  EXPECT_TRUE(opened);
  return *opened;
}

Tensor view(std::vector<float>& v, int rows) {
  return {v.data(), rows, static_cast<int>(v.size()) / rows};
}

std::vector<float> copy(const Tensor& t) { return {t.all().begin(), t.all().end()}; }

// Large enough to be split between threads.
class Products {
 public:
  std::vector<float> q8(Device& d) { return copy(d.linear(view(x_, 3), q_.view(), nullptr)); }
  std::vector<float> f32(Device& d) {
    return copy(d.linear(view(x_, 3), F32Matrix{w_.data(), 2048, 1024}, nullptr));
  }
  std::vector<float> attention(Device& d) {
    const std::vector<Seen> seen = {{0, 900}, {100, 7}, {0, 1024}};
    return copy(d.attention(view(x_, 3), view(w_, 2048), view(w_, 2048), seen, 16));
  }

 private:
  std::vector<float> x_ = normals(3 * 1024, 1), w_ = normals(2048 * 1024, 2);
  quant::AffineMatrix q_ = quant::quantize_affine(w_, 2048, 1024, 64, 8);
};

TEST(CpuBackend, ResultsDoNotDependOnTheNumberOfThreads) {
  Products p;
  const auto one = backend(1)->open();
  for (const int threads : {2, 3, 5}) {
    const auto many = backend(threads)->open();
    EXPECT_EQ(p.q8(*many), p.q8(*one)) << threads;
    EXPECT_EQ(p.f32(*many), p.f32(*one)) << threads;
    EXPECT_EQ(p.attention(*many), p.attention(*one)) << threads;
  }
}

TEST(CpuBackend, SessionsOnSeveralThreadsShareIt) {
  const auto shared = backend(2);
  Products p;
  const std::vector<float> expected = p.q8(*shared->open());
  std::vector<std::thread> callers;
  std::vector<int> wrong(3, 0);
  for (size_t t = 0; t < wrong.size(); ++t) {
    callers.emplace_back([&, t] {
      const auto device = shared->open();
      for (int i = 0; i < 20; ++i) {
        if (p.q8(*device) != expected) ++wrong[t];
        device->arena().reset();
      }
    });
  }
  for (std::thread& t : callers) t.join();
  EXPECT_EQ(wrong, std::vector<int>(3, 0));
}

// The same numbers in every form that a weight can have, and each form widened to floats.
class Forms {
 public:
  static constexpr int kRows = 5, kCols = 128;

  Forms() : w_(normals(kRows * kCols, 1)), sym8_(quant::quantize_sym8(w_, kRows, kCols)) {
    for (const float v : w_) {
      f16_.push_back(quant::to_f16(v));
      bf16_.push_back(quant::to_bf16(v));
    }
    add(F32Matrix{w_.data(), kRows, kCols}, w_);
    add(F16Matrix{f16_.data(), kRows, kCols}, widened(f16_, quant::from_f16));
    add(Bf16Matrix{bf16_.data(), kRows, kCols}, widened(bf16_, quant::from_bf16));
    std::vector<float> numbers(w_.size());
    for (const int bits : {8, 6, 4}) {
      quant::AffineMatrix& m =
          affine_.emplace_back(quant::quantize_affine(w_, kRows, kCols, 64, bits));
      quant::AffineView half = m.view();
      half.scales = rounded(m.scales);
      half.biases = rounded(m.biases);
      quant::dequantize(m.view(), numbers);
      add(m.view(), numbers);
      add(half, numbers);
    }
    quant::dequantize(sym8_, numbers);
    add(sym8_.view(), numbers);
  }

  struct Form {
    Weight weight;
    std::vector<float> numbers;
  };
  const std::vector<Form>& all() const { return forms_; }

 private:
  void add(const Weight& w, std::vector<float> numbers) {
    forms_.push_back({w, std::move(numbers)});
  }
  static std::vector<float> widened(const std::vector<uint16_t>& from, float (*widen)(uint16_t)) {
    std::vector<float> to(from.size());
    std::transform(from.begin(), from.end(), to.begin(), widen);
    return to;
  }

  // To what binary16 holds; returns that.
  const uint16_t* rounded(std::vector<float>& values) {
    std::vector<uint16_t>& halves = scales_.emplace_back();
    for (float& v : values) v = quant::from_f16(halves.emplace_back(quant::to_f16(v)));
    return halves.data();
  }

  std::vector<Form> forms_;
  std::vector<float> w_;
  std::vector<uint16_t> f16_, bf16_;
  std::deque<quant::AffineMatrix> affine_;
  std::deque<std::vector<uint16_t>> scales_;
  quant::Sym8Matrix sym8_;
};

TEST(CpuBackend, EmbedsRowsOfEveryForm) {
  const auto d = backend(1)->open();
  const Forms forms;
  const int rows[] = {4, 0, 4};
  for (const Forms::Form& form : forms.all()) {
    SCOPED_TRACE(form.weight.index());
    const Tensor out = d->embed(form.weight, rows, 2);
    for (int i = 0; i < 3; ++i) {
      for (int c = 0; c < Forms::kCols; ++c) {
        EXPECT_EQ(out.row(i)[c], 2 * form.numbers[rows[i] * Forms::kCols + c]);
      }
    }
  }
}

// All forms over one x, in one call. x is of integers with 127 in each group: int8 holds it
// exactly.
TEST(CpuBackend, MultipliesEveryFormInOneCall) {
  const Forms forms;
  std::vector<float> x(2 * Forms::kCols), bias = normals(Forms::kRows, 9);
  std::mt19937 random(3);
  for (float& v : x) v = static_cast<float>(static_cast<int>(random() % 255) - 127);
  for (size_t c = 0; c < x.size(); c += 32) x[c] = 127;
  for (const Epilogue epilogue : {Epilogue::none, Epilogue::relu, Epilogue::add}) {
    const auto d = backend(2)->open();
    std::vector<Product> products;
    for (const Forms::Form& form : forms.all()) {
      const Tensor y = d->make(2, Forms::kRows);
      std::fill(y.all().begin(), y.all().end(), 100.0f);
      products.push_back({&form.weight, bias.data(), y, epilogue});
    }
    d->linears(view(x, 2), products);
    for (size_t f = 0; f < products.size(); ++f) {
      for (int i = 0; i < 2; ++i) {
        for (int r = 0; r < Forms::kRows; ++r) {
          double exact = double{bias[r]}, magnitude = std::fabs(exact) + 100;
          for (int c = 0; c < Forms::kCols; ++c) {
            const double w = double{forms.all()[f].numbers[r * Forms::kCols + c]};
            exact += w * double{x[i * Forms::kCols + c]};
            magnitude += 2 * (std::fabs(w) + 4) * std::fabs(double{x[i * Forms::kCols + c]});
          }
          if (epilogue == Epilogue::relu) exact = std::max(exact, 0.0);
          if (epilogue == Epilogue::add) exact += 100;
          // A sum of floats; |s q| and |b| are at most twice the largest weight, about 4.
          EXPECT_NEAR(products[f].y.row(i)[r], exact, Forms::kCols * 0x1p-24 * magnitude)
              << "form " << f << ", " << i << ", " << r;
        }
      }
    }
  }
}

TEST(CpuBackend, AddsAndCutsOff) {
  const auto d = backend(1)->open();
  std::vector<float> x = {1, -2, 3, -4}, y = {1, 1, -5, 5}, table = {10, 20, 30, 40, 50, 60};
  d->add(view(x, 2), view(y, 2));
  EXPECT_EQ(x, (std::vector<float>{2, -1, -2, 1}));
  d->relu(view(x, 2));
  EXPECT_EQ(x, (std::vector<float>{2, 0, 0, 1}));
  const int rows[] = {2, 0};
  d->add_rows(view(x, 2), view(table, 3), rows);
  EXPECT_EQ(x, (std::vector<float>{52, 60, 10, 21}));
}

TEST(CpuBackend, SmoothActivationsAreThoseOfDoubles) {
  const auto d = backend(1)->open();
  const std::vector<float> x = {-200, -20, -3, -1, -0.125f, 0, 0.125f, 1, 3, 20, 200, 1e30f};
  std::vector<float> silu = x, gelu = x;
  d->silu(view(silu, 1));
  d->gelu(view(gelu, 1));
  for (size_t i = 0; i < x.size(); ++i) {
    const double v = x[i];
    // A few roundings of the result; of erf + 1, whose sum cancels below zero, of the argument.
    EXPECT_NEAR(silu[i], v / (1 + std::exp(-v)), 4 * 0x1p-24 * std::fabs(v));
    EXPECT_NEAR(gelu[i], v * std::erfc(-v / std::sqrt(2.0)) / 2, 4 * 0x1p-24 * std::fabs(v));
  }
}

TEST(CpuBackend, LayerNormMayBeInPlace) {
  const auto d = backend(1)->open();
  std::vector<float> x = normals(3 * 67, 1), weight = normals(67, 2), bias = normals(67, 3);
  const std::vector<float> expected =
      copy(d->layer_norm(view(x, 3), weight.data(), bias.data(), 1e-5f));
  d->layer_norm(view(x, 3), weight.data(), bias.data(), 1e-5f, view(x, 3));
  EXPECT_EQ(x, expected);
}

TEST(Bandwidth, IsMoreThanNothing) {
  const double gbps = read_bandwidth_gbps(1);
  EXPECT_GT(gbps, 0.1);
  EXPECT_LT(gbps, 5000);
}

}  // namespace
}  // namespace sotto::device::cpu
