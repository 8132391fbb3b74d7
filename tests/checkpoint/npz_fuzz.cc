// Any bytes as an archive of numpy, or as one of its arrays: refused, or readable to the last byte.
#include <cstdlib>

#include "checkpoint/npz_file.h"

namespace {

void read_all(const sotto::checkpoint::StoredTensor& tensor) {
  size_t elements = 1;
  for (const int64_t dim : tensor.shape) elements *= static_cast<size_t>(dim);
  if (elements * size_of(tensor.dtype) != tensor.bytes.size()) std::abort();
  unsigned sum = 0;
  for (const std::byte b : tensor.bytes) sum += std::to_integer<unsigned>(b);
  volatile unsigned sink = sum;
  (void)sink;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto::checkpoint;
  const auto bytes = std::as_bytes(std::span(data, size));
  if (size >= 2 && data[0] == 'P' && data[1] == 'K') {
    const auto weights = parse_npz(bytes, "fuzz.npz");
    if (!weights) return 0;
    for (const std::string& name : (*weights)->names()) read_all(*(*weights)->find(name));
  } else if (const auto tensor = parse_npy(bytes, "fuzz.npy", "x")) {
    read_all(*tensor);
  }
  return 0;
}
