// Any bytes, cut in three ways: the reader must not fail, and must say the same each time.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/wyoming_event.h"

namespace {

// Every event as text, and what was wrong at the end.
std::vector<std::string> read_all(std::string_view bytes, size_t piece) {
  sotto::serve::WyomingReader reader;
  std::vector<std::string> said;
  while (true) {
    const auto event = reader.next();
    if (!event) {
      said.push_back(event.error().message);
      return said;
    }
    if (*event) {
      said.push_back((*event)->type + (*event)->data.dump());
      continue;
    }
    if (bytes.empty()) return said;
    reader.push(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto whole = read_all(bytes, size);
  // The first byte chooses the cuts, so that the fuzzer can change them.
  if (read_all(bytes, 1) != whole || read_all(bytes, size_t{data[0]} + 2) != whole) abort();
  return 0;
}
