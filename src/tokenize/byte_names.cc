#include "tokenize/byte_names.h"

#include <cstddef>
#include <unordered_map>

#include "base/utf8.h"

namespace sotto::tokenize {
namespace {

std::array<std::string, 256> make_byte_names() {
  std::array<std::string, 256> names;
  char32_t next = 0x100;
  for (char32_t byte = 0; byte < 256; ++byte) {
    const bool seen = (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) ||
                      (byte >= 0xae && byte <= 0xff);
    append_utf8(names[byte], seen ? byte : next++);
  }
  return names;
}

}  // namespace

const std::array<std::string, 256>& byte_names() {
  static const std::array<std::string, 256> names = make_byte_names();
  return names;
}

std::string bytes_of_names(std::string_view names) {
  static const std::unordered_map<std::string_view, char> bytes = [] {
    std::unordered_map<std::string_view, char> map;
    for (size_t byte = 0; byte < 256; ++byte) map[byte_names()[byte]] = static_cast<char>(byte);
    return map;
  }();
  std::string out;
  for (size_t i = 0; i < names.size();) {
    const size_t begin = i;
    next_code_point(names, i);
    const std::string_view name = names.substr(begin, i - begin);
    const auto byte = bytes.find(name);
    if (byte == bytes.end()) {
      out += name;
    } else {
      out += byte->second;
    }
  }
  return out;
}

}  // namespace sotto::tokenize
