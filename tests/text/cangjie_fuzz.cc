// A table of Cangjie from outside: refused in one sentence, or read with, to valid UTF-8.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/utf8.h"
#include "text/spoken/cangjie.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sotto::spoken::Cangjie;
  const auto table =
      Cangjie::parse({reinterpret_cast<const char*>(data), size}, "Cangjie5_TC.json");
  if (!table) {
    if (table.error().message.empty()) std::abort();
    return 0;
  }
  size_t replaced = 0;
  sotto::to_valid_utf8(table->read("你好,世界 one 日曰"), replaced);
  if (replaced > 0) std::abort();
  return 0;
}
