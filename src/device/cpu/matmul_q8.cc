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

int dot(const uint8_t* q, const int8_t* x, int n) {
  int total = 0;
  for (int c = 0; c < n; ++c) total += q[c] * x[c];
  return total;
}

// The values of one group of a row of w, a byte each.
void unpack_group(const quant::AffineView& w, int r, int g, uint8_t* out) {
  const uint32_t* words =
      w.packed + static_cast<size_t>(r) * static_cast<size_t>(w.words_per_row());
  const int64_t first = int64_t{g} * w.group * w.bits;
  for (int c = 0; c < w.group; ++c) {
    const int64_t at = first + int64_t{c} * w.bits;
    uint64_t bits = words[at / 32];
    if (at % 32 + w.bits > 32) bits |= static_cast<uint64_t>(words[at / 32 + 1]) << 32;
    out[c] = static_cast<uint8_t>(bits >> (at % 32) & ((1u << w.bits) - 1));
  }
}

void matmul_portable(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
                     int end) {
  const int groups = x.groups();
  uint8_t q[128];
  for (int r = begin; r < end; ++r) {
    for (int i = 0; i < x.rows; ++i) {
      const int8_t* xq = x.q + static_cast<size_t>(i) * static_cast<size_t>(x.cols);
      float product = 0;
      for (int g = 0; g < groups; ++g) {
        const size_t at =
            static_cast<size_t>(r) * static_cast<size_t>(groups) + static_cast<size_t>(g);
        unpack_group(w, r, g, q);
        const auto value = static_cast<float>(dot(q, xq + g * x.group, x.group));
        product += w.scales[at] * x.scale[i * groups + g] * value;
        product += w.biases[at] * x.sum[i * groups + g];
      }
      y.put(i, r, product);
    }
  }
}

void matmul_sym8_portable(const QuantizedRows& x, const quant::Sym8View& w, const Output& y,
                          int begin, int end) {
  const auto cols = static_cast<size_t>(x.cols);
  for (int r = begin; r < end; ++r) {
    const int8_t* q = w.q + static_cast<size_t>(r) * cols;
    for (int i = 0; i < x.rows; ++i) {
      const int8_t* xq = x.q + static_cast<size_t>(i) * cols;
      int total = 0;
      for (size_t c = 0; c < cols; ++c) total += q[c] * xq[c];
      y.put(i, r, w.scales[r] * x.scale[i] * static_cast<float>(total));
    }
  }
}

constexpr Variant<QuantizeRows> kQuantizeVariants[] = {
    {Isa::portable, quantize_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::quantize_rows},
#endif
};

constexpr Variant<MatmulAffine> kQ8Variants[] = {
    {Isa::portable, matmul_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_q8},
    {Isa::avx512vnni, avx512::matmul_q8},
#endif
};

constexpr Variant<MatmulAffine> kFewerBitsVariants[] = {{Isa::portable, matmul_portable}};
constexpr Variant<MatmulSym8> kSym8Variants[] = {{Isa::portable, matmul_sym8_portable}};

}  // namespace

std::span<const Variant<QuantizeRows>> quantize_rows_variants() { return kQuantizeVariants; }
std::span<const Variant<MatmulAffine>> matmul_affine_variants(int bits) {
  if (bits == 8) return kQ8Variants;
  return kFewerBitsVariants;
}
std::span<const Variant<MatmulSym8>> matmul_sym8_variants() { return kSym8Variants; }

}  // namespace sotto::device::cpu
