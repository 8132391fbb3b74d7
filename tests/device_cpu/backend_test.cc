#include "device_cpu/backend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <thread>

#include "device_cpu/bandwidth.h"
#include "device_cpu/matmul_checks.h"
#include "device_cpu/prepared.h"

namespace sotto::device::cpu::backend_test {
namespace {

using testing::normals;

// Splits every operation, however small.
std::shared_ptr<const Backend> backend(int threads) {
  auto opened = open_backend(threads, {}, 1);
  EXPECT_TRUE(opened);
  return *opened;
}

Tensor upload(Device& d, const std::vector<float>& v, int rows) {
  return d.upload(v, rows, static_cast<int>(v.size()) / rows);
}

std::vector<float> copy(Device& d, const Tensor& t) {
  const auto numbers = d.read(t);
  return {numbers.begin(), numbers.end()};
}

Weight prepared(const quant::StoredMatrix& m) { return cpu::prepared(m, nullptr, Rows::decode); }

// Large enough to be split between threads.
class Products {
 public:
  std::vector<float> q8(Device& d) const { return linear(d, q_.view()); }
  std::vector<float> f32(Device& d) const {
    return linear(d, quant::F32Matrix{w_.data(), 2048, 1024});
  }
  std::vector<float> attention(Device& d) const {
    const Frame frame(d);
    const std::vector<VisibleKeys> seen = {{0, 900}, {100, 7}, {0, 1024}};
    const Tensor kv = upload(d, w_, 2048);
    return copy(d, d.attention(upload(d, x_, 3), kv, kv, seen, 16, Rows::decode));
  }
  std::vector<float> elu(Device& d) const {
    const Frame frame(d);
    const Tensor x = upload(d, w_, 2048);
    d.activate(Activation::elu, x, x);
    return copy(d, x);
  }

 private:
  std::vector<float> linear(Device& d, const quant::StoredMatrix& w) const {
    const Frame frame(d);
    return copy(d, d.linear(upload(d, x_, 3), prepared(w), {}));
  }

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
    EXPECT_EQ(p.elu(*many), p.elu(*one)) << threads;
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
    add(quant::F32Matrix{w_.data(), kRows, kCols}, w_);
    add(quant::F16Matrix{f16_.data(), kRows, kCols}, widened(f16_, quant::from_f16));
    add(quant::Bf16Matrix{bf16_.data(), kRows, kCols}, widened(bf16_, quant::from_bf16));
    std::vector<float> numbers(w_.size());
    for (const int bits : {8, 6, 4}) {
      quant::AffineMatrix& m =
          affine_.emplace_back(quant::quantize_affine(w_, kRows, kCols, 64, bits));
      quant::AffineView half = m.view();
      half.scales = rounded(m.scales);
      half.biases = rounded(m.biases);
      numbers = quant::floats_of(m.view());
      add(m.view(), numbers);
      add(half, numbers);
    }
    numbers = quant::floats_of(sym8_.view());
    add(sym8_.view(), numbers);
  }

  struct Form {
    Weight weight;
    std::vector<float> numbers;
  };
  const std::vector<Form>& all() const { return forms_; }

 private:
  void add(const quant::StoredMatrix& w, std::vector<float> numbers) {
    forms_.push_back({prepared(w), std::move(numbers)});
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
    SCOPED_TRACE(quant::name_of(form.weight->scheme));
    const std::vector<float> out = copy(*d, d->embed(form.weight, rows, 2));
    for (int i = 0; i < 3; ++i) {
      for (int c = 0; c < Forms::kCols; ++c) {
        EXPECT_EQ(out[i * Forms::kCols + c], 2 * form.numbers[rows[i] * Forms::kCols + c]);
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
      d->fill(y, 100);
      products.push_back({form.weight.get(), upload(*d, bias, 1), y, epilogue});
    }
    d->linears(upload(*d, x, 2), products);
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
          EXPECT_NEAR(d->read(products[f].y)[i * Forms::kRows + r], exact,
                      Forms::kCols * 0x1p-24 * magnitude)
              << "form " << f << ", " << i << ", " << r;
        }
      }
    }
  }
}

TEST(CpuBackend, AddsScalesAndShifts) {
  using Floats = std::vector<float>;
  const auto d = backend(1)->open();
  const Tensor x = upload(*d, {1, -2, 3, -4}, 2), row = upload(*d, {10, 20}, 1);
  d->add(x, upload(*d, {1, 1, -5, 5}, 2));
  EXPECT_EQ(copy(*d, x), (Floats{2, -1, -2, 1}));
  d->add(x, row);
  EXPECT_EQ(copy(*d, x), (Floats{12, 19, 8, 21}));
  d->mix(2, x, -1, upload(*d, {1, 2, 3, 4}, 2));
  EXPECT_EQ(copy(*d, x), (Floats{23, 36, 13, 38}));
  d->add_scaled(upload(*d, {1, 2, 3, 4}, 2), row, x);
  EXPECT_EQ(copy(*d, x), (Floats{33, 76, 43, 118}));
  d->add_scaled(upload(*d, {1, 2, 3, 4}, 2), upload(*d, {1, 0, 0, -1}, 2), x);
  EXPECT_EQ(copy(*d, x), (Floats{34, 76, 43, 114}));
  d->scale_shift(x, 1, upload(*d, {1, 0}, 1), row, x);
  EXPECT_EQ(copy(*d, x), (Floats{78, 96, 96, 134}));
  const int rows[] = {2, 0};
  d->add_rows(x, upload(*d, {10, 20, 30, 40, 50, 60}, 3), rows);
  EXPECT_EQ(copy(*d, x), (Floats{128, 156, 106, 154}));
  d->activate(Activation::relu, upload(*d, {1, -2, 0, -4}, 2), x);
  EXPECT_EQ(copy(*d, x), (Floats{1, 0, 0, 0}));
}

TEST(CpuBackend, SmoothActivationsAreThoseOfDoubles) {
  const auto d = backend(1)->open();
  const std::vector<float> x = {-87, -20, -3, -1, -0.125f, 0, 0.125f, 1, 3, 20, 200, 1e30f};
  const auto activated = [&](Activation f) {
    const Tensor y = upload(*d, x, 1);
    d->activate(f, y, y);
    return copy(*d, y);
  };
  const std::vector<float> silu = activated(Activation::silu), gelu = activated(Activation::gelu);
  for (size_t i = 0; i < x.size(); ++i) {
    const double v = x[i];
    // A few roundings of the result; of erf + 1, whose sum cancels below zero, of the argument.
    EXPECT_NEAR(silu[i], v / (1 + std::exp(-v)), 4 * 0x1p-24 * std::fabs(v));
    EXPECT_NEAR(gelu[i], v * std::erfc(-v / std::sqrt(2.0)) / 2, 4 * 0x1p-24 * std::fabs(v));
  }
}

TEST(CpuBackend, LayerNormMayBeInPlace) {
  const auto d = backend(1)->open();
  const std::vector<float> x = normals(3 * 67, 1);
  const Constant weight = cpu::prepared(normals(67, 2), 1), bias = cpu::prepared(normals(67, 3), 1);
  const Tensor in_place = upload(*d, x, 3);
  const Tensor beside = d->layer_norm(in_place, weight, bias, 1e-5f);
  d->layer_norm(in_place, weight, bias, 1e-5f, in_place);
  EXPECT_EQ(copy(*d, in_place), copy(*d, beside));
}

// Whatever holds the numbers, and however the rows of x lie: the sums of the definition.
TEST(CpuBackend, ConvolvesWithEveryStrideAndDilation) {
  const auto b = backend(2);
  const auto d = b->open();
  constexpr int kIn = 5, kOut = 7, kKernel = 3, kRows = 4;
  const std::vector<float> w = normals(kOut * kKernel * kIn, 1);
  for (const Rows used : {Rows::decode, Rows::prefill}) {
    const Weight weight =
        b->prepare(quant::F32Matrix{w.data(), kOut, kKernel * kIn}, nullptr, {used});
    for (const Taps& taps : {Taps{kKernel, 1, 1}, Taps{kKernel, 2, 1}, Taps{kKernel, 1, 4}}) {
      const int length = (kRows - 1) * taps.stride + (kKernel - 1) * taps.dilation + 1;
      const std::vector<float> x = normals(static_cast<size_t>(length * kIn), 2);
      const Tensor y = d->make(kRows, kOut);
      d->convolve(upload(*d, x, length), taps, {weight.get(), {}, y, Epilogue::none});
      const auto found = d->read(y);
      for (int t = 0; t < kRows; ++t) {
        for (int o = 0; o < kOut; ++o) {
          double sum = 0;
          for (int k = 0; k < kKernel; ++k)
            for (int i = 0; i < kIn; ++i)
              sum +=
                  double{w[static_cast<size_t>((o * kKernel + k) * kIn + i)]} *
                  double{x[static_cast<size_t>((t * taps.stride + k * taps.dilation) * kIn + i)]};
          EXPECT_NEAR(double{found[static_cast<size_t>(t * kOut + o)]}, sum, 1e-5);
        }
      }
    }
  }
}

TEST(CpuBackend, RmsNormIsItsFormula) {
  const auto b = backend(2);
  const auto d = b->open();
  for (const int cols : {1, 15, 16, 33, 1024}) {
    constexpr int kRows = 3;
    const std::vector<float> x = normals(static_cast<size_t>(kRows * cols), 1);
    const std::vector<float> weight = normals(static_cast<size_t>(cols), 2);
    const Tensor t = upload(*d, x, kRows);
    d->rms_norm(t, b->prepare(weight), 1e-6f, t);
    const auto y = d->read(t);
    for (int r = 0; r < kRows; ++r) {
      double squares = 0;
      for (int c = 0; c < cols; ++c) {
        const double v = x[static_cast<size_t>(r * cols + c)];
        squares += v * v / cols;
      }
      for (int c = 0; c < cols; ++c) {
        const auto i = static_cast<size_t>(r * cols + c);
        const double exact =
            double{x[i]} / std::sqrt(squares + 1e-6) * double{weight[static_cast<size_t>(c)]};
        EXPECT_NEAR(double{y[i]}, exact, (cols / 16 + 8) * 0x1p-24 * (std::abs(exact) + 1e-6));
      }
    }
  }
}

TEST(CpuBackend, MultipliesSlicesAndConvolvesByChannel) {
  const auto b = backend(2);
  const auto d = b->open();
  const Tensor x = upload(*d, {1, 2, 3, 4, 5, 6}, 2);
  d->multiply(x, upload(*d, {2, 1, 0.5f}, 1));
  EXPECT_EQ(copy(*d, x), (std::vector<float>{2, 2, 1.5f, 8, 5, 3}));
  d->multiply(x, x);
  EXPECT_EQ(copy(*d, x), (std::vector<float>{4, 4, 2.25f, 64, 25, 9}));
  const Tensor part = d->make(2, 2);
  d->slice(x, 1, part);
  EXPECT_EQ(copy(*d, part), (std::vector<float>{4, 2.25f, 25, 9}));
  // Rows 0, 2, 4, .. times 1 and 2, and rows 3 later times 10 and 20.
  const Tensor signal = upload(*d, {1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}, 6), y = d->make(2, 2);
  d->depthwise(signal, b->prepare(std::vector<float>{1, 2, 10, 20}, 2), {2, 2, 3}, y);
  EXPECT_EQ(copy(*d, y), (std::vector<float>{41, 82, 63, 126}));
}

TEST(CpuCache, KeepsForgetsAndGrows) {
  const auto d = backend(1)->open();
  const auto cache = d->make_cache(2);
  d->upload(std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, cache->append(6));
  const int kept[] = {0, 3, 5};
  cache->keep(kept);
  EXPECT_EQ(copy(*d, cache->all()), (std::vector<float>{0, 1, 6, 7, 10, 11}));
  cache->forget(1);
  d->upload(std::vector<float>{20, 21}, cache->append(1));
  EXPECT_EQ(copy(*d, cache->all()), (std::vector<float>{6, 7, 10, 11, 20, 21}));
  cache->truncate(1);
  EXPECT_EQ(copy(*d, cache->all()), (std::vector<float>{6, 7}));
  cache->reserve(1000);
  const auto before = d->read(cache->all()).data();
  for (int i = 0; i < 1000; ++i) cache->append(1);
  EXPECT_EQ(d->read(cache->all()).data(), before);
}

TEST(Bandwidth, IsMoreThanNothing) {
  const double gbps = read_bandwidth_gbps(1);
  EXPECT_GT(gbps, 0.1);
  EXPECT_LT(gbps, 5000);
}

}  // namespace
}  // namespace sotto::device::cpu::backend_test
