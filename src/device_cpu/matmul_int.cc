#include "device_cpu/matmul_int.h"

#include <bit>

#include "device_cpu/matmul_int_neon.h"
#include "device_cpu/matmul_int_simd.h"

namespace sotto::device::cpu {
namespace {

static_assert(std::endian::native == std::endian::little, "packed words are read as bytes");

// The values of one group of a row of w, a byte each, in the order of x.
void unpack_group(const quant::AffineView& w, const QuantizedRows& x, int r, int g, uint8_t* out) {
  const uint32_t* words =
      w.packed + static_cast<size_t>(r) * static_cast<size_t>(w.words_per_row());
  for (int c = 0; c < w.group; ++c) {
    const int64_t at = (int64_t{g} * w.group + c) * w.bits;
    uint64_t bits = words[at / 32];
    if (at % 32 + w.bits > 32) bits |= static_cast<uint64_t>(words[at / 32 + 1]) << 32;
    out[x.place(c)] = static_cast<uint8_t>(bits >> (at % 32) & ((1u << w.bits) - 1));
  }
}

void affine_portable(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
                     int end) {
  const int groups = x.groups();
  uint8_t q[128];
  for (int r = begin; r < end; ++r) {
    const size_t first = static_cast<size_t>(r) * static_cast<size_t>(groups);
    const quant::Scales s = w.scales.from(first), b = w.biases.from(first);
    for (int i = 0; i < x.rows; ++i) {
      const QuantizedRows row = x.from(i, 1);
      float product = 0;
      for (int g = 0; g < groups; ++g) {
        unpack_group(w, x, r, g, q);
        const int8_t* xq = row.q + g * x.group;
        int32_t dot = 0;
        for (int c = 0; c < x.group; ++c) dot += q[c] * xq[c];
        const auto at = static_cast<size_t>(g);
        product += s[at] * row.scale[g] * static_cast<float>(dot) + b[at] * row.sum[g];
      }
      y.put(i, r, product);
    }
  }
}

void int8_portable(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                   int end) {
  for (int r = begin; r < end; ++r) {
    const int8_t* q = w.q + static_cast<size_t>(r) * static_cast<size_t>(w.cols);
    for (int i = 0; i < x.rows; ++i) {
      const QuantizedRows row = x.from(i, 1);
      int32_t dot = 0;
      for (int c = 0; c < w.cols; ++c) dot += q[c] * row.q[c];
      y.put(i, r, w.scales[r] * *row.scale * static_cast<float>(dot));
    }
  }
}

// clang-format off
#ifdef SOTTO_X86
#define SOTTO_VARIANTS(kernel)                                \
  {Isa::avx2, avx2::kernel}, {Isa::avxvnni, avxvnni::kernel}, \
  {Isa::avx512vnni, avx512vnni::kernel}, {Isa::amx, amx::kernel}
#elif defined(SOTTO_ARM64)
#define SOTTO_VARIANTS(kernel) \
  {Isa::neon, neon::kernel}, {Isa::neondot, neondot::kernel}, {Isa::i8mm, i8mm::kernel}
#else
#define SOTTO_VARIANTS(kernel)
#endif
// clang-format on
constexpr Variant<MatmulAffine> kQ8[] = {{Isa::portable, affine_portable},
                                         SOTTO_VARIANTS(matmul_q8)};
constexpr Variant<MatmulAffine> kQ6[] = {{Isa::portable, affine_portable},
                                         SOTTO_VARIANTS(matmul_q6)};
constexpr Variant<MatmulAffine> kQ4[] = {{Isa::portable, affine_portable},
                                         SOTTO_VARIANTS(matmul_q4)};
constexpr Variant<MatmulSym8> kInt8[] = {{Isa::portable, int8_portable},
                                         SOTTO_VARIANTS(matmul_int8)};

}  // namespace

std::span<const Variant<MatmulAffine>> matmul_q8_variants() { return kQ8; }
std::span<const Variant<MatmulAffine>> matmul_q6_variants() { return kQ6; }
std::span<const Variant<MatmulAffine>> matmul_q4_variants() { return kQ4; }
std::span<const Variant<MatmulSym8>> matmul_int8_variants() { return kInt8; }

}  // namespace sotto::device::cpu
