// Float matrices in the form that files store: the tensors that each scheme makes of one matrix.
//
//   q8, q6, q4   X.weight U32 [rows, cols * bits / 32]; X.scales, X.biases F16 [rows, cols / group]
//   int8         X.weight I8 [rows, cols]; X.scales F32 [rows]
//     by columns X.columns I8 [cols, rows]; X.scales F32 [rows]
//   f32 ...      X.weight [rows, cols]
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/weights.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto {
class ThreadPool;
}

namespace sotto::checkpoint {

// One of the tensors. Row r of the matrix is bytes [r * row_bytes, (r + 1) * row_bytes) of it.
struct EncodedPart {
  std::string_view suffix;  // "weight", "scales", "biases"
  DType dtype;
  std::vector<int64_t> shape;
  size_t row_bytes;
};

// quant::fits(scheme, cols) must hold.
std::vector<EncodedPart> parts_of(const quant::Scheme& scheme, int rows, int cols);

// The same of int8 by columns; the first one has a column of the matrix a row.
std::vector<EncodedPart> column_parts(int rows, int cols);

// "m.weight" has its scales in "m.scales".
std::string name_beside(std::string_view name, std::string_view suffix);

// int8 by columns: "m.weight" lies in "m.columns".
inline constexpr std::string_view kColumns = "columns";
bool is_by_columns(const StoredTensor& tensor);
std::string matrix_of_columns(std::string_view columns_name);  // "m.weight" of "m.columns"

struct EncodingError {
  double squares = 0;        // sum of w^2
  double error_squares = 0;  // sum of (w' - w)^2
  double largest = 0;        // |w' - w|

  double relative_rms() const;  // sqrt(error_squares / squares); 0 for a matrix of zeros
};

struct EncodeOptions {
  ThreadPool* pool = nullptr;  // null: the calling thread alone
  std::stop_token stop;
  bool measure = false;  // else the result is empty
  // After a piece is done, with the number of its rows; one call at a time, on any thread.
  std::function<void(int rows)> progress;
};

// Fills `rows` (whole rows) with the numbers of the matrix from row `first` on. Called from several
// threads at once.
using RowSource = std::function<void(int first, std::span<float> rows)>;

// Takes bytes [first_byte, first_byte + bytes.size()) of a part. Called from several threads at
// once, for different pieces.
using PartSink =
    std::function<Result<void>(size_t part, size_t first_byte, std::span<const std::byte> bytes)>;

// Encodes a matrix piece by piece: memory is a piece a thread. The result does not depend on the
// threads. An error when a number is not finite, or too large for the scheme; when the sink has
// one; and when it is stopped. `name` is for messages.
Result<EncodingError> encode_matrix(std::string_view name, int rows, int cols,
                                    const quant::Scheme& scheme, const RowSource& source,
                                    const PartSink& sink, const EncodeOptions& options);

}  // namespace sotto::checkpoint
