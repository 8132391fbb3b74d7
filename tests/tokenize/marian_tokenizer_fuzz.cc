// The tokenizer files of a Marian model from outside: the first two bytes say how long vocab.json
// is, the rest is the .spm file. Refused in one sentence, or usable without a crash.
#include <cstdint>
#include <string_view>

#include "tokenize/marian_tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sotto::tokenize::MarianTokenizer;
  using sotto::tokenize::MarianVocabulary;
  if (size < 2) return 0;
  std::string_view rest(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::string_view json = rest.substr(0, data[0] | data[1] << 8);
  rest.remove_prefix(json.size());
  auto vocabulary = MarianVocabulary::parse(json, "vocab.json");
  if (!vocabulary) {
    vocabulary = MarianVocabulary::parse(R"({"</s>": 0, "<unk>": 1, "a": 2, "<pad>": 3})", "v");
  }
  const auto tokenizer = MarianTokenizer::make(rest, "fuzz.spm", *std::move(vocabulary));
  if (!tokenizer) return 0;
  const std::string_view tail = rest.substr(rest.size() - rest.size() % 64);
  for (const std::string_view text :
       {std::string_view(">>jpn<< The test ①② がき ế ｶﾞ 한 ﬁ </s><pad>  fails. "), tail}) {
    tokenizer->decode(tokenizer->encode(text, 2));
    tokenizer->decode(tokenizer->encode_raw(text), false);
  }
  return 0;
}
