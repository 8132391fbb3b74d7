#include "translate/document/tag_projection.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/utf8.h"

namespace sotto::translate {
namespace {

constexpr size_t kMostWork = 1 << 20;  // comparisons of characters

bool is_word(char32_t c) { return u_isalnum(static_cast<UChar32>(c)); }

// Start of the character before `at`.
size_t previous(std::string_view text, size_t at) {
  do {
    --at;
  } while (at > 0 && (text[at] & 0xc0) == 0x80);
  return at;
}
char32_t character(std::string_view text, size_t at) { return next_code_point(text, at); }

struct Characters {
  std::vector<char32_t> all;
  std::vector<size_t> begins;  // and the end of the last one
};
Characters characters(std::string_view text) {
  Characters c;
  for (size_t i = 0; i < text.size();) {
    c.begins.push_back(i);
    c.all.push_back(next_code_point(text, i));
  }
  c.begins.push_back(text.size());
  return c;
}

double distance(const Place& place, double expected) {
  return std::abs(static_cast<double>(place.begin + place.end) / 2 - expected);
}

}  // namespace

bool TagProjection::is_free(size_t begin, size_t end) const {
  return std::ranges::none_of(taken,
                              [&](const Place& p) { return p.begin < end && begin < p.end; });
}

bool TagProjection::cuts_words(size_t begin, size_t end) const {
  const auto inside = [&](size_t at) {
    return at > 0 && at < text.size() && is_word(character(text, previous(text, at))) &&
           is_word(character(text, at));
  };
  return inside(begin) || inside(end);
}

std::optional<Place> TagProjection::find(std::string_view words, double expected) const {
  std::optional<Place> best;
  for (size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
    const Place place{at, at + words.size()};
    if (!is_free(place.begin, place.end)) continue;
    if (spaced && cuts_words(place.begin, place.end)) continue;
    if (!best || distance(place, expected) < distance(*best, expected)) best = place;
  }
  return best;
}

std::optional<Place> TagProjection::find_most(std::string_view words, double expected) const {
  const Characters a = characters(words), b = characters(text);
  if (a.all.size() * b.all.size() > kMostWork) return std::nullopt;
  std::vector<bool> free(b.all.size());
  for (size_t j = 0; j < free.size(); ++j) free[j] = is_free(b.begins[j], b.begins[j + 1]);
  std::vector<size_t> same(b.all.size() + 1), last;  // characters that end at i and j alike
  size_t longest = 0;
  std::optional<Place> best;
  for (const char32_t c : a.all) {
    last = same;
    for (size_t j = 0; j < b.all.size(); ++j) {
      same[j + 1] = c == b.all[j] && free[j] ? last[j] + 1 : 0;
      if (same[j + 1] < std::max<size_t>(longest, 1)) continue;
      const Place place{b.begins[j + 1 - same[j + 1]], b.begins[j + 1]};
      if (same[j + 1] > longest || distance(place, expected) < distance(*best, expected))
        best = place;
      longest = same[j + 1];
    }
  }
  if (!best) return std::nullopt;
  best = without_edges(*best, spaced);
  const size_t left =
      best ? characters(text.substr(best->begin, best->end - best->begin)).all.size() : 0;
  return 2 * left > a.all.size() ? best : std::nullopt;
}

std::optional<Place> TagProjection::largest_rest() const {
  std::vector<Place> all(taken.begin(), taken.end());
  std::ranges::sort(all, {}, &Place::begin);
  all.push_back({text.size(), text.size()});
  std::optional<Place> largest;
  size_t begin = 0;
  for (const Place& p : all) {
    if (!largest || p.begin - begin > largest->end - largest->begin) largest = {begin, p.begin};
    begin = p.end;
  }
  return without_edges(*largest, /*whole_words=*/false);
}

// None: nothing is left of it.
std::optional<Place> TagProjection::without_edges(Place place, bool whole_words) const {
  const auto is_edge = [&](size_t at, size_t border) {
    return !is_word(character(text, at)) || (whole_words && cuts_words(border, border));
  };
  while (place.begin < place.end && is_edge(place.begin, place.begin)) {
    next_code_point(text, place.begin);
  }
  while (place.end > place.begin && is_edge(previous(text, place.end), place.end)) {
    place.end = previous(text, place.end);
  }
  return place.begin < place.end ? std::optional(place) : std::nullopt;
}

}  // namespace sotto::translate
