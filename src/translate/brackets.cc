// Brackets that a translation opens or closes alone.
#include "base/utf8.h"
#include "translate/meaning.h"

namespace sotto::translate {
namespace {

// Whether each round bracket is closed behind where it was opened, of whatever width.
bool is_balanced(std::string_view text) {
  int open = 0;
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (c == '(' || c == U'（') ++open;
    if ((c == ')' || c == U'）') && --open < 0) return false;
  }
  return open == 0;
}

}  // namespace

std::optional<std::string_view> why_brackets_differ(const Rendering& rendering) {
  if (is_balanced(rendering.plain_target) || !is_balanced(rendering.plain_source)) return {};
  return "a bracket is left alone";
}

}  // namespace sotto::translate
