// A tokenizer.json from outside: refused in one sentence, or usable without a crash.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/utf8.h"
#include "tokenize/bpe_tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sotto::tokenize::BpeTokenizer;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tokenizer = BpeTokenizer::parse(bytes, "tokenizer.json");
  if (!tokenizer) {
    if (tokenizer.error().message.empty()) std::abort();
    return 0;
  }
  // The tail of the file is a text that the fuzzer can shape.
  size_t replaced = 0;
  const std::string tail = sotto::to_valid_utf8(bytes.substr(size - size % 64), replaced);
  for (const std::string_view text :
       {std::string_view("The [SPACE] ①② がき ế 한 abcabc. "), std::string_view(tail)}) {
    for (const int id : tokenizer->encode(text))
      if (id < 0 || id >= tokenizer->size()) std::abort();
  }
  return 0;
}
