// Any text: what is said lies in it without its line ends, and the same texts put back are read again.
#include <cstdint>
#include <cstdlib>

#include "base/utf8.h"
#include "serve/subtitles.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  size_t replaced = 0;
  const std::string file =
      sotto::to_valid_utf8({reinterpret_cast<const char*>(data), size}, replaced);
  const auto subtitles = sotto::serve::Subtitles::parse(file, " ");
  for (const std::string& text : subtitles.texts())
    if (text.empty() || text.find('\n') != text.npos) abort();
  const std::string again = subtitles.with(subtitles.texts());
  if (again.size() > file.size() + 1) abort();  // what is joined with a blank had a line end
  const std::vector<std::string> none(subtitles.texts().size());
  if (subtitles.with(none).size() > file.size()) abort();
  return 0;
}
