// Bytes as letters (RFC 4648).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sotto::speech {

std::string base64url(std::string_view bytes);  // for URLs: - and _, without padding

// None: it is not base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace sotto::speech
