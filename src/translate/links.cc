#include "translate/links.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "text/speech_builder.h"

namespace sotto::translate {
namespace {

bool is_part_of(const ByteRange& part, const ByteRange& whole) {
  return whole.begin <= part.begin && part.end <= whole.end;
}

ByteRange counted_from(const ByteRange& range, size_t begin) {
  return {range.begin - begin, range.end - begin};
}

size_t common_bytes(const ByteRange& a, const ByteRange& b) {
  const size_t begin = std::max(a.begin, b.begin), end = std::min(a.end, b.end);
  return end > begin ? end - begin : 0;
}

// True for letters and digits of languages that put spaces between words.
bool is_of_spaced_word(char32_t c) {
  const auto point = static_cast<UChar32>(c);
  const int breaks = u_getIntPropertyValue(point, UCHAR_LINE_BREAK);
  return u_isalnum(point) && !text::is_cjk(c) && breaks != U_LB_COMPLEX_CONTEXT;
}

}  // namespace

void append(const std::vector<Link>& part, const PartBegins& begins, std::vector<Link>& links) {
  for (const Link& link : part)
    links.push_back({{link.target.begin + begins.target, link.target.end + begins.target},
                     {link.source.begin + begins.source, link.source.end + begins.source}});
}

std::vector<Link> moved(const std::vector<Link>& links, const text::ByteMap& map) {
  std::vector<Link> out;
  for (const Link& link : links) {
    const ByteRange target = map(link.target);
    if (target.begin >= target.end) continue;
    const bool is_known = !out.empty() && target.begin < out.back().target.end;
    if (!is_known) out.push_back({target, link.source});  // else of the same replacement
  }
  return out;
}

std::vector<Link> links_within(const std::vector<Link>& links, ByteRange target, ByteRange source) {
  std::vector<Link> out;
  for (const Link& link : links) {
    if (is_part_of(link.target, target) && is_part_of(link.source, source))
      out.push_back(
          {counted_from(link.target, target.begin), counted_from(link.source, source.begin)});
  }
  return out;
}

std::vector<Link> joined(const std::vector<Link>& first, const std::vector<Link>& second) {
  std::vector<Link> out;
  for (const Link& link : second) {
    const auto ends = [](const Link& l) { return l.target.end; };
    auto between = std::ranges::upper_bound(first, link.source.begin, {}, ends);
    const Link* best = nullptr;
    for (; between != first.end() && between->target.begin < link.source.end; ++between) {
      const bool is_more = best == nullptr || common_bytes(between->target, link.source) >
                                                  common_bytes(best->target, link.source);
      if (is_more) best = &*between;
    }
    if (best != nullptr) out.push_back({link.target, best->source});
  }
  return out;
}

std::vector<Link> with_spans(std::vector<Link> links, const text::Sentence& translation,
                             const text::Sentence& source) {
  const auto text_of = [](const text::Sentence& of, const text::ProtectedSpan& span) {
    return std::string_view(of.text).substr(span.begin, span.end - span.begin);
  };
  std::vector<Link> spans;
  for (const text::ProtectedSpan& span : translation.spans) {
    const auto is_it = [&](const auto& s) {
      return text_of(source, s) == text_of(translation, span);
    };
    const auto found = std::ranges::find_if(source.spans, is_it);
    if (found != source.spans.end() && std::ranges::count_if(source.spans, is_it) == 1)
      spans.push_back({{span.begin, span.end}, {found->begin, found->end}});
    else
      spans.push_back({{span.begin, span.end}, {}});
  }
  std::vector<Link> out;
  auto link = links.begin();
  const auto add_until = [&](size_t begin) {
    for (; link != links.end() && link->target.end <= begin; ++link) {
      const auto became = [&](const Link& s) { return is_part_of(link->source, s.source); };
      if (std::ranges::none_of(spans, became)) out.push_back(*link);
    }
  };
  for (Link& span : spans) {
    add_until(span.target.begin);
    const bool has_words = link != links.end() && link->target.begin < span.target.end;
    if (span.source.begin == span.source.end && has_words) span.source = link->source;
    while (link != links.end() && link->target.begin < span.target.end) ++link;
    if (span.source.begin < span.source.end) out.push_back(span);
  }
  add_until(std::string::npos);
  return out;
}

bool is_inside_word(std::string_view text, size_t at) {
  if (at == 0 || at >= text.size()) return false;
  const auto continues = [&](size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
  };
  if (continues(at)) return true;
  size_t before = at - 1;
  while (before > 0 && continues(before)) --before;
  return is_of_spaced_word(next_code_point(text, before)) &&
         is_of_spaced_word(next_code_point(text, at));
}

}  // namespace sotto::translate
