// Any bytes as an ONNX file: refused, or all tensors are readable to their last byte, and every
// quantized one has its scales or an error.
#include <cstdlib>

#include "checkpoint/onnx_quantized.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto::checkpoint;
  const auto onnx = parse_onnx(std::as_bytes(std::span(data, size)), "fuzz.onnx");
  if (!onnx) return 0;
  const Weights& weights = *(*onnx)->initializers();
  volatile unsigned sink = 0;
  for (const std::string& name : weights.names()) {
    const StoredTensor* tensor = weights.find(name);
    if (tensor == nullptr) std::abort();
    size_t elements = 1;
    for (const int64_t dim : tensor->shape) elements *= static_cast<size_t>(dim);
    if (elements * size_of(tensor->dtype) != tensor->bytes.size()) std::abort();
    unsigned sum = 0;
    for (const std::byte b : tensor->bytes) sum += std::to_integer<unsigned>(b);
    sink = sum;
    const auto quantized = quantized_weight(**onnx, name);
    if (!quantized || !*quantized) continue;
    if (dequantize(**quantized).size() != elements) std::abort();
    if (const auto values = centred(**quantized); values && values->size() != elements)
      std::abort();
  }
  (void)sink;
  for (const OnnxNode& node : (*onnx)->nodes()) {
    for (const std::string& output : node.outputs) {
      if (!output.empty() && (*onnx)->producer_of(output) == nullptr) std::abort();
    }
  }
  return 0;
}
