// Some rows of an output matrix, close together: a network that is to choose from a few tokens need
// not read the rows of the others.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "device/weight.h"
#include "nn/linear.h"
#include "sotto/error.h"

namespace sotto::models {

// A copy, in the form that the matrix has (by rows, where it lies by columns). Immutable; sessions
// share it.
class OutputRows {
 public:
  // Row i is row ids[i] of `output`. Ids ascend; the error names one that does not, or that the
  // matrix does not have.
  static Result<std::shared_ptr<const OutputRows>> gather(const nn::Linear& output,
                                                          std::vector<int> ids);

  // The same of rows that lie close together already, such as a network's own shortlist: no copy.
  // Whoever owns them must outlive the sessions. `vocabulary`: the rows of the whole matrix.
  static Result<std::shared_ptr<const OutputRows>> stored(const nn::Linear& rows, int vocabulary,
                                                          std::vector<int> ids);

  const nn::Linear& linear() const { return linear_; }
  const std::vector<int>& ids() const { return ids_; }

 private:
  struct Free {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{64}); }
  };

  OutputRows() = default;
  template <class T>
  const T* copy(const T* from, size_t row_size);
  device::Weight copy_of(const device::F32Matrix& m);
  device::Weight copy_of(const device::F16Matrix& m);
  device::Weight copy_of(const device::Bf16Matrix& m);
  device::Weight copy_of(const quant::AffineView& m);
  device::Weight copy_of(const quant::Sym8View& m);
  device::Weight copy_of(const quant::Sym8Columns& m);
  device::Weight copy_of(const device::PanelMatrix& m);
  device::Weight copy_of(const device::Int8PanelMatrix& m);
  template <class Panels>
  device::Weight floats_of(const Panels& m);

  std::vector<int> ids_;
  nn::Linear linear_;
  std::vector<std::unique_ptr<std::byte, Free>> storage_;
};

}  // namespace sotto::models
