#include "audio/wav_stream.h"

#include <algorithm>

// The first byte says in which pieces the rest arrives.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const size_t piece = size_t{data[0]} + 1;
  const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
  sotto::audio::WavStream stream;
  for (size_t i = 0; i < bytes.size(); i += piece) {
    if (!stream.push(bytes.subspan(i).first(std::min(piece, bytes.size() - i)))) break;
  }
  (void)stream.end();
  return 0;
}
