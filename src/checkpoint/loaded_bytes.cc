#include "checkpoint/loaded_bytes.h"

#include <algorithm>
#include <cstdint>

#include "checkpoint/matrix.h"
#include "checkpoint/quantize.h"

namespace sotto::checkpoint {
namespace {

// Bytes a number of a matrix that was made of floats, its scales and biases included.
double bytes_a_number(const quant::Scheme& scheme) {
  constexpr double kScaleAndBias = 4;  // of a group, in f16
  if (scheme.is_affine()) return scheme.bits() / 8.0 + kScaleAndBias / scheme.group;
  if (scheme.is_float()) return scheme.kind == quant::Scheme::Kind::f32 ? 4 : 2;
  return 1;
}

double loaded(const Weights& weights, const StoredTensor& tensor,
              const std::optional<quant::Scheme>& wanted) {
  constexpr int kMostInWord = 8;
  const auto stored = static_cast<double>(tensor.bytes.size());
  const auto numbers = static_cast<double>(tensor.elements());
  if (const auto blocks = blocks_of(tensor.dtype)) {
    const bool is_float = wanted && wanted->is_float();
    const quant::Scheme& scheme = is_float ? *wanted : quant::layout_of(*blocks).scheme;
    const bool has_no_biases = !is_float && quant::has_zero_of_all(*blocks);
    return numbers * (bytes_a_number(scheme) - (has_no_biases ? 2.0 / scheme.group : 0));
  }
  if (!wanted) return stored;
  const quant::Scheme& scheme = *wanted;
  if (is_quantized(weights, tensor)) {
    if (!scheme.is_float()) return stored;
    return numbers * (tensor.dtype == DType::u32 ? kMostInWord : 1) * bytes_a_number(scheme);
  }
  if (!is_float(tensor.dtype)) return stored;
  const bool becomes = is_matrix(tensor) && tensor.shape[1] <= INT32_MAX &&
                       quant::fits(scheme, static_cast<int>(tensor.shape[1]));
  return numbers * (becomes ? bytes_a_number(scheme) : sizeof(float));
}

// The copy is of whole numbers of more than four bits. The rows that make logits are as many as the
// vocabulary has tokens: more than any other matrix has.
double copy_of_logits_rows(const Weights& weights, const std::optional<quant::Scheme>& wanted) {
  const StoredTensor* most = nullptr;
  for (const std::string& name : weights.names()) {
    const StoredTensor* tensor = weights.find(name);
    if (tensor->shape.size() != 2 || tensor->elements() == 0) continue;
    if (most == nullptr || tensor->shape[0] > most->shape[0]) most = tensor;
  }
  if (most == nullptr) return 0;
  const auto numbers = static_cast<double>(most->elements());
  const double each = loaded(weights, *most, wanted) / numbers;  // bytes
  constexpr double kFourBits = 0.65, kFloats = 2;
  if (each <= kFourBits || each >= kFloats) return 0;
  constexpr double kOfRow = 2 * sizeof(float);  // a scale, and what rounding loses
  return numbers / 2 + static_cast<double>(most->shape[0]) * kOfRow;
}

}  // namespace

size_t loaded_bytes(const Weights& weights, const std::optional<quant::Scheme>& scheme,
                    bool has_logits_copy) {
  constexpr double kMost = 1e18;  // sizes are a file's
  double bytes = has_logits_copy ? copy_of_logits_rows(weights, scheme) : 0;
  for (const std::string& name : weights.names())
    bytes += loaded(weights, *weights.find(name), scheme);
  return static_cast<size_t>(std::min(bytes, kMost));
}

}  // namespace sotto::checkpoint
