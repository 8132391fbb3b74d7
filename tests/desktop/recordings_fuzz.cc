// Any bytes as the output of pw-dump, whole and in two pieces.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "desktop/recordings.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  sotto::desktop::Recordings whole, pieces;
  const bool is_list = whole.push(bytes);
  const size_t half = size / 2;
  if ((pieces.push(bytes.substr(0, half)) && pieces.push(bytes.substr(half))) != is_list) abort();
  if (is_list && whole.is_any() != pieces.is_any()) abort();
  return 0;
}
