// Weight matrices as a network asks for them: views into the mapped file wherever the stored bytes
// can be used as they are, so that a model loads without being read, and processes share its pages.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/aligned_bytes.h"
#include "checkpoint/weights.h"
#include "quant/scheme.h"
#include "quant/stored_matrix.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

struct Matrix {
  // Points into the Weights that it was read from, which must live as long, and into `made`. A file
  // that another program cuts or changes while it is mapped is beyond what is checked here: the
  // files of a model are replaced, not written over.
  quant::StoredMatrix weight;
  std::vector<AlignedBytes> made;  // what had to be converted, or lay askew
};

struct MatrixOptions {
  // Converts a matrix of floats while it is read, if its columns allow it. A quantized one stays as
  // it is stored, unless the scheme is f32, f16 or bf16. None: everything as stored.
  std::optional<quant::Scheme> scheme;
};

// The matrix [rows, cols] that `name` ("model.shared.weight") holds, in the form that its own
// tensors show (encode.h lists them); scales and biases may be f32, f16 or bf16. Numbers computed
// with are those that `sotto quantize` would have stored.
Result<Matrix> read_matrix(const Weights& weights, std::string_view name, int rows, int cols,
                           const MatrixOptions& options = {});

// The columns of m, `rows` rows, as rows.
std::vector<float> transposed(std::span<const float> m, int rows);

// Whether a tensor holds the integers of a quantized matrix.
bool is_quantized(const Weights& weights, const StoredTensor& tensor);

}  // namespace sotto::checkpoint
