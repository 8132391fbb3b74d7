// A tensor as an ONNX file holds it (TensorProto of onnx.proto).
#pragma once

#include <optional>
#include <string_view>

#include "checkpoint/tensor_table.h"
#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

// Reads the message `bytes`, which lie in a file that outlives the table. Numbers that stand in a
// field of their own, and not as they lie in memory, are copied into what `table` keeps. None: a
// tensor of strings, which is no weight. Messages begin with the table's source.
Result<std::optional<StoredTensor>> read_onnx_tensor(std::string_view bytes, TensorTable& table);

}  // namespace sotto::checkpoint
