// Protected numbers that are no quantities, for the ear.
#include <algorithm>

#include "text/quantity.h"
#include "text/quantity_tables.h"

namespace sotto::text {

// "2.3.1" is 2テン3テン1, "#123" 123番, "1920x1080" 1920かける1080, "2m30s" two quantities.
std::string spoken_number(std::string_view text, const Language& language) {
  const bool japanese = language.iso == "ja";
  if (text.starts_with('#')) return std::string(text.substr(1)) + (japanese ? "番" : "");
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool inside = i > 0 && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9';
    if (c == '.' && inside) {
      out += japanese ? "テン" : language.iso == "en" || language.iso.empty() ? " point " : ".";
    } else if (c == 'x' && inside) {
      out += japanese ? "かける" : " x ";
    } else if (c == ':' && inside) {
      out += japanese ? "対" : ":";
    } else if ((c == '-' && inside) || text.substr(i).starts_with("–")) {
      out += japanese ? "の" : " ";
      if (c != '-') i += std::string_view("–").size() - 1;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace sotto::text
