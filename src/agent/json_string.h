// The text of a JSON string, without simdjson's refusal of lone surrogates.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sotto::agent {

// Appends the JSON string that begins at `raw` (just behind its opening quote) to `out`, up to its
// closing quote or the end of `raw`. `raw` is valid UTF-8; so is what is appended: lone surrogates,
// NUL and escapes that JSON does not know become U+FFFD and are counted in `replaced`.
void append_json_string(std::string_view raw, std::string& out, size_t& replaced);

}  // namespace sotto::agent
