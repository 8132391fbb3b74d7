#include "device_cpu/affine_256.h"
#include "device_cpu/coarse_256.h"
#include "device_cpu/coarse_streams.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avxvnni {
namespace {

using Bytes = avx2::Dpbusd<avx2::VexDpbusd>;

template <int kBits>
void affine(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
            int end) {
  avx2::affine<Bytes, kBits>(x, w, y, begin, end);
}

}  // namespace

SOTTO_AFFINE_KERNELS(affine)
void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  avx2::int8<Bytes>(x, w, y, begin, end);
}
void matmul_coarse(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int begin,
                   int end) {
  coarse_all<avx2::CoarsePanels256<avx2::DpbusdSums<avx2::VexDpbusd>>>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avxvnni
#endif
