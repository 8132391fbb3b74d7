#include "base/xml.h"

namespace sotto {

std::string escaped_xml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default: {
        const bool is_white = c == '\t' || c == '\n' || c == '\r';
        if (static_cast<unsigned char>(c) >= 0x20 || is_white) out += c;
      }
    }
  }
  return out;
}

}  // namespace sotto
