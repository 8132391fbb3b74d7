#include "device_cpu/matmul_f32.h"

#include "device_cpu/matmul_f32_avx512.h"
#include "device_cpu/matmul_float_avx2.h"
#include "device_cpu/neon_kernels.h"

namespace sotto::device::cpu {
namespace {

// A number of a matrix in 16 bits.
struct F16 {
  uint16_t bits;
};
struct Bf16 {
  uint16_t bits;
};
float as_float(float v) { return v; }
float as_float(F16 v) { return quant::from_f16(v.bits); }
float as_float(Bf16 v) { return quant::from_bf16(v.bits); }

const float* numbers_of(const quant::F32Matrix& m) { return m.data; }
const F16* numbers_of(const quant::F16Matrix& m) { return reinterpret_cast<const F16*>(m.data); }
const Bf16* numbers_of(const quant::Bf16Matrix& m) { return reinterpret_cast<const Bf16*>(m.data); }

// Eight partial sums, as many as a vector has lanes: the compiler may keep them in registers, and
// long rows lose less to rounding than in one sum.
template <class T>
float dot(const float* a, const T* b, int n) {
  constexpr int kLanes = 8;
  float sum[kLanes] = {};
  int i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int k = 0; k < kLanes; ++k) sum[k] += a[i + k] * as_float(b[i + k]);
  }
  for (int k = 0; i + k < n; ++k) sum[k] += a[i + k] * as_float(b[i + k]);
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

template <class Matrix>
void matmul_portable(const Activations& x, const Matrix& w, const Output& y, int begin, int end) {
  for (int r = begin; r < end; ++r) {
    const auto* row = numbers_of(w) + static_cast<size_t>(r) * static_cast<size_t>(w.cols);
    for (int i = 0; i < x.rows; ++i) y.put(i, r, dot(x.row(i).data(), row, w.cols));
  }
}

constexpr Variant<MatmulF32> kF32Variants[] = {
    {Isa::portable, matmul_portable<quant::F32Matrix>},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_float<quant::F32Matrix>},
    {Isa::avx512, avx512::matmul_f32},
#elif defined(SOTTO_ARM64)
    {Isa::neon, neon::matmul_f32},
#endif
};

constexpr Variant<MatmulF16> kF16Variants[] = {
    {Isa::portable, matmul_portable<quant::F16Matrix>},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_float<quant::F16Matrix>},
#elif defined(SOTTO_ARM64)
    {Isa::neon, neon::matmul_f16},
#endif
};

constexpr Variant<MatmulBf16> kBf16Variants[] = {
    {Isa::portable, matmul_portable<quant::Bf16Matrix>},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_float<quant::Bf16Matrix>},
#elif defined(SOTTO_ARM64)
    {Isa::neon, neon::matmul_bf16},
#endif
};

}  // namespace

std::span<const Variant<MatmulF32>> matmul_f32_variants() { return kF32Variants; }
std::span<const Variant<MatmulF16>> matmul_f16_variants() { return kF16Variants; }
std::span<const Variant<MatmulBf16>> matmul_bf16_variants() { return kBf16Variants; }

}  // namespace sotto::device::cpu
