// A tokenizer.json, or a SentencePiece model, from outside: refused in one sentence, or usable
// without a crash.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tokenize/piece_tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sotto::tokenize::PieceTokenizer;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tokenizer = PieceTokenizer::make(bytes, "tokenizer.json");
  if (!tokenizer) {
    if (tokenizer.error().message.empty()) std::abort();
    return 0;
  }
  // The tail of the file is a text that the fuzzer can shape.
  for (const std::string_view text : {std::string_view("The test ①② がき ế ｶﾞ 한 ﬁ </s>  fails. "),
                                      bytes.substr(size - size % 64)}) {
    const auto ids = tokenizer->encode(text);
    for (const int id : ids)
      if (id < 0 || id >= tokenizer->size()) std::abort();
    tokenizer->decode(ids);
  }
  for (int id = -1; id <= tokenizer->size(); ++id) tokenizer->decode({&id, 1});
  return 0;
}
