#include "base/json.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/utf8.h"

namespace sotto {
namespace {

constexpr size_t kDeepestJson = 256;  // copies and prints of a value recurse
constexpr size_t kMostValues = size_t{4} << 20;
constexpr std::string_view kReplacementEscape = "\\ufffd";

// The four hexadecimal digits at json[i].
std::optional<uint32_t> hex4(std::string_view json, size_t i) {
  if (json.size() < 4 || i > json.size() - 4) return std::nullopt;
  uint32_t value = 0;
  for (const char c : json.substr(i, 4)) {
    value <<= 4;
    if (c >= '0' && c <= '9') {
      value |= static_cast<uint32_t>(c - '0');
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      value |= static_cast<uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

bool is_high_surrogate(uint32_t c) { return c >= 0xD800 && c <= 0xDBFF; }
bool is_low_surrogate(uint32_t c) { return c >= 0xDC00 && c <= 0xDFFF; }

// The length of the escape at json[i], a backslash, where it is a good one; 0 where it is not.
size_t escape_length(std::string_view json, size_t i, Nul nul) {
  if (i + 1 >= json.size()) return 0;
  if (json[i + 1] != 'u')
    return std::string_view("\"\\/bfnrt").find(json[i + 1]) != std::string_view::npos ? 2 : 0;
  const std::optional<uint32_t> first = hex4(json, i + 2);
  if (!first || is_low_surrogate(*first)) return 0;
  if (*first == 0 && nul == Nul::replaced) return 0;
  if (!is_high_surrogate(*first)) return 6;
  if (json.substr(i + 6, 2) != "\\u") return 0;
  const std::optional<uint32_t> second = hex4(json, i + 8);
  return second && is_low_surrogate(*second) ? 12 : 0;
}

// Bytes of a bad escape that are taken out: all of `\ud83d`, the two of `\x`, the backslash alone
// where what follows may be a longer character.
size_t bad_escape_length(std::string_view json, size_t i) {
  if (i + 1 >= json.size()) return 1;
  if (json[i + 1] == 'u') return hex4(json, i + 2) ? 6 : 2;
  return static_cast<unsigned char>(json[i + 1]) < 0x80 ? 2 : 1;
}

// Whether a parser may build what stands there: neither too deep nor too many values.
bool is_bounded(std::string_view json) {
  size_t depth = 0, values = 1;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      while (++i < json.size() && json[i] != '"') i += json[i] == '\\' ? 1 : 0;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepestJson) return false;
      ++values;
    } else if (c == '}' || c == ']') {
      depth -= depth > 0 ? 1 : 0;
    } else if (c == ',') {
      ++values;
    }
  }
  return values <= kMostValues;
}

}  // namespace

std::string repaired_escapes(std::string_view json, size_t& replaced, Nul nul) {
  std::string out;
  out.reserve(json.size());
  for (size_t i = 0; i < json.size();) {
    const size_t escape = std::min(json.find('\\', i), json.size());
    out += json.substr(i, escape - i);
    i = escape;
    if (i == json.size()) break;
    if (const size_t length = escape_length(json, i, nul); length > 0) {
      out += json.substr(i, length);
      i += length;
    } else {
      out += kReplacementEscape;
      ++replaced;
      i += bad_escape_length(json, i);
    }
  }
  return out;
}

nlohmann::json parse_json(std::string_view text, size_t& replaced) {
  size_t found = 0;
  const std::string json = repaired_escapes(to_valid_utf8(text, found), found);
  if (!is_bounded(json)) return nlohmann::json::value_t::discarded;
  nlohmann::json value = exact_json(json);
  if (!value.is_discarded()) replaced += found;
  return value;
}

nlohmann::json parse_json(std::string_view text) {
  size_t replaced = 0;
  return parse_json(text, replaced);
}

nlohmann::json exact_json(std::string_view text) {
  return nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
}

nlohmann::ordered_json exact_ordered_json(std::string_view text) {
  return nlohmann::ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
}

const nlohmann::json& json_member(const nlohmann::json& value, const char* key) {
  static const nlohmann::json kNone;
  if (!value.is_object()) return kNone;
  const auto found = value.find(key);
  return found == value.end() ? kNone : *found;
}

const std::string& json_string(const nlohmann::json& value, const char* key) {
  static const std::string kEmpty;
  const nlohmann::json& found = json_member(value, key);
  return found.is_string() ? found.get_ref<const std::string&>() : kEmpty;
}

bool json_flag(const nlohmann::json& value, const char* key) {
  const nlohmann::json& found = json_member(value, key);
  return found.is_boolean() && found.get<bool>();
}

std::string dumped(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string dumped_sorted(const nlohmann::json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace sotto
