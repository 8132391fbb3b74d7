// Any bytes as a Marian binary file: refused in a sentence, or all tensors are readable to their
// last byte.
#include "checkpoint/marian_file.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto::checkpoint;
  const auto file = parse_marian_file(std::as_bytes(std::span(data, size)), "fuzz.bin");
  if (!file) {
    if (file.error().message.find_first_of("\n\x1b") != std::string::npos) std::abort();
    return 0;
  }
  if (!file->config.is_object()) std::abort();
  unsigned sum = 0;
  for (const std::string& name : file->weights->names()) {
    const StoredTensor* tensor = file->weights->find(name);
    if (tensor == nullptr ||
        tensor->bytes.size() != static_cast<size_t>(tensor->elements()) * size_of(tensor->dtype))
      std::abort();
    for (const std::byte b : tensor->bytes) sum += std::to_integer<unsigned>(b);
  }
  volatile unsigned sink = sum;
  (void)sink;
  return 0;
}
