#include "device_cpu/affine_vnni_512.h"
#include "device_cpu/coarse_512.h"
#include "device_cpu/coarse_streams.h"
#include "device_cpu/int8_rows_512.h"
#include "device_cpu/matmul_int_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512vnni {

// Few int8 rows: vectors of 256 bits multiply them as fast as memory and the first cache bring them.
void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  if (x.rows >= kManyRows && w.cols <= kMostPackedCols) return int8_many(x, w, y, begin, end);
  avx2::int8<avx2::Dpbusd<avx2::EvexDpbusd>>(x, w, y, begin, end);
}

SOTTO_AFFINE_KERNELS(affine)
void matmul_coarse(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int begin,
                   int end) {
  coarse_all<CoarsePanels512>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avx512vnni
#endif
