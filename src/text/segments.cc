#include "text/segments.h"

namespace sotto::text {
namespace {

constexpr size_t kShortest = 6;  // half words
constexpr size_t kSlack = 8;     // above the limit, so that no cut leaves a shorter rest

bool blank(std::string_view text) { return text.find_first_not_of(' ') == std::string_view::npos; }

// Whether the segment that ends at `end` can leave, as far as the text behind it tells: nothing
// while that is unknown, else its end, which may have moved behind a short last sentence.
std::optional<size_t> settle(const GrowingText& t, size_t end, bool first) {
  const std::string_view rest = t.text.substr(end);
  const std::optional<size_t> next = sentence_end(t, end);
  if (!next) {
    const size_t rest_words = half_words(rest);
    if (t.final) return rest_words < kShortest ? t.text.size() : end;
    return first || rest_words >= kShortest ? std::optional(end) : std::nullopt;
  }
  if (half_words(t.text.substr(end, *next - end)) >= kShortest) return end;
  if (!blank(t.text.substr(*next))) return end;  // glued to what follows instead
  if (t.final) return t.text.size();
  return first ? std::optional(end) : std::nullopt;
}

// `end`, or the end of the first clause when there are too many words up to it.
size_t cut_long(const GrowingText& t, size_t from, size_t end, size_t limit) {
  const std::string_view segment = t.text.substr(from, end - from);
  if (half_words(segment) < limit + kSlack && segment.size() < kLongestBytes) return end;
  const std::optional<size_t> cut = clause_end(segment, limit);
  return cut ? from + *cut : end;
}

}  // namespace

TextSize next_cut(TextSize now, size_t limit) {
  TextSize next = {now.half_words + kSlack, now.bytes + kLongestBytes / 8};
  if (now.half_words < limit + kSlack) {
    next.half_words = limit + kSlack;
  } else if (now.half_words <= kFarTooLong * limit) {
    next.half_words = kFarTooLong * limit + 1;
  }
  if (now.bytes < kLongestBytes) next.bytes = kLongestBytes + 1;
  return next;
}

std::optional<size_t> segment_end(const GrowingText& t, size_t from, size_t limit, bool first) {
  std::optional<size_t> end = sentence_end(t, from);
  while (end && half_words(t.text.substr(from, *end - from)) < kShortest) {
    if (*end >= t.text.size()) break;
    const std::optional<size_t> next = sentence_end(t, *end);
    if (!next) {
      end.reset();
    } else {
      end = next;
    }
  }
  if (end) {
    end = settle(t, *end, first);
    return end ? std::optional(cut_long(t, from, *end, limit)) : std::nullopt;
  }
  if (t.final) return cut_long(t, from, t.text.size(), limit);
  const size_t stable_end = cut_long(t, from, t.stable, limit);
  return stable_end < t.stable ? std::optional(stable_end) : std::nullopt;
}

}  // namespace sotto::text
