// Any bytes as a GGUF file: refused in a sentence, or all values and tensors are readable to their
// last byte.
#include <cstdlib>

#include "checkpoint/gguf_file.h"
#include "checkpoint/matrix.h"
#include "checkpoint/tensor_table.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto::checkpoint;
  const auto file = parse_gguf(std::as_bytes(std::span(data, size)), "fuzz.gguf");
  if (!file) {
    if (file.error().message.find_first_of("\n\x1b") != std::string::npos) std::abort();
    return 0;
  }
  unsigned sum = 0;
  for (const char* key : {"tokenizer.ggml.tokens", "tokenizer.ggml.scores", "general.name"}) {
    const auto texts = file->metadata.texts(key);
    if (texts)
      for (const std::string_view text : *texts)
        for (const char c : text) sum += static_cast<unsigned char>(c);
    const auto floats = file->metadata.floats(key);
    if (floats) sum += static_cast<unsigned>(floats->size());
    const auto integers = file->metadata.integers(key);
    if (integers) sum += static_cast<unsigned>(integers->size());
  }
  TensorTable table("fuzz.gguf");
  for (const StoredTensor& tensor : file->tensors) {
    for (const std::byte b : tensor.bytes) sum += std::to_integer<unsigned>(b);
    const auto values = to_f32(tensor);
    if (!values || values->size() != static_cast<size_t>(tensor.elements())) std::abort();
    table.add(tensor);
    if (tensor.shape.size() != 2 || tensor.elements() > INT32_MAX) continue;
    const auto matrix = read_matrix(table, tensor.name, static_cast<int>(tensor.shape[0]),
                                    static_cast<int>(tensor.shape[1]));
    if (!matrix) continue;
    for (const float value : sotto::quant::floats_of(matrix->weight)) sum += value > 0;
  }
  volatile unsigned sink = sum;
  (void)sink;
  return 0;
}
