#include "translate/tag_places.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "base/utf8.h"

namespace sotto::translate {
namespace {

constexpr size_t kNobody = static_cast<size_t>(-1);

// The element that most of the range lies in.
size_t owner_of(const ByteRange& range, std::span<const ByteRange> elements) {
  for (size_t e = 0; e < elements.size(); ++e) {
    const size_t begin = std::max(range.begin, elements[e].begin);
    const size_t end = std::min(range.end, elements[e].end);
    if (end > begin && 2 * (end - begin) > range.end - range.begin) return e;
  }
  return kNobody;
}

bool says_words(std::string_view text) {
  for (size_t i = 0; i < text.size();)
    if (u_isalnum(static_cast<UChar32>(next_code_point(text, i)))) return true;
  return false;
}

// Finds the element that each link comes from. Punctuation comes from no words.
std::vector<size_t> owners_of(const LinkedTexts& texts, std::span<const ByteRange> elements) {
  const auto has = [](std::string_view text, const ByteRange& range) {
    return says_words(text.substr(range.begin, range.end - range.begin));
  };
  std::vector<size_t> owners;
  for (const Link& link : texts.links) {
    const bool fits = has(texts.target, link.target) || !has(texts.source, link.source);
    owners.push_back(fits ? owner_of(link.source, elements) : kNobody);
  }
  return owners;
}

// Links [begin, end).
struct Stretch {
  size_t begin = 0, end = 0;
};

// The largest sum of consecutive links (Kadane): one of the element is worth two of nobody's, so
// that one of these may lie between two of them. One of another element ends each stretch.
std::optional<Stretch> stretch_of(size_t element, std::span<const size_t> owners) {
  Stretch best;
  int sum = 0, best_sum = 0, own = 0, best_own = 0, all = 0;
  size_t begin = 0;
  for (size_t i = 0; i < owners.size(); ++i) {
    const bool is_own = owners[i] == element;
    sum += is_own ? 2 : -1;
    own += is_own ? 1 : 0;
    all += is_own ? 1 : 0;
    if (sum <= 0 || (!is_own && owners[i] != kNobody)) {
      sum = own = 0;
      begin = i + 1;
    } else if (sum > best_sum) {
      best = {begin, i + 1};
      best_sum = sum;
      best_own = own;
    }
  }
  if (best_sum == 0 || 2 * best_own <= all) return std::nullopt;
  return best;
}

bool is_of_ascii_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

class WholeWords {
 public:
  WholeWords(const LinkedTexts& texts, std::span<const std::optional<Place>> places)
      : texts_(texts), places_(places) {}

  // The place of an element, up to the edges of the words that it begins and ends in.
  Place around(Place place, const ByteRange& element) const {
    if (!is_inside_word(texts_.source, element.begin))
      while (joins(place.begin) && is_free(place.begin - 1)) --place.begin;
    if (!is_inside_word(texts_.source, element.end))
      while (joins(place.end) && is_free(place.end)) ++place.end;
    return place;
  }

 private:
  // Without spaces, only words of another script have edges to keep.
  bool joins(size_t at) const {
    const std::string_view text = texts_.target;
    if (texts_.spaced) return is_inside_word(text, at);
    return at > 0 && at < text.size() && is_of_ascii_word(text[at - 1]) &&
           is_of_ascii_word(text[at]);
  }
  bool is_free(size_t byte) const {
    return std::ranges::none_of(
        places_, [&](const auto& p) { return p && p->begin <= byte && byte < p->end; });
  }

  const LinkedTexts& texts_;
  std::span<const std::optional<Place>> places_;
};

}  // namespace

std::vector<std::optional<Place>> aligned_places(const LinkedTexts& texts,
                                                 std::span<const ByteRange> elements) {
  const std::vector<size_t> owners = owners_of(texts, elements);
  std::vector<std::optional<Place>> places(elements.size());
  for (size_t e = 0; e < elements.size(); ++e) {
    const auto stretch = stretch_of(e, owners);
    if (!stretch) continue;
    places[e] =
        Place{texts.links[stretch->begin].target.begin, texts.links[stretch->end - 1].target.end};
  }
  for (size_t e = 0; e < elements.size(); ++e)
    if (places[e]) places[e] = WholeWords(texts, places).around(*places[e], elements[e]);
  return places;
}

}  // namespace sotto::translate
