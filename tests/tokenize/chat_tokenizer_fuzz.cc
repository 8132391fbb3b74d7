// A tokenizer.json, a SentencePiece model or a GGUF file from outside: refused in one sentence, or
// usable without a crash.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/utf8.h"
#include "tokenize/chat_tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sotto::tokenize::ChatTokenizer;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tokenizer = ChatTokenizer::make(bytes, "tokenizer");
  if (!tokenizer) {
    if (tokenizer.error().message.empty()) std::abort();
    return 0;
  }
  // The tail of the file is a text that the fuzzer can shape.
  size_t replaced = 0;
  const std::string tail = sotto::to_valid_utf8(bytes.substr(size - size % 64), replaced);
  for (const std::string_view text :
       {std::string_view("It's 12345 ①② がき ế ｶﾞ 한 ﬁ </s><|im_end|>  \n\n fails. "),
        std::string_view(tail)}) {
    const auto ids = (*tokenizer)->encode(text);
    for (const int id : ids)
      if (id < 0 || id >= (*tokenizer)->size()) std::abort();
    (*tokenizer)->decode(ids);
  }
  for (int id = -1; id <= (*tokenizer)->size(); ++id) (*tokenizer)->decode({&id, 1});
  return 0;
}
