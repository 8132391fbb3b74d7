#include <cassert>

#include "device_cpu/bytes_256.h"
#include "device_cpu/int8_panels_vnni_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avxvnni {

void matmul_int8_panels(const LevelRows& x, const Int8PanelMatrix& w, const Output& y, int begin,
                        int end) {
  assert(w.beside == columns_beside(Isa::avxvnni));
  tile_int8_panels<avx2::Int8PanelsVnni<avx2::VexDpbusd>>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avxvnni
#endif
