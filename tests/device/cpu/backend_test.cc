#include "device/cpu/backend.h"

#include <gtest/gtest.h>

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

TEST(CpuBackend, EmbedsRowsOfFloatsAndOfBytes) {
  const auto d = backend(1)->open();
  const std::vector<float> w = normals(5 * 64, 1);
  const quant::AffineMatrix q = quant::quantize_affine(w, 5, 64, 64, 8);
  std::vector<float> widened(w.size());
  quant::dequantize(q.view(), widened);
  const int rows[] = {4, 0, 4};
  const Tensor floats = d->embed(F32Matrix{w.data(), 5, 64}, rows, 2);
  const Tensor bytes = d->embed(q.view(), rows, 2);
  for (int i = 0; i < 3; ++i) {
    for (size_t c = 0; c < 64; ++c) {
      EXPECT_EQ(floats.row(i)[c], 2 * w[static_cast<size_t>(rows[i]) * 64 + c]);
      EXPECT_EQ(bytes.row(i)[c], 2 * widened[static_cast<size_t>(rows[i]) * 64 + c]);
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

TEST(Bandwidth, IsMoreThanNothing) {
  const double gbps = read_bandwidth_gbps(1);
  EXPECT_GT(gbps, 0.1);
  EXPECT_LT(gbps, 5000);
}

}  // namespace
}  // namespace sotto::device::cpu
