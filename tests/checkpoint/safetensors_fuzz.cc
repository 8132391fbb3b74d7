// Any bytes as a safetensors file: refused, or all tensors are readable to their last byte.
#include "checkpoint/safetensors.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto::checkpoint;
  const auto tensors = parse_safetensors(std::as_bytes(std::span(data, size)), "fuzz.safetensors");
  if (!tensors) return 0;
  size_t total = 0;
  for (const StoredTensor& tensor : *tensors) {
    total += tensor.bytes.size();
    if (tensor.elements() * size_of(tensor.dtype) != tensor.bytes.size()) std::abort();
    if (is_float(tensor.dtype) && !to_f32(tensor)) std::abort();
    unsigned sum = 0;
    for (const std::byte b : tensor.bytes) sum += std::to_integer<unsigned>(b);
    volatile unsigned sink = sum;
    (void)sink;
  }
  if (total > size) std::abort();
  return 0;
}
