// Any bytes: the tokens are the document, and entities become valid UTF-8 that can be written
// again.
#include <cstdint>
#include <cstdlib>

#include "base/utf8.h"
#include "text/html.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  size_t replaced = 0;
  const std::string html =
      sotto::to_valid_utf8({reinterpret_cast<const char*>(data), size}, replaced);
  std::string whole;
  for (const sotto::text::HtmlToken& token : sotto::text::read_html(html)) whole += token.source;
  if (whole != html) abort();

  const std::string decoded = sotto::text::decode_entities(html);
  replaced = 0;
  if (sotto::to_valid_utf8(decoded, replaced) != decoded) abort();
  if (sotto::text::decode_entities(sotto::text::encode_entities(decoded)) != decoded) abort();
  return 0;
}
