// Row by row, with w = s q + b and x = xs xq in each group g of columns:
//   y = sum_g  s_g xs_g dot(q_g, xq_g)  +  b_g xs_g sum(xq_g)
// The dots are exact integers (group * 255 * 127 < 2^23): variants differ only in the order in
// which the floats of the groups are added.
#include "device/cpu/matmul_q8.h"

#include <bit>
#include <cmath>

#include "device/cpu/matmul_q8_avx2.h"
#include "device/cpu/matmul_q8_avx512.h"

namespace sotto::device::cpu {
namespace {

static_assert(std::endian::native == std::endian::little, "packed words are read as bytes");

// Written so that a NaN fails the comparisons and becomes -127.
int8_t to_int8(float v) {
  const float bounded = v >= -127.0f ? (v <= 127.0f ? v : 127.0f) : -127.0f;
  return static_cast<int8_t>(std::nearbyint(bounded));
}

void quantize_portable(const Tensor& x, const QuantizedRows& into) {
  const int groups = into.groups();
  for (int i = 0; i < x.rows; ++i) {
    for (int g = 0; g < groups; ++g) {
      const float* values = x.row(i).data() + g * into.group;
      int8_t* q = into.q + static_cast<size_t>(i) * static_cast<size_t>(into.cols) + g * into.group;
      float largest = 0;
      for (int c = 0; c < into.group; ++c) {
        const float magnitude = std::fabs(values[c]);
        if (magnitude > largest) largest = magnitude;
      }
      const float inverse = largest > kSmallestMagnitude ? 127.0f / largest : 0.0f;
      int total = 0;
      for (int c = 0; c < into.group; ++c) {
        q[c] = to_int8(values[c] * inverse);
        total += q[c];
      }
      const float scale = largest > kSmallestMagnitude ? largest / 127.0f : 0.0f;
      into.scale[i * groups + g] = scale;
      into.sum[i * groups + g] = scale * static_cast<float>(total);
    }
  }
}

void matmul_portable(const QuantizedRows& x, const quant::AffineView& w, const float* bias,
                     const Tensor& y, int begin, int end) {
  const int groups = x.groups();
  for (int r = begin; r < end; ++r) {
    const auto* q = reinterpret_cast<const uint8_t*>(w.packed) +
                    static_cast<size_t>(r) * static_cast<size_t>(w.cols);
    const float* s = w.scales + static_cast<size_t>(r) * static_cast<size_t>(groups);
    const float* b = w.biases + static_cast<size_t>(r) * static_cast<size_t>(groups);
    for (int i = 0; i < x.rows; ++i) {
      const int8_t* xq = x.q + static_cast<size_t>(i) * static_cast<size_t>(x.cols);
      float product = 0, offset = 0;
      for (int g = 0; g < groups; ++g) {
        int dot = 0;
        for (int c = g * x.group; c < (g + 1) * x.group; ++c) dot += q[c] * xq[c];
        product += s[g] * x.scale[i * groups + g] * static_cast<float>(dot);
        offset += b[g] * x.sum[i * groups + g];
      }
      product += offset;
      y.row(i)[static_cast<size_t>(r)] = bias != nullptr ? product + bias[r] : product;
    }
  }
}

constexpr Variant<QuantizeRows> kQuantizeVariants[] = {
    {Isa::portable, quantize_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::quantize_rows},
#endif
};

constexpr Variant<MatmulQ8> kMatmulVariants[] = {
    {Isa::portable, matmul_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_q8},
    {Isa::avx512vnni, avx512::matmul_q8},
#endif
};

}  // namespace

std::span<const Variant<QuantizeRows>> quantize_rows_variants() { return kQuantizeVariants; }
std::span<const Variant<MatmulQ8>> matmul_q8_variants() { return kMatmulVariants; }

}  // namespace sotto::device::cpu
