// Any bytes as a packed file: in one piece and in many it unpacks to the same, or to an error.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "hub/unpack.h"

namespace {

constexpr size_t kMost = size_t{1} << 20;

std::optional<std::string> unpacked(std::string_view packed, size_t piece) {
  std::string out;
  sotto::hub::Unpacker unpacker("file", [&](std::span<const char> bytes) {
    if (out.size() + bytes.size() > kMost)
      return sotto::Result<void>(sotto::Error{sotto::Errc::bad_format, "too long"});
    out.append(bytes.data(), bytes.size());
    return sotto::Result<void>();
  });
  for (; !packed.empty(); packed.remove_prefix(std::min(piece, packed.size())))
    if (!unpacker.add(packed.substr(0, piece))) return std::nullopt;
  if (!unpacker.finish()) return std::nullopt;
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view packed(reinterpret_cast<const char*>(data), size);
  const auto whole = unpacked(packed, size + 1);
  for (const size_t piece : {size_t{1}, size_t{13}})
    if (unpacked(packed, piece) != whole) abort();
  return 0;
}
