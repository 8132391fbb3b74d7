// Any bytes, cut in three ways: the reader must not fail, and must say the same each time.
#include <cstdint>
#include <cstdlib>
#include <random>

#include "agent/collect.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sotto::agent::Collected;
  if (size == 0) return 0;
  // The first byte chooses the options and the cuts, so that the fuzzer can change them.
  const uint8_t choice = data[0];
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  sotto::agent::ReaderOptions options;
  options.format = static_cast<sotto::agent::Format>(choice % 3);
  options.thinking = choice & 4;
  if (choice & 8) options.max_line_bytes = 200;
  std::mt19937 random(choice);

  const Collected whole = sotto::agent::collect(stream, options);
  const Collected bytes = sotto::agent::collect(stream, options, [] { return size_t{1}; });
  const Collected pieces =
      sotto::agent::collect(stream, options, [&] { return size_t{1} + random() % 97; });
  if (!(whole == bytes) || !(whole == pieces)) abort();
  return 0;
}
