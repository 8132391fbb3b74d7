// Some rows of an output matrix, close together: a network that is to choose from a few tokens need
// not read the rows of the others.
#pragma once

#include <memory>
#include <vector>

#include "nn/linear.h"
#include "sotto/error.h"

namespace sotto::models {

// Immutable; sessions share it.
class OutputRows {
 public:
  // Row i is row ids[i] of `output`, copied for that backend. Ids ascend; the error names one that
  // does not, or that the matrix does not have.
  static Result<std::shared_ptr<const OutputRows>> gather(const device::Backend& backend,
                                                          const device::Weight& output,
                                                          std::vector<int> ids);

  // The same of rows that lie close together already, such as a network's own shortlist: no copy.
  // `vocabulary`: the rows of the whole matrix.
  static Result<std::shared_ptr<const OutputRows>> stored(const nn::Linear& rows, int vocabulary,
                                                          std::vector<int> ids);

  const nn::Linear& linear() const { return linear_; }
  const std::vector<int>& ids() const { return ids_; }

 private:
  OutputRows(nn::Linear linear, std::vector<int> ids)
      : linear_(std::move(linear)), ids_(std::move(ids)) {}

  nn::Linear linear_;
  std::vector<int> ids_;
};

}  // namespace sotto::models
