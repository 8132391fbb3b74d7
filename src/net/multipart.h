// A form as multipart/form-data (RFC 7578; the boundaries of RFC 2046, section 5.1.1), as pages
// send it that have files in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::net {

struct FormPart {
  std::string name;
  std::optional<std::string> file_name;  // none: a field
  std::string content;                   // as it came, of any bytes
};

// `type`: the Content-Type header, which has the boundary. At most 64 parts. The error says what is
// not as it should be.
Result<std::vector<FormPart>> parse_multipart(std::string_view type, std::string_view body);

}  // namespace sotto::net
