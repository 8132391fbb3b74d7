// The NEON kernels for float weights of 32 and 16 bits. Four accumulators for each row of x, so
// that a number of y comes out the same in every tile; four also cover the latency of FMA (4
// cycles) where one row of x is alone.
#include <type_traits>

#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {
namespace {

float32x4_t load_weights(const quant::F32Matrix&, const float* p) { return vld1q_f32(p); }
float32x4_t load_weights(const quant::F16Matrix&, const uint16_t* p) {
  return vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p)));
}
float32x4_t load_weights(const quant::Bf16Matrix&, const uint16_t* p) {
  return vreinterpretq_f32_u32(vshll_n_u16(vld1_u16(p), 16));
}

template <int N, class Matrix>
void float_rows(const Activations& x, int first_x, const Matrix& w, const Output& y, int begin,
                int end) {
  const auto cols = static_cast<size_t>(w.cols);
  const float* xs = x.row(first_x).data();
  for (int r = begin; r < end; ++r) {
    const auto* row = w.data + static_cast<size_t>(r) * cols;
    float32x4_t acc[N][4];
    for (int i = 0; i < N; ++i) {
      for (int k = 0; k < 4; ++k) acc[i][k] = vdupq_n_f32(0);
    }
    size_t c = 0;
    for (; c + 16 <= cols; c += 16) {
      for (size_t k = 0; k < 4; ++k) {
        const float32x4_t wk = load_weights(w, row + c + 4 * k);
        for (int i = 0; i < N; ++i) {
          const float* xi = xs + static_cast<size_t>(i) * cols + c;
          acc[i][k] = vfmaq_f32(acc[i][k], wk, vld1q_f32(xi + 4 * k));
        }
      }
    }
    for (; c < cols; c += 4) {
      const auto left = static_cast<int>(cols - c < 4 ? cols - c : 4);
      std::remove_cvref_t<decltype(*row)> rest[4] = {};
      __builtin_memcpy(rest, row + c, static_cast<size_t>(left) * sizeof *rest);
      const float32x4_t wc = load_weights(w, rest);
      for (int i = 0; i < N; ++i) {
        const float32x4_t xc = load_first(xs + static_cast<size_t>(i) * cols + c, left);
        acc[i][0] = vfmaq_f32(acc[i][0], wc, xc);
      }
    }
    for (int i = 0; i < N; ++i) {
      const float32x4_t sum =
          vaddq_f32(vaddq_f32(acc[i][0], acc[i][1]), vaddq_f32(acc[i][2], acc[i][3]));
      y.put(first_x + i, r, vaddvq_f32(sum));
    }
  }
}

template <class Matrix>
void matmul_float(const Activations& x, const Matrix& w, const Output& y, int begin, int end) {
  // Blocks of w rows that stay in the first cache while all rows of x pass.
  const int block = x.rows > 1 ? 8 : end - begin;
  for (int b = begin; b < end; b += block) {
    const int stop = end - b < block ? end : b + block;
    int i = 0;
    for (; i + 4 <= x.rows; i += 4) float_rows<4>(x, i, w, y, b, stop);
    for (; i < x.rows; ++i) float_rows<1>(x, i, w, y, b, stop);
  }
}

}  // namespace

void matmul_f32(const Activations& x, const quant::F32Matrix& w, const Output& y, int begin,
                int end) {
  matmul_float(x, w, y, begin, end);
}
void matmul_f16(const Activations& x, const quant::F16Matrix& w, const Output& y, int begin,
                int end) {
  matmul_float(x, w, y, begin, end);
}
void matmul_bf16(const Activations& x, const quant::Bf16Matrix& w, const Output& y, int begin,
                 int end) {
  matmul_float(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::neon
#endif
