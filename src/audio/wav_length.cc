#include "audio/wav_length.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

namespace sotto::audio {
namespace {

constexpr size_t kHeadBytes = 12, kChunkHeadBytes = 8;

bool has_tag(std::span<const std::byte> file, size_t at, const char* tag) {
  return at + 4 <= file.size() && std::memcmp(file.data() + at, tag, 4) == 0;
}

uint32_t number_at(std::span<const std::byte> file, size_t at) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) value = value << 8 | std::to_integer<uint32_t>(file[at + i]);
  return value;
}

// A length that has no room in its field says the longest.
void put_length(std::span<std::byte> file, size_t at, size_t length) {
  const size_t value = std::min<size_t>(length, std::numeric_limits<uint32_t>::max());
  for (size_t i = 0; i < 4; ++i) file[at + i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
}

}  // namespace

bool set_wav_length(std::span<std::byte> file) {
  if (!has_tag(file, 0, "RIFF") || !has_tag(file, 8, "WAVE")) return false;
  uint64_t at = kHeadBytes;
  while (at + kChunkHeadBytes <= file.size() && !has_tag(file, at, "data")) {
    const uint64_t length = number_at(file, at + 4);
    at += kChunkHeadBytes + length + (length & 1);
  }
  if (at + kChunkHeadBytes > file.size()) return false;
  put_length(file, 4, file.size() - 8);
  put_length(file, at + 4, file.size() - at - kChunkHeadBytes);
  return true;
}

}  // namespace sotto::audio
