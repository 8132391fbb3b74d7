// The weights of a checkpoint in another scheme, written to a file of their own.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "checkpoint/encode.h"
#include "checkpoint/weights.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

// A tensor of the source that is to be stored as a matrix of another shape.
struct AsMatrix {
  int rows = 0, cols = 0;
  std::function<std::vector<float>()> numbers;  // in the order of the matrix; made when written
  std::vector<int64_t> shape = {};              // that its int8 has in the file; none: the matrix's
};

struct QuantizeOptions {
  quant::Scheme scheme;
  std::vector<std::string> keep;            // globs of tensor names that stay as they are
  std::optional<quant::Scheme> embeddings;  // another scheme for them; none: as the rest
  // The scheme of the matrix of a name; none: it stays as it is. Empty: the two above hold.
  std::function<std::optional<quant::Scheme>(const std::string& name)> scheme_of;
  std::map<std::string, AsMatrix> as_matrices;  // by name; those that are kept stay as they were
  // Tensors that come beside what became of one of the source's: asked for each that is quantized.
  std::function<std::vector<StoredTensor>(const std::string& name)> beside;
  // int8 by columns for the matrices behind a ReLU of a decoder, whatever the scheme of the rest:
  // a step reads the columns that meet a number other than zero.
  bool decoder_fc2_by_columns = false;
  // Rows of the embedding that are stored a second time, close together, as kShortlist: a network
  // that is to choose from these tokens alone reads no others. Ascending, below its rows.
  std::vector<int> shortlist;
  bool measure = false;  // the error of each matrix
  ThreadPool* pool = nullptr;
  std::stop_token stop;
  // Bytes of the source that are done, of `all`; one call at a time, on any thread.
  std::function<void(size_t done, size_t all)> progress;
};

// Why a matrix is kept that QuantizeOptions::scheme_of leaves as it is.
inline constexpr std::string_view kStaysInModel = "stays so in this model";

// The rows of a shortlist among the tensors of a checkpoint.
inline constexpr std::string_view kShortlist = "shortlist.weight";

// The result for one tensor of the source.
struct QuantizedTensor {
  std::string name;
  std::string rows_of;                  // the embedding that rows were chosen from; else empty
  int rows = 0, cols = 0;               // of a matrix
  std::optional<quant::Scheme> scheme;  // none: as it was
  bool by_columns = false;              // with int8
  std::string why_kept;                 // of a matrix that could have been quantized, but was not
  size_t bytes_before = 0, bytes_after = 0;
  EncodingError error;
};

struct QuantizeResult {
  std::vector<QuantizedTensor> tensors;  // in order of their names
  size_t bytes_before = 0, bytes_after = 0;
};

// A matrix that is stored by columns, as GPT-2's are. The weights must outlive what is made.
AsMatrix columns_as_rows(const Weights& weights, const StoredTensor& tensor);

// Tells matrices of a linear layer or an embedding from other tensors, by name and shape: floats of
// two dimensions named "*.weight", tables of positions aside.
bool is_matrix(const StoredTensor& tensor);
bool is_decoder_fc2(const StoredTensor& tensor);
bool is_embedding(const StoredTensor& tensor);  // and output projection, which is tied to it

// The tensors that quantize_weights would write. Of equal tensors under tied names only the first
// one is there. An error when a glob matches nothing, and when the source is quantized already:
// rounding twice costs more than rounding once.
Result<std::vector<QuantizedTensor>> plan_quantization(const Weights& source,
                                                       const QuantizeOptions& options);

// Writes `path` (a new file) in the form that encode.h describes. Memory is a piece a thread,
// whatever the size of the model. The file is the same for any number of threads.
Result<QuantizeResult> quantize_weights(const Weights& source, const std::filesystem::path& path,
                                        const std::map<std::string, std::string>& metadata,
                                        const QuantizeOptions& options);

}  // namespace sotto::checkpoint
