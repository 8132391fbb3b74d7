#include "text/quantity_spans.h"

#include <algorithm>
#include <string>

#include "text/quantity.h"

namespace sotto::text {
namespace {

// Whether a network shall not see it. A number below ten is translated better as it is, and so is a
// short one in words.
bool is_protected(std::string_view text, const FoundQuantity& found) {
  constexpr size_t kLargestWord = 12;
  const Quantity& q = found.quantity;
  if (q.kind != Quantity::Kind::number || q.to || q.unit != nullptr || q.value.negative)
    return true;
  if (q.bound != Quantity::Bound::none || q.value.power > 0) return true;
  if (!q.in_words) return q.value.digits.size() > 1;
  const bool several = text.substr(found.begin, found.end - found.begin).find_first_of(" -") !=
                       std::string_view::npos;  // "a dozen", "twenty-three"
  return several || q.value.digits.size() > 2 || std::stoul(q.value.digits) > kLargestWord;
}

// Networks know "percent" as they know "minutes"; of "per cent" they make cents.
FoundQuantity without_percent_word(std::string_view text, FoundQuantity found) {
  const std::string_view word = found.quantity.symbol;
  const bool is_word = found.quantity.unit != nullptr && word.size() > 3 &&
                       found.quantity.unit->kind == Unit::Kind::percent &&
                       word.find(' ') == std::string_view::npos;
  if (!is_word) return found;
  found.end -= word.size();
  while (text[found.end - 1] == ' ') --found.end;
  found.quantity.unit = nullptr;
  return found;
}

}  // namespace

void add_quantities(std::string_view text, const Language& language,
                    std::span<const ProtectedSpan> code, std::vector<ProtectedSpan>& spans) {
  const size_t others = spans.size();
  std::vector<bool> replaced(others);
  size_t first = 0, known = 0;  // those before them end before the quantity
  for (const FoundQuantity& whole : find_quantities(text, language)) {
    const FoundQuantity found = without_percent_word(text, whole);
    if (!is_protected(text, found)) continue;
    const ProtectedSpan span{found.begin, found.end, SpanKind::number};
    while (first < others && spans[first].end <= span.begin) ++first;
    while (known < code.size() && code[known].end <= span.begin) ++known;
    bool free = known == code.size() || code[known].begin >= span.end;
    for (size_t i = first; i < others && spans[i].begin < span.end; ++i)
      free = free && spans[i].begin >= span.begin && spans[i].end <= span.end &&
             spans[i].kind != SpanKind::identifier;  // "a 500 error"
    if (!free) continue;
    for (size_t i = first; i < others && spans[i].begin < span.end; ++i) replaced[i] = true;
    spans.push_back(span);
  }
  size_t i = 0;
  std::erase_if(spans, [&](const ProtectedSpan&) { return i < others && replaced[i++]; });
}

}  // namespace sotto::text
