// Any text in any of several languages: quantities are found in order, on character borders, and
// can be written and said.
#include <cstdint>
#include <cstdlib>

#include "base/utf8.h"
#include "text/quantity.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto;
  constexpr const char* kLanguages[] = {"en", "de", "fr", "es", "pl", "ru", "ja", "zh", "ko", "hi"};
  if (size == 0) return 0;
  const Language from = *find_language(kLanguages[data[0] % 10]);
  const Language to = *find_language(kLanguages[data[0] / 10 % 10]);
  size_t replaced = 0;
  const std::string text =
      to_valid_utf8({reinterpret_cast<const char*>(data + 1), size - 1}, replaced);
  size_t done = 0;
  for (const text::FoundQuantity& found : text::find_quantities(text, from)) {
    if (found.begin < done || found.end <= found.begin || found.end > text.size()) abort();
    done = found.end;
    const std::string part = text.substr(found.begin, found.end - found.begin);
    if (to_valid_utf8(part, replaced) != part) abort();
    if (text::written(found.quantity, to).empty() || text::spoken(found.quantity, to).empty())
      abort();
  }
  return 0;
}
