// Any bytes as a book: refused in words, or read, and written again with the texts that it had.
#include <cstdint>
#include <cstdlib>

#include "cluster/epub.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sotto::cluster::Epub;
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  (void)sotto::cluster::without_empty_tags(file);
  const auto book = Epub::parse(file);
  if (!book) {
    if (book.error().message.empty()) abort();
    return 0;
  }
  (void)book->with(book->texts(), "ja");
  return 0;
}
