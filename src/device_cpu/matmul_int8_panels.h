// y = x W^T + b with int8 weights in panels and activations as levels known ahead:
//   y = scale (sum of q w - zero * sum of w) + b
// where the scale is that of the row of w times that of the row of x, where those have one.
// The sums are exact integers: every variant gives the same bits, whatever the other rows are.
#pragma once

#include <span>

#include "device_cpu/int8_panels.h"
#include "device_cpu/isa.h"
#include "device_cpu/level_rows.h"
#include "device_cpu/output.h"

namespace sotto::device::cpu {

// Computes the panels whose first rows are in [begin, end). x.high is there where the levels need
// two bytes.
using MatmulInt8Panels = void (*)(const LevelRows& x, const Int8PanelMatrix& w, const Output& y,
                                  int begin, int end);

std::span<const Variant<MatmulInt8Panels>> matmul_int8_panels_variants();

// Columns of a row that the variant of that name takes beside each other; the portable one takes
// them as they are.
constexpr int columns_beside(Isa isa) { return isa == Isa::avx2 ? 2 : isa == Isa::i8mm ? 8 : 4; }

// Rows of x that are whole tiles of every kernel (but AMX's, of 16): who cuts x into parts cuts it
// into multiples of these.
inline constexpr int kInt8TileRows = 12;

// Panels that begin within rows [begin, end), as numbers of panels.
struct Int8PanelRange {
  int begin, end;
  Int8PanelRange(int first_row, int last_row)
      : begin((first_row + Int8PanelMatrix::kRows - 1) / Int8PanelMatrix::kRows),
        end((last_row + Int8PanelMatrix::kRows - 1) / Int8PanelMatrix::kRows) {}
};

// Numbers of a panel, and rows of w in it.
inline size_t panel_size(const Int8PanelMatrix& w) {
  return static_cast<size_t>(w.padded_cols()) * Int8PanelMatrix::kRows;
}
inline int rows_in_panel(const Int8PanelMatrix& w, int panel) {
  const int left = w.rows - panel * Int8PanelMatrix::kRows;
  return left < Int8PanelMatrix::kRows ? left : Int8PanelMatrix::kRows;
}

#ifdef SOTTO_X86
namespace avx2 {
void matmul_int8_panels(const LevelRows&, const Int8PanelMatrix&, const Output&, int, int);
}
namespace avxvnni {
void matmul_int8_panels(const LevelRows&, const Int8PanelMatrix&, const Output&, int, int);
}
namespace avx512vnni {
void matmul_int8_panels(const LevelRows&, const Int8PanelMatrix&, const Output&, int, int);
}
namespace amx {
void matmul_int8_panels(const LevelRows&, const Int8PanelMatrix&, const Output&, int, int);
}
#endif
#ifdef SOTTO_ARM64
namespace neondot {
void matmul_int8_panels(const LevelRows&, const Int8PanelMatrix&, const Output&, int, int);
}
namespace i8mm {
void matmul_int8_panels(const LevelRows&, const Int8PanelMatrix&, const Output&, int, int);
}
#endif

}  // namespace sotto::device::cpu
