// Any bytes as a pickle, or as a torch file when they begin like a zip archive: refused, or all
// tensors are readable to their last byte.
#include "checkpoint/pickle.h"

#include <cstdlib>

#include "checkpoint/torch_file.h"

namespace {

using namespace sotto::checkpoint;

void read_all(const Weights& weights) {
  for (const std::string& name : weights.names()) {
    const StoredTensor* tensor = weights.find(name);
    if (tensor == nullptr) std::abort();
    int64_t elements = 1;
    for (const int64_t size : tensor->shape) elements *= size;
    if (elements != tensor->elements()) std::abort();
    unsigned sum = 0;
    for (const std::byte b : tensor->bytes) sum += std::to_integer<unsigned>(b);
    volatile unsigned sink = sum;
    (void)sink;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  if (size >= 2 && data[0] == 'P' && data[1] == 'K') {
    if (const auto weights = parse_torch_file(bytes, "fuzz.bin")) read_all(**weights);
    return 0;
  }
  const auto tensors = read_state_dict(bytes, "fuzz.pkl");
  if (!tensors) return 0;
  for (const PickledTensor& tensor : *tensors) {
    if (tensor.offset < 0 || tensor.storage_elements < 0) std::abort();
    if (tensor.shape.size() != tensor.strides.size()) std::abort();
    for (const int64_t size_of_dim : tensor.shape) {
      if (size_of_dim < 0) std::abort();
    }
  }
  return 0;
}
