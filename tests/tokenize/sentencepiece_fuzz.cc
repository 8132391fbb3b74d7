// A SentencePiece model file from outside: refused in one sentence, or usable without a crash.
#include <cstdint>
#include <string_view>

#include "tokenize/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sotto::tokenize::Tokenizer;
  const auto tokenizer = Tokenizer::make({reinterpret_cast<const char*>(data), size},
                                         {"eng_Latn", "", "jpn_Jpan", "<mask>"}, "fuzz.model");
  if (!tokenizer) return 0;
  // Texts that reach the normalization table, user pieces, byte pieces and merges; the tail of the
  // model itself is a text that the fuzzer can shape.
  const std::string_view tail = {reinterpret_cast<const char*>(data) + size - size % 64, size % 64};
  for (const std::string_view text :
       {std::string_view("The test ①② がき ế ｶﾞ 한 ﬁ <mask> ⟦0⟧⟦1⟧  fails. "), tail}) {
    const auto ids = tokenizer->encode(text, tokenizer->size() - 2);
    const auto raw = tokenizer->encode_raw(text, tokenizer->size() - 2);
    tokenizer->decode(ids);
    tokenizer->decode(raw, false);
  }
  for (int id = -1; id <= tokenizer->size(); ++id) tokenizer->decode({&id, 1}, false);
  return 0;
}
