#include "translate/placeholders.h"

#include <algorithm>

#include "translate/typography.h"

namespace sotto::translate {
namespace {

using text::ProtectedSpan;
using text::Sentence;

struct Found {
  size_t at;
  int marker;
};

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether a dot or a comma makes one word or number of what is on both sides: "v1.2.3", "1,000".
bool joins(char left, char sign, char right) {
  return (sign == '.' && is_word(left) && is_word(right)) ||
         (sign == ',' && is_digit(left) && is_digit(right));
}

// Whether something goes on from text[at - 1] to text[at]: a word, a number, a sign said twice.
bool goes_on(std::string_view text, size_t at) {
  if (at == 0 || at == text.size()) return false;
  constexpr std::string_view kEdges = "{}<>$%#@-";
  const char left = text[at - 1], right = text[at];
  if (is_word(left) && is_word(right)) return true;
  if (left == right && kEdges.find(left) != std::string_view::npos) return true;
  return (at + 1 < text.size() && joins(left, right, text[at + 1])) ||
         (at >= 2 && joins(text[at - 2], left, right));
}

// Whether text[at, at + size) is not part of something longer.
bool stands_alone(std::string_view text, size_t at, size_t size) {
  return !goes_on(text, at) && !goes_on(text, at + size);
}

std::vector<Found> find_markers(std::string_view text, const Markers& markers) {
  std::vector<Found> found;
  for (size_t m = 0; m < markers.size(); ++m) {
    const std::string& marker = markers[m];
    for (size_t at = text.find(marker); at != std::string_view::npos;
         at = text.find(marker, at + marker.size()))
      if (stands_alone(text, at, marker.size())) found.push_back({at, static_cast<int>(m)});
  }
  std::ranges::sort(found, {}, &Found::at);
  return found;
}

// The sentence's spans, and the markers that its own text happens to contain.
std::vector<ProtectedSpan> all_spans(const Sentence& sentence, const Markers& markers) {
  std::vector<ProtectedSpan> spans = sentence.spans;
  for (const Found& found : find_markers(sentence.text, markers)) {
    const size_t end = found.at + markers[found.marker].size();
    const bool inside = std::ranges::any_of(
        sentence.spans, [&](const ProtectedSpan& s) { return s.begin < end && found.at < s.end; });
    if (!inside) spans.push_back({found.at, end, text::SpanKind::code});
  }
  std::ranges::sort(spans, {}, &ProtectedSpan::begin);
  return spans;
}

size_t value_of(std::vector<ProtectedText::Value>& values, std::string_view text,
                text::SpanKind kind, const Language& language) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].text != text) continue;
    ++values[i].count;
    return i;
  }
  values.push_back({std::string(text), kind, 1});
  if (kind == text::SpanKind::number) values.back().quantity = text::parse_quantity(text, language);
  return values.size() - 1;
}

// Each protected value where it stands in the text, the longest ones first so that "a.ts" does not
// take a part of "src/a.ts".
std::optional<Restored> find_unmarked(std::string_view translated, const ProtectedText& source,
                                      const Language& language) {
  std::vector<const ProtectedText::Value*> values;
  bool has_quantity = false;
  for (const auto& value : source.values) {
    values.push_back(&value);
    has_quantity = has_quantity || value.quantity.has_value();
  }
  std::ranges::stable_sort(values, std::ranges::greater{},
                           [](const auto* value) { return value->text.size(); });
  std::vector<text::FoundQuantity> quantities;
  if (has_quantity) quantities = text::find_quantities(translated, language);
  std::optional<Restored> result(std::in_place);
  Restored& out = *result;
  out.sentence.text = out.plain = translated;
  out.sentence.language = language;
  for (const auto* value : values) {
    size_t found = 0;
    for (const ProtectedSpan& place : places_of(*value, translated, quantities, language)) {
      const bool taken = std::ranges::any_of(out.sentence.spans, [&](const auto& s) {
        return s.begin < place.end && place.begin < s.end;
      });
      if (taken) continue;
      out.sentence.spans.push_back(place);
      ++found;
    }
    if (found == 0 || found > static_cast<size_t>(value->count)) return std::nullopt;
  }
  std::ranges::sort(out.sentence.spans, {}, &ProtectedSpan::begin);
  for (const ProtectedSpan& span : out.sentence.spans)
    std::fill(out.plain.begin() + span.begin, out.plain.begin() + span.end, ' ');
  return result;
}

// The bytes of a sign that the network put behind a date or a time, which has its own: 日, 時.
size_t repeated_sign(const ProtectedText::Value& value, std::string_view behind) {
  using Kind = text::Quantity::Kind;
  const bool has_sign =
      value.quantity && (value.quantity->kind == Kind::date ||
                         (value.quantity->kind == Kind::time && value.quantity->half_of_day));
  if (!has_sign) return 0;
  for (const std::string_view sign : {"年", "月", "日", "時", "分"})
    if (behind.starts_with(sign)) return sign.size();
  return 0;
}

// The bytes of a counter behind what is not counted: of "the sed options" a network sees the
// placeholder that "the 12 options" has, and counts them, "sed個のオプション"; a quantity that has a unit
// ("the 12 GB export") needs no counter, and a version is no year. A letter by itself may be a number.
size_t needless_counter(const ProtectedText::Value& value, std::string_view behind) {
  constexpr std::string_view year = "年";
  if (value.kind == text::SpanKind::version && behind.starts_with(year)) return year.size();
  const bool plain = !value.quantity || (value.quantity->kind == text::Quantity::Kind::number &&
                                         value.quantity->unit == nullptr);
  if (value.kind == text::SpanKind::number ? plain : value.text.size() == 1) return 0;
  for (const std::string_view counter : {"個", "件", "本", "枚", "台"})
    if (behind.starts_with(counter) && behind.substr(counter.size()).starts_with("の"))
      return counter.size();
  return 0;
}

bool counts_agree(const std::vector<Found>& found, const ProtectedText& source) {
  std::vector<int> counts(source.values.size());
  for (const Found& f : found) {
    if (static_cast<size_t>(f.marker) >= counts.size()) return false;
    ++counts[f.marker];
  }
  for (size_t i = 0; i < counts.size(); ++i) {
    const ProtectedText::Value& value = source.values[i];
    // Each mention of a value that is counted or filled in counts; a name may become a pronoun.
    constexpr std::string_view kFilledIn = "%{$<";
    const bool all = value.kind == text::SpanKind::number ||
                     kFilledIn.find(value.text.front()) != std::string_view::npos;
    if (counts[i] < (all ? value.count : 1) || counts[i] > value.count) return false;
  }
  return true;
}

}  // namespace

std::vector<text::ProtectedSpan> places_of(const ProtectedText::Value& value,
                                           std::string_view translated,
                                           std::span<const text::FoundQuantity> quantities,
                                           const Language& language) {
  std::vector<ProtectedSpan> places;
  const auto find = [&](std::string_view form) {
    if (form.empty() || !places.empty()) return;
    for (size_t at = translated.find(form); at != std::string_view::npos;
         at = translated.find(form, at + form.size())) {
      if (stands_alone(translated, at, form.size()))
        places.push_back({at, at + form.size(), value.kind});
    }
  };
  find(value.text);
  if (!value.quantity) return places;
  find(written(*value.quantity, language));
  if (!places.empty()) return places;
  for (const text::FoundQuantity& found : quantities)
    if (found.quantity == *value.quantity) places.push_back({found.begin, found.end, value.kind});
  return places;
}

const Markers& placeholder_tokens() {
  static const Markers tokens = {"⟦0⟧", "⟦1⟧", "⟦2⟧", "⟦3⟧", "⟦4⟧",
                                 "⟦5⟧", "⟦6⟧", "⟦7⟧", "⟦8⟧", "⟦9⟧"};
  return tokens;
}

const Markers& neutral_words() {
  static const Markers words = {"XA1", "XB2", "XC3", "XD4", "XE5", "XF6", "XG7", "XH8", "XJ9"};
  return words;
}

std::string outside_spans(const Sentence& sentence) {
  std::string text = sentence.text;
  for (const ProtectedSpan& span : sentence.spans)
    std::fill(text.begin() + span.begin, text.begin() + span.end, ' ');
  return text;
}

std::optional<ProtectedText> protect(const Sentence& sentence, const Markers* markers) {
  ProtectedText out;
  size_t done = 0;
  const auto spans = markers ? all_spans(sentence, *markers) : sentence.spans;
  for (const ProtectedSpan& span : spans) {
    const auto text = std::string_view(sentence.text).substr(span.begin, span.end - span.begin);
    const size_t value = value_of(out.values, text, span.kind, sentence.language);
    if (!markers) continue;
    if (value >= markers->size()) return std::nullopt;
    out.text.append(sentence.text, done, span.begin - done);
    out.text += (*markers)[value];
    out.origin.keep(span.begin - done);
    out.origin.replace((*markers)[value].size(), span.end - span.begin);
    done = span.end;
  }
  out.text += sentence.text.substr(done);
  out.origin.keep(sentence.text.size() - done);
  return out;
}

std::optional<Restored> restore(std::string_view translated, const ProtectedText& source,
                                const Markers* markers, const Language& language) {
  text::ByteMap typeset_map;
  const std::string text = typeset(translated, language, &typeset_map);
  if (!markers) {
    std::optional<Restored> found = find_unmarked(text, source, language);
    if (found) found->map = std::move(typeset_map);
    return found;
  }
  const std::vector<Found> found = find_markers(text, *markers);
  if (!counts_agree(found, source)) return std::nullopt;
  std::optional<Restored> result(std::in_place);
  Restored& out = *result;
  out.sentence.language = language;
  std::string& target = out.sentence.text;
  text::ByteMap map;
  size_t done = 0;
  for (const Found& f : found) {
    const auto before = std::string_view(text).substr(done, f.at - done);
    const ProtectedText::Value& value = source.values[f.marker];
    const std::string shown = value.quantity ? written(*value.quantity, language) : value.text;
    target += before;
    map.keep(before.size());
    out.plain += before;
    out.plain += ' ';
    // Two spans that the language puts side by side stay two words.
    if (before.empty() && !target.empty() && is_word(target.back()) && is_word(shown.front())) {
      target += ' ';
      map.replace(0, 1);
    }
    out.sentence.spans.push_back({target.size(), target.size() + shown.size(), value.kind});
    target += shown;
    done = f.at + (*markers)[f.marker].size();
    done += repeated_sign(value, std::string_view(text).substr(done));
    done += needless_counter(value, std::string_view(text).substr(done));
    map.replace(done - f.at, shown.size());
  }
  target += text.substr(done);
  map.keep(text.size() - done);
  out.map = typeset_map.then(map);
  out.plain += text.substr(done);
  return result;
}

}  // namespace sotto::translate
