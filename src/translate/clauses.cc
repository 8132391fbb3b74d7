#include "translate/clauses.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "translate/guards.h"

namespace sotto::translate {
namespace {

using text::Sentence;

// Marks behind which, and behind the space that follows, the second half may begin.
constexpr struct {
  std::string_view mark;
  size_t stays;  // bytes of the mark that belong to the first half
} kBorders[] = {{", ", 2}, {"; ", 2}, {": ", 2}, {" and ", 1}, {" but ", 1}, {"、", 3}, {"，", 3}};

std::vector<size_t> borders(const Sentence& sentence) {
  std::vector<size_t> found;
  for (const auto& [mark, stays] : kBorders) {
    for (size_t at = sentence.text.find(mark); at != std::string::npos;
         at = sentence.text.find(mark, at + 1)) {
      const size_t cut = at + stays;
      const bool inside = std::ranges::any_of(
          sentence.spans, [&](const auto& s) { return s.begin < cut && cut < s.end; });
      if (!inside) found.push_back(cut);
    }
  }
  return found;
}

Sentence part(const Sentence& whole, size_t begin, size_t end) {
  while (begin < end && whole.text[begin] == ' ') ++begin;
  while (end > begin && whole.text[end - 1] == ' ') --end;
  Sentence out{.text = whole.text.substr(begin, end - begin),
               .spans = {},
               .language = whole.language,
               .wants_links = whole.wants_links};
  for (const auto& span : whole.spans)
    if (span.begin >= begin && span.end <= end)
      out.spans.push_back({span.begin - begin, span.end - begin, span.kind});
  return out;
}

}  // namespace

std::optional<std::pair<Sentence, Sentence>> split_at_clause(const Sentence& sentence) {
  std::vector<size_t> cuts = borders(sentence);
  const size_t middle = sentence.text.size() / 2;
  std::ranges::stable_sort(cuts, {},
                           [&](size_t cut) { return cut > middle ? cut - middle : middle - cut; });
  for (const size_t cut : cuts) {
    Sentence first = part(sentence, 0, cut), second = part(sentence, cut, sentence.text.size());
    if (letters(first.text) > 0 && letters(second.text) > 0)
      return std::pair(std::move(first), std::move(second));
  }
  return std::nullopt;
}

}  // namespace sotto::translate
