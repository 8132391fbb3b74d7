#include "translate/alignment.h"

#include <algorithm>

namespace sotto::translate {
namespace {

// True for characters of identifiers; a changed identifier has no edge between two of these.
bool is_part_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

bool overlap(const ByteRange& a, const ByteRange& b) { return a.begin < b.end && b.begin < a.end; }

// A span of the source on its way into the target.
struct Placed {
  ByteRange source;
  size_t value = 0;
  ByteRange target = {};
  bool found = false;
};

// Whole characters, without the spaces at both ends.
ByteRange trimmed_range(std::string_view text, ByteRange r) {
  const auto continues = [&](size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  while (r.begin > 0 && continues(r.begin)) --r.begin;
  while (continues(r.end)) ++r.end;
  while (r.begin < r.end && text[r.begin] == ' ') ++r.begin;
  while (r.end > r.begin && text[r.end - 1] == ' ') --r.end;
  return r;
}

// Finds the word that each piece is a part of, in a language with spaces; elsewhere a piece is a
// word.
std::vector<ByteRange> source_words_of(std::string_view text, std::span<const ByteRange> pieces) {
  std::vector<ByteRange> words;
  size_t first = 0;  // piece of the word
  const auto end_word = [&](size_t end) {
    if (first == end) return;
    const ByteRange word = trimmed_range(text, {pieces[first].begin, pieces[end - 1].end});
    words.insert(words.end(), end - first, word);
    first = end;
  };
  for (size_t i = 1; i < pieces.size(); ++i)
    if (!is_inside_word(text, pieces[i].begin)) end_word(i);
  end_word(pieces.size());
  return words;
}

class Placer {
 public:
  Placer(const Aligned& aligned, const ProtectedText& values, const Language& to)
      : a_(aligned), values_(values), to_(to) {}

  // In order of the target; none where one has no place.
  std::optional<std::vector<Placed>> place(std::vector<Placed> spans) {
    spans_ = std::move(spans);
    align_pieces();
    place_as_written();
    std::vector<Placed*> changed;
    for (Placed& span : spans_)
      if (!span.found && place_by_pieces(span)) changed.push_back(&span);
    for (Placed* span : changed) span->target = whole_words(span->target);
    if (!std::ranges::all_of(spans_, [&](const Placed& s) { return s.found || may_go(s); }))
      return std::nullopt;
    std::erase_if(spans_, [](const Placed& s) { return !s.found; });
    std::ranges::sort(spans_, {}, [](const Placed& s) { return s.target.begin; });
    for (size_t i = 1; i < spans_.size(); ++i)
      if (overlap(spans_[i - 1].target, spans_[i].target)) return std::nullopt;
    if (is_said_again()) return std::nullopt;
    return std::move(spans_);
  }

 private:
  static constexpr size_t kNoSpan = static_cast<size_t>(-1);

  // Finds, for each piece of the target, the span that most of it comes from.
  void align_pieces() {
    const size_t columns = a_.source_pieces.size() + 1;
    from_.assign(a_.target_pieces.size(), kNoSpan);
    for (size_t t = 0; t < from_.size(); ++t) {
      const auto row = a_.weights.subspan(t * columns, columns);
      std::vector<float> mass(spans_.size());
      for (size_t s = 0; s < a_.source_pieces.size(); ++s)
        for (size_t k = 0; k < spans_.size(); ++k)
          if (overlap(a_.source_pieces[s], spans_[k].source)) mass[k] += row[s];
      const auto best = std::ranges::max_element(mass);
      if (best != mass.end() && *best >= 0.5f) from_[t] = static_cast<size_t>(best - mass.begin());
    }
  }

  bool is_free(const ByteRange& range) const {
    return std::ranges::none_of(
        spans_, [&](const Placed& s) { return s.found && overlap(s.target, range); });
  }

  bool is_said_again() const {
    const auto quantities = text::find_quantities(a_.target, to_);
    return std::ranges::any_of(spans_, [&](const Placed& span) {
      const auto places = places_of(values_.values[span.value], a_.target, quantities, to_);
      return std::ranges::any_of(places, [&](const auto& p) { return is_free({p.begin, p.end}); });
    });
  }

  // The longest ones first, so that "a.ts" does not take a part of "src/a.ts".
  void place_as_written() {
    std::vector<Placed*> order;
    for (Placed& span : spans_) order.push_back(&span);
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [](const Placed* s) { return s->source.end - s->source.begin; });
    const auto quantities = text::find_quantities(a_.target, to_);
    for (Placed* span : order) {
      const auto places = places_of(values_.values[span->value], a_.target, quantities, to_);
      for (const text::ProtectedSpan& place : places) {
        const ByteRange range{place.begin, place.end};
        if (!is_free(range)) continue;
        span->target = range;
        span->found = true;
        break;
      }
    }
  }

  // The second mention of a name: restore() says whether it has to be there.
  bool may_go(const Placed& span) const {
    return std::ranges::any_of(spans_,
                               [&](const Placed& s) { return s.found && s.value == span.value; });
  }

  // With the rest of the words that it begins and ends in.
  ByteRange whole_words(ByteRange r) const {
    const auto joins = [&](size_t at) {
      return is_part_of_word(a_.target[at - 1]) && is_part_of_word(a_.target[at]);
    };
    const std::string_view text = a_.target;
    while (r.begin > 0 && joins(r.begin) && is_free({r.begin - 1, r.begin})) --r.begin;
    while (r.end < text.size() && joins(r.end) && is_free({r.end, r.end + 1})) ++r.end;
    return r;
  }

  // The stretch of pieces that come from it. One piece of something else may lie between two.
  bool place_by_pieces(Placed& span) {
    const auto k = static_cast<size_t>(&span - spans_.data());
    size_t best_begin = 0, best_end = 0, all = 0;
    for (size_t t = 0; t < from_.size();) {
      if (from_[t] != k) {
        ++t;
        continue;
      }
      size_t end = t + 1, last = end;
      while (last < from_.size() &&
             (from_[last] == k ||
              (last + 1 < from_.size() && from_[last] == kNoSpan && from_[last + 1] == k))) {
        ++last;
        if (from_[last - 1] == k) end = last;
      }
      all += end - t;
      if (end - t > best_end - best_begin) {
        best_begin = t;
        best_end = end;
      }
      t = end;
    }
    if (best_begin == best_end || 2 * (best_end - best_begin) <= all) return false;
    span.target = trimmed_range(
        a_.target, {a_.target_pieces[best_begin].begin, a_.target_pieces[best_end - 1].end});
    span.found = span.target.begin < span.target.end && is_free(span.target);
    return span.found;
  }

  const Aligned& a_;
  const ProtectedText& values_;
  const Language& to_;
  std::vector<Placed> spans_;
  std::vector<size_t> from_;
};

}  // namespace

std::optional<std::string> with_markers(const Aligned& aligned, const text::Sentence& sentence,
                                        const ProtectedText& values, const Markers& markers,
                                        const Language& to, text::ByteMap* map) {
  std::vector<Placed> spans;
  for (const text::ProtectedSpan& span : sentence.spans) {
    const auto text = std::string_view(sentence.text).substr(span.begin, span.end - span.begin);
    const auto value = std::ranges::find(values.values, text, &ProtectedText::Value::text);
    if (value == values.values.end()) return std::nullopt;
    spans.push_back({{span.begin, span.end}, static_cast<size_t>(value - values.values.begin())});
  }
  const auto placed = Placer(aligned, values, to).place(std::move(spans));
  if (!placed) return std::nullopt;
  std::string marked;
  text::ByteMap went;
  size_t done = 0;
  for (const Placed& span : *placed) {
    const std::string& marker = markers[span.value];
    marked += aligned.target.substr(done, span.target.begin - done);
    marked += marker;
    went.keep(span.target.begin - done);
    went.replace(span.target.end - span.target.begin, marker.size());
    done = span.target.end;
  }
  marked += aligned.target.substr(done);
  went.keep(aligned.target.size() - done);
  if (map != nullptr) *map = std::move(went);
  return marked;
}

std::vector<Link> links_of(const Aligned& aligned) {
  const std::vector<ByteRange> words = source_words_of(aligned.source, aligned.source_pieces);
  const size_t columns = aligned.source_pieces.size() + 1;
  std::vector<Link> links;
  for (size_t t = 0; t < aligned.target_pieces.size(); ++t) {
    const auto row = aligned.weights.subspan(t * columns, columns);
    size_t best = columns - 1;  // the end
    float most = row.back();
    for (size_t s = 0; s + 1 < columns;) {
      const size_t word = s;
      float mass = 0;
      for (; s + 1 < columns && words[s] == words[word]; ++s) mass += row[s];
      if (mass > most) best = word;
      most = std::max(most, mass);
    }
    const ByteRange target = trimmed_range(aligned.target, aligned.target_pieces[t]);
    const bool is_word = best + 1 < columns && words[best].begin < words[best].end;
    const size_t done = links.empty() ? 0 : links.back().target.end;  // bytes of one character
    if (is_word && std::max(target.begin, done) < target.end)
      links.push_back({{std::max(target.begin, done), target.end}, words[best]});
  }
  return links;
}

}  // namespace sotto::translate
