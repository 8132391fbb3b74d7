#include <algorithm>

#include "device_cpu/affine_lanes_256.h"
#include "device_cpu/coarse_256.h"
#include "device_cpu/coarse_streams.h"
#include "device_cpu/matmul_int8_avx2.h"
#include "device_cpu/matmul_int_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

SOTTO_AFFINE_KERNELS(affine_in_lanes)
void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  if (x.rows <= 2) return int8<Maddubs>(x, w, y, begin, end);
  int8_tiles(x, w, y, begin, end);
}
void matmul_coarse(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int begin,
                   int end) {
  coarse_all<CoarsePanels256<MaddubsSums>>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avx2
#endif
