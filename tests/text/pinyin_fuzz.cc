// A dictionary of Pinyin from outside: refused in one sentence, or read with, to valid UTF-8.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/utf8.h"
#include "text/spoken/pinyin.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sotto::spoken::Pinyin;
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  for (const auto& read : {Pinyin::parse(json, "{}", ""), Pinyin::parse("{}", json, "")}) {
    if (!read) {
      if (read.error().message.empty()) std::abort();
      continue;
    }
    size_t replaced = 0;
    sotto::to_valid_utf8(read->read("你好,世界 one"), replaced);
    if (replaced > 0) std::abort();
  }
  return 0;
}
