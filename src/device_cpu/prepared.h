// Weights as the kernels of this device read them.
#pragma once

#include <cassert>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "device/weight.h"
#include "device_cpu/affine_panels.h"
#include "device_cpu/bounded_panels.h"
#include "device_cpu/coarse_rows.h"
#include "device_cpu/int8_panels.h"
#include "device_cpu/panels.h"
#include "quant/stored_matrix.h"

namespace sotto::device::cpu {

// Forms of weights: as they are stored, or in panels. The order that a kernel needs is that of the
// activations, which are few. Products with Sym8Columns and BoundedPanelMatrix have the bits of
// those with the Sym8View of the same numbers.
using Form = std::variant<quant::F32Matrix, quant::F16Matrix, quant::Bf16Matrix, quant::AffineView,
                          quant::Sym8View, quant::Sym8Columns, PanelMatrix, Int8PanelMatrix,
                          AffinePanelMatrix, BoundedPanelMatrix>;

class CpuMatrix final : public PreparedMatrix {
 public:
  // `owner` keeps what the form is a view of.
  CpuMatrix(const Form& form, quant::Scheme scheme, std::shared_ptr<const void> owner,
            float factor = 0, std::unique_ptr<const CoarseRows> coarse = {});

  const Form form;
  const float factor;  // of activations (QuantizedRows::factor); 0: they have one of their own

  const CoarseRows* coarse() const { return coarse_.get(); }  // of int8 rows or groups, or null

 private:
  std::shared_ptr<const void> owner_;
  std::unique_ptr<const CoarseRows> coarse_;
};

// The form of a weight that this device's backend prepared.
inline const CpuMatrix& cpu_matrix(const PreparedMatrix& w) {
  assert(dynamic_cast<const CpuMatrix*>(&w) != nullptr);
  return static_cast<const CpuMatrix&>(w);
}
inline const Form& form_of(const PreparedMatrix& w) { return cpu_matrix(w).form; }

// Its panels for such activations, or null.
inline const Int8PanelMatrix* int8_panels(const PreparedMatrix& w, ActivationQuant activations) {
  const auto* panels = std::get_if<Int8PanelMatrix>(&form_of(w));
  return panels != nullptr && panels->activations == activations ? panels : nullptr;
}

Weight prepared(const quant::StoredMatrix& matrix, std::shared_ptr<const void> owner, Rows rows);
// Groups; in panels, which are a copy, where AffinePanels::fits(matrix). `chooses`: with a coarse
// copy beside them, for at most kMostCoarseCols columns.
Weight prepared(const quant::AffineView& matrix, std::shared_ptr<const void> owner, bool chooses,
                LargePages& pages);
Weight prepared_in_panels(const quant::AffineView& matrix, bool chooses, LargePages& pages);
// In bounded panels, which are a copy, for activations with a known factor; null where there are
// too many rests. matrix has at most quant::most_columns(quant::QuantParams::kBytes) columns.
Weight prepared_in_bounds(const quant::Sym8View& matrix, const Use& use, LargePages& pages);
// Int8 rows; where `use` has dynamic activations rounded, in panels. For a known factor they are
// copied: small networks have one, whose decoder each step reads from end to end, which takes longer
// from the pages of a mapped file (base/memory.h). `beside`: Int8PanelMatrix::beside.
Weight prepared(const quant::Sym8View& matrix, std::shared_ptr<const void> owner, const Use& use,
                int beside, LargePages& pages);
Constant prepared(std::span<const float> numbers, int rows);

// Rows of w, one behind the other: a copy in the form that w has, by rows where it lies by columns,
// floats where it lies in panels.
Weight gathered(const PreparedMatrix& w, std::span<const int> rows);

// Row r of w; out is [cols].
void copy_row(const Form& w, int r, std::span<float> out);

}  // namespace sotto::device::cpu
