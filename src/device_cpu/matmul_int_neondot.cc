#include "device_cpu/matmul_int_neon_tiles.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neondot {
namespace {

// SDOT adds four products of signed bytes to a lane of 32 bits. The instruction is written out, as
// code for plain NEON may not call what is made for more. Only processors that have it come here.
struct Sdot {
  template <int kBits, int K>
  static inline __attribute__((always_inline)) int32x4_t add(int32x4_t start,
                                                             const int8x16_t (&w)[K],
                                                             const int8_t* x) {
    for (int k = 0; k < K; ++k)
      asm(".arch armv8.2-a+dotprod\n\tsdot %0.4s, %1.16b, %2.16b"
          : "+w"(start)
          : "w"(w[k]), "w"(vld1q_s8(x + 16 * k)));
    return start;
  }
};

template <int kBits>
void affine(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
            int end) {
  neon::affine<Sdot, kBits>(x, w, y, begin, end);
}

}  // namespace

SOTTO_AFFINE_KERNELS(affine)
void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  neon::int8<Sdot>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::neondot
#endif
