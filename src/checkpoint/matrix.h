// Weight matrices as a network asks for them: floats, or affine groups as MLX stores them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "checkpoint/weights.h"
#include "quant/affine.h"
#include "sotto/error.h"

namespace sotto {
class ThreadPool;
}

namespace sotto::checkpoint {

struct Quantization {
  int group, bits;
};

// `"quantization": {"group_size": 64, "bits": 8}` of a config, checked; empty when it has none.
Result<std::optional<Quantization>> stored_quantization(const nlohmann::json& config,
                                                        std::string_view file);

struct FloatMatrix {
  int rows = 0, cols = 0;
  std::vector<float> values;  // row-major
};

using Matrix = std::variant<FloatMatrix, quant::AffineMatrix>;

struct MatrixOptions {
  std::optional<Quantization> quantize;  // floats in the file are quantized so while they are read
  ThreadPool* pool = nullptr;            // for that; null: the calling thread alone
};

// The matrix [rows, cols] that `name` ("model.shared.weight") holds. A float tensor of any width,
// or uint32 words beside "model.shared.scales" and "model.shared.biases" (f32, f16 or bf16,
// widened): then bits and group follow from the shapes, and options.quantize is not applied again.
// Peak memory is the result and a few rows. Floats that cannot be quantized as asked, because the
// group does not divide cols, are an error.
Result<Matrix> read_matrix(const Weights& weights, std::string_view name, int rows, int cols,
                           const MatrixOptions& options = {});

}  // namespace sotto::checkpoint
