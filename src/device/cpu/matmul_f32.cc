#include "device/cpu/matmul_f32.h"

#include "device/cpu/matmul_f32_avx2.h"
#include "device/cpu/matmul_f32_avx512.h"

namespace sotto::device::cpu {
namespace {

// Eight partial sums, as many as a vector has lanes: the compiler may keep them in registers, and
// long rows lose less to rounding than in one sum.
float dot(const float* a, const float* b, int n) {
  constexpr int kLanes = 8;
  float sum[kLanes] = {};
  int i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int k = 0; k < kLanes; ++k) sum[k] += a[i + k] * b[i + k];
  }
  for (int k = 0; i + k < n; ++k) sum[k] += a[i + k] * b[i + k];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

void matmul_portable(const Tensor& x, const F32Matrix& w, const float* bias, const Tensor& y,
                     int begin, int end) {
  for (int r = begin; r < end; ++r) {
    const float* row = w.data + static_cast<size_t>(r) * static_cast<size_t>(w.cols);
    for (int i = 0; i < x.rows; ++i) {
      const float product = dot(x.row(i).data(), row, w.cols);
      y.row(i)[static_cast<size_t>(r)] = bias != nullptr ? product + bias[r] : product;
    }
  }
}

constexpr Variant<MatmulF32> kVariants[] = {
    {Isa::portable, matmul_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_f32},
    {Isa::avx512vnni, avx512::matmul_f32},
#endif
};

}  // namespace

std::span<const Variant<MatmulF32>> matmul_f32_variants() { return kVariants; }

}  // namespace sotto::device::cpu
