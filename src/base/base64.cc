#include "base/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sotto {
namespace {

// By hand: OpenSSL counts in int, takes "====" for a byte, and networks are built without it.
constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNoDigit = 64;

constexpr std::array<uint8_t, 256> kValues = [] {
  std::array<uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<uint8_t>(i);
  return values;
}();

}  // namespace

std::string base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t have = std::min<size_t>(3, bytes.size() - i);
    uint32_t three = 0;
    for (size_t k = 0; k < 3; ++k)
      three = three << 8 | (k < have ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (size_t k = 0; k < 4; ++k) out += k <= have ? kDigits[three >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::string base64(std::span<const std::byte> bytes) {
  return base64(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

std::string base64url(std::string_view bytes) {
  std::string text = base64(bytes);
  text.erase(std::min(text.find('='), text.size()));
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  const size_t digits = text.size() - padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t four = 0;
    for (size_t k = i; k < i + 4; ++k) {
      const uint8_t value = k < digits ? kValues[static_cast<unsigned char>(text[k])] : 0;
      if (value == kNoDigit) return std::nullopt;
      four = four << 6 | value;
    }
    for (const int shift : {16, 8, 0}) bytes += static_cast<char>(four >> shift & 0xFF);
  }
  bytes.resize(bytes.size() - padding);
  return bytes;
}

}  // namespace sotto
