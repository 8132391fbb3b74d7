#include "device_cpu/amx_affine.h"
#include "device_cpu/amx_int8.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::amx {

void matmul_q8(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end) {
  affine<Tiles, 8>(avx512vnni::matmul_q8, x, w, y, begin, end);
}
void matmul_q6(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end) {
  affine<Tiles, 6>(avx512vnni::matmul_q6, x, w, y, begin, end);
}
void matmul_q4(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end) {
  affine<Tiles, 4>(avx512vnni::matmul_q4, x, w, y, begin, end);
}
void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  int8<Tiles>(avx512vnni::matmul_int8, x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::amx
#endif
