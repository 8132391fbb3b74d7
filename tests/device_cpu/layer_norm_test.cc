#include "device_cpu/layer_norm.h"

#include <cmath>

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::layer_norm_test {
namespace {

class LayerNormTest : public VariantTest<LayerNorm> {
 protected:
  std::vector<float> normalized(const std::vector<float>& x) {
    const size_t n = x.size();
    weight_ = normals(n, 2);
    bias_ = normals(n, 3);
    std::vector<float> y(n, NAN);
    GetParam().fn(x.data(), weight_.data(), bias_.data(), 1e-5f, static_cast<int>(n), y.data());
    return y;
  }

  void check(const std::vector<float>& x, double tolerance) {
    const std::vector<float> y = normalized(x);
    const auto n = static_cast<double>(x.size());
    double mean = 0, variance = 0;
    for (const float v : x) mean += double{v} / n;
    for (const float v : x) variance += (v - mean) * (v - mean) / n;
    for (size_t i = 0; i < x.size(); ++i) {
      const double z = (x[i] - mean) / std::sqrt(variance + 1e-5);
      EXPECT_NEAR(y[i], z * weight_[i] + bias_[i],
                  tolerance * (std::fabs(z) * std::fabs(weight_[i]) + std::fabs(bias_[i]) + 1))
          << i << " of " << x.size();
    }
  }

  std::vector<float> weight_, bias_;
};

TEST_P(LayerNormTest, AgreesWithDoubles) {
  for (const size_t n : {1u, 3u, 8u, 64u, 100u, 1024u}) check(normals(n, 1), 16 * 0x1p-24);
}

TEST_P(LayerNormTest, KeepsItsPrecisionAtALargeMean) {
  std::vector<float> x = normals(256, 1);
  for (float& v : x) v += 1000;
  // The inputs themselves are that coarse: 2^-24 * 1000 beside a spread of 1.
  check(x, 1000 * 4 * 0x1p-24);
}

TEST_P(LayerNormTest, EqualNumbersGiveTheBias) {
  const std::vector<float> y = normalized(std::vector<float>(40, 3.0f));
  EXPECT_EQ(y, bias_);
}

INSTANTIATE_TEST_SUITE_P(Cpu, LayerNormTest, ::testing::ValuesIn(layer_norm_variants()),
                         VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing::layer_norm_test
