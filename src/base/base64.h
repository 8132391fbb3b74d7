// Bytes as letters (RFC 4648), and back. Any thread; linear in the length.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sotto {

std::string base64(std::string_view bytes);  // with padding
std::string base64(std::span<const std::byte> bytes);
std::string base64url(std::string_view bytes);  // for URLs: - and _, without padding

// The bytes that base64() made the text of; none: it is not base64, or has no padding.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace sotto
