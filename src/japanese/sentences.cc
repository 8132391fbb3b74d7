#include "japanese/sentences.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <optional>

#include "base/utf8.h"

namespace sotto::japanese {
namespace {

struct Brackets {
  char32_t open, close;
  bool are_round;  // what stands in them adds to the sentence; in others it is a part of it
};
constexpr Brackets kBrackets[] = {
    {U'「', U'」', false}, {U'『', U'』', false}, {U'（', U'）', true}, {U'(', U')', true},
    {U'［', U'］', true},  {U'[', U']', true},    {U'【', U'】', true}, {U'〔', U'〕', true},
    {U'〈', U'〉', false}, {U'《', U'》', false}, {U'“', U'”', false},  {U'"', U'"', false},
    {U'`', U'`', false}};

struct Character {
  char32_t c;
  size_t begin, end;
};

// A range in brackets, with them.
struct Group {
  size_t begin, end;
  bool is_round;
};

class Splitter {
 public:
  Splitter(std::string_view text, std::span<const text::ProtectedSpan> spans) : text_(text) {
    result_.masked = text;
    for (const auto& span : spans) mask(span.begin, span.end);
    for (size_t i = 0; i < text.size();) {
      const size_t begin = i;
      // Counts a masked character too, whose bytes are X now.
      const char32_t c = next_code_point(result_.masked, i);
      characters_.push_back({c, begin, i});
    }
  }

  SentenceRanges operator()() {
    find_groups();
    size_t first = 0;
    for (size_t i = 0; i < characters_.size(); ++i) {
      if (is_masked(i) || !ends_sentence(i)) continue;
      take(first, i + 1);
      first = i + 1;
    }
    take(first, characters_.size());
    return std::move(result_);
  }

 private:
  // In bytes, which need not be whole characters of an untrusted span.
  void mask(size_t begin, size_t end) {
    end = std::min(end, result_.masked.size());
    for (size_t i = begin; i < end; ++i) result_.masked[i] = 'X';
  }

  // Finds brackets line by line: one that is never closed spoils no more than its line.
  void find_groups() {
    struct Open {
      const Brackets* brackets;
      size_t at;
    };
    std::vector<Open> open;
    std::vector<Group> found;
    for (size_t i = 0; i < characters_.size(); ++i) {
      const char32_t c = characters_[i].c;
      if (c == U'\n') open.clear();
      for (const Brackets& b : kBrackets) {
        const bool closes = c == b.close && !open.empty() && open.back().brackets == &b;
        if (closes) {
          found.push_back({characters_[open.back().at].begin, characters_[i].end, b.are_round});
          open.pop_back();
        } else if (c == b.open) {
          open.push_back({&b, i});
        } else {
          continue;
        }
        break;
      }
    }
    keep_outermost(std::move(found));
  }

  void keep_outermost(std::vector<Group> found) {
    std::ranges::sort(found, {}, &Group::begin);
    for (const Group& group : found) {
      if (!groups_.empty() && group.begin < groups_.back().end) continue;
      groups_.push_back(group);
      mask(group.begin, group.end);
    }
    masked_.assign(characters_.size(), false);
    size_t next = 0;
    for (size_t i = 0; i < characters_.size(); ++i) {
      while (next < groups_.size() && groups_[next].end <= characters_[i].begin) ++next;
      masked_[i] = next < groups_.size() && groups_[next].begin <= characters_[i].begin;
    }
  }

  bool is_masked(size_t i) const { return masked_[i]; }
  char32_t at(size_t i) const { return i < characters_.size() ? characters_[i].c : 0; }

  static bool is_space(char32_t c) { return c == 0 || u_isUWhiteSpace(static_cast<UChar32>(c)); }
  static bool is_ascii(char32_t c) { return c > 0 && c < 0x80; }
  static bool is_mark(char32_t c) {
    return std::u32string_view(U"。．！？!?.…‥：:").find(c) != std::u32string_view::npos;
  }

  // 本当か？ と聞く, 本当か？って: what stands before it is told.
  bool is_quoted(size_t i) const {
    while (i < characters_.size() && at(i) != U'\n' && is_space(at(i))) ++i;
    return at(i) == U'と' || (at(i) == U'っ' && at(i + 1) == U'て');
  }

  // The next characters decide: a.b, a != b and 本当か？と聞く are not ends.
  bool ends_sentence(size_t i) const {
    const char32_t c = at(i), next = at(i + 1);
    if (c == U'\n' || c == U'。' || c == U'．') return true;
    if (!is_mark(c)) return false;
    if (is_quoted(i + 1)) return false;
    if (is_space(next) || c == U'：') return true;
    if (c == U'！' || c == U'？') return true;
    if (c == U'!' || c == U'?') return !is_ascii(next) && i > 0 && !is_ascii(at(i - 1));
    return is_mark(next) && (c == U'…' || c == U'‥');
  }

  // Emoji and notes, too.
  static bool is_behind_words(char32_t c) {
    if (is_space(c) || is_mark(c)) return true;
    const auto type = u_charType(static_cast<UChar32>(c));
    return type == U_OTHER_SYMBOL || type == U_MODIFIER_SYMBOL || c == 0xFE0F || c == 0x200D;
  }

  void take(size_t first, size_t last) {
    SentenceRange range;
    while (last > first) {
      const Character& end = characters_[last - 1];
      if (is_masked(last - 1)) {
        const Group* group = round_group_at(end.end);
        if (group == nullptr) break;
        while (last > first && characters_[last - 1].begin >= group->begin) --last;
      } else if (is_behind_words(end.c)) {
        range.asks = range.asks || end.c == U'？' || end.c == U'?';
        --last;
      } else {
        break;
      }
    }
    while (first < last && is_space(at(first))) ++first;
    if (first == last) return;
    range.begin = characters_[first].begin;
    range.end = characters_[last - 1].end;
    result_.ranges.push_back(range);
  }

  const Group* round_group_at(size_t end) const {
    const auto found = std::ranges::lower_bound(groups_, end, {}, &Group::end);
    return found != groups_.end() && found->end == end && found->is_round ? &*found : nullptr;
  }

  std::string_view text_;
  std::vector<Character> characters_;
  std::vector<bool> masked_;   // of each character, whether it stands in brackets
  std::vector<Group> groups_;  // the outermost ones, in order
  SentenceRanges result_;
};

}  // namespace

SentenceRanges sentences_of(std::string_view text, std::span<const text::ProtectedSpan> spans) {
  return Splitter(text, spans)();
}

}  // namespace sotto::japanese
