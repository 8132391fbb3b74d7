#include "translate/independent_clauses.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "text/words.h"

namespace sotto::translate {
namespace {

using text::Sentence;
using std::string_view_literals::operator""sv;

// Words of a sentence that is cut; of its first clause, and of a later one behind what links it.
constexpr size_t kFewestInAll = 21, kMostInAll = 100, kFewestInClause = 4;

constexpr std::string_view kPronouns[] = {"it",       "i",          "we",      "they",   "he",
                                          "she",      "you",        "there",   "nobody", "nothing",
                                          "everyone", "everything", "somebody"};
constexpr std::string_view kDeterminers[] = {
    "the", "a",   "an",    "this", "that", "these", "those", "every", "each",   "all",
    "its", "my",  "our",   "your", "his",  "her",   "their", "only",  "some",   "none",
    "two", "one", "three", "most", "many", "no",    "any",   "both",  "another"};
constexpr std::string_view kAuxiliaries[] = {
    "is",    "are",    "was",     "were",    "has",       "have",     "had",     "will",  "would",
    "can",   "could",  "should",  "must",    "may",       "might",    "do",      "does",  "did",
    "isn't", "aren't", "wasn't",  "weren't", "hasn't",    "haven't",  "hadn't",  "won't", "can't",
    "don't", "didn't", "doesn't", "cannot",  "shouldn't", "wouldn't", "couldn't"};
// Of a clause within a clause: a verb behind one of them is not that of the subject before it.
constexpr std::string_view kSubordinators[] = {
    "that",  "which", "who",    "whose",  "where", "when", "while", "if", "because",
    "after", "until", "unless", "before", "how",   "what", "why",   "as", "whether"};
// What opens a clause, or a phrase, that needs another one.
constexpr std::string_view kDependents[] = {
    "if",       "when",    "whenever", "since",   "because", "although", "though", "while",
    "once",     "as",      "before",   "after",   "unless",  "until",    "even",   "whether",
    "given",    "now",     "instead",  "without", "apart",   "in",       "to",     "wherever",
    "whatever", "whoever", "rather",   "from",    "by",      "with",     "for",    "at",
    "on",       "during",  "despite",  "not"};
// What is said behind them stands beside the clause before.
constexpr std::string_view kContrasts[] = {"although", "though", "whereas", "while"};
constexpr std::string_view kPaired[] = {"either", "both", "neither"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

class Clauses {
 public:
  explicit Clauses(const Sentence& sentence)
      : sentence_(sentence), text_(sentence.text), words_(text::plain_words(sentence)) {
    for (const text::Word& word : words_)
      small_.push_back(text::small_letters(word.in(text_), sentence.language));
  }

  std::vector<Clause> all() {
    split({0, text_.size(), ""});
    return std::move(clauses_);
  }

 private:
  // text_.substr(begin, end - begin), said behind `link`.
  struct Range {
    size_t begin, end;
    std::string_view link;
  };
  using Cut = std::pair<Range, Range>;

  void split(const Range& range) {
    if (const std::optional<Cut> cut = best_cut(range)) {
      split(cut->first);
      split(cut->second);
    } else {
      clauses_.push_back(clause(range));
    }
  }

  // The one whose sides are most alike in length.
  std::optional<Cut> best_cut(const Range& range) const {
    std::optional<Cut> best;
    size_t least = 0;
    const auto offer = [&](const std::optional<Cut>& cut) {
      if (!cut || count_words(cut->first) < kFewestInClause ||
          count_words(cut->second) < kFewestInClause)
        return;
      const size_t first = cut->first.end - cut->first.begin;
      const size_t second = cut->second.end - cut->second.begin;
      const size_t apart = first > second ? first - second : second - first;
      if (best && apart >= least) return;
      best = cut;
      least = apart;
    };
    offer(behind_first(range));
    for (size_t w = word_at(range.begin) + 1; w < words_.size() && words_[w].begin < range.end; ++w)
      if (is_behind_comma(w)) offer(cut_before(w, range));
    for (const std::string_view mark : {"; ", ": "})
      for (size_t at = text_.find(mark, range.begin); at < range.end; at = text_.find(mark, at + 1))
        if (!is_inside(at + 1)) offer(cut_at(mark, at, range));
    return best;
  }

  // "; the test fails" and ": the test fails".
  std::optional<Cut> cut_at(std::string_view mark, size_t at, const Range& range) const {
    const Range first{range.begin, at, range.link};
    const size_t next = at + mark.size();
    const bool is_list =
        mark == ": " || text_.find("; ") != at || text_.find("; ", next) != text_.npos;
    if (!is_alone(first) || (is_list && !(has_subject(next) && has_verb(next, range.end))))
      return std::nullopt;
    return Cut{first, {next, range.end, ""}};
  }

  // ", so the test fails" and the like; word w links the clauses.
  std::optional<Cut> cut_before(size_t w, const Range& range) const {
    const Range first{range.begin, words_[w].begin - 2, range.link};
    if (!is_alone(first)) return std::nullopt;
    const auto rest = [&](size_t words, std::string_view link) -> std::optional<Cut> {
      return Cut{first, {begin_behind(w + words - 1), range.end, link}};
    };
    const size_t next = begin_behind(w);
    if (next >= range.end) return std::nullopt;
    const std::string& link = small_[w];
    if (link == "even" && word(w + 1) == "though")
      return is_contrast(begin_behind(w + 1), range.end) ? rest(2, "But ") : std::nullopt;
    if (is_one_of(link, kContrasts))
      return is_contrast(next, range.end) ? rest(1, "But ") : std::nullopt;
    if (link == "since" && has_subject(next) && !goes_on(next, range.end))
      return rest(1, "This is because ");
    if (link == "so" && has_subject(next) && word(w + 1) != "that") return rest(1, "Therefore, ");
    if (link == "but" && has_subject(next) && (has_verb(next, range.end) || !denies(first)))
      return rest(1, "But ");
    if (link == "and" && has_subject(next) && has_verb(next, range.end)) return rest(1, "");
    if (link == "because" && word(w + 1) != "of" && !goes_on(next, range.end))
      return rest(1, "This is because ");
    if (link != "which" || has_comma(next, range.end)) return std::nullopt;
    if (word(w + 1) == "is" && word(w + 2) == "why") return rest(3, "That is why ");
    const bool is_plural = is_one_of(word(w + 1), std::array{"are"sv, "were"sv, "have"sv, "do"sv});
    return begins_word(next) && !is_plural ? rest(1, "This ") : std::nullopt;
  }

  // "Since A, B": "A. Therefore, B"; "Although A, B": "A. But B".
  std::optional<Cut> behind_first(const Range& range) const {
    if (!range.link.empty()) return std::nullopt;
    size_t w = word_at(range.begin);
    if (word(w) == "even" && word(w + 1) == "though") ++w;
    const bool is_reason = word(w) == "since" || word(w) == "because";
    if (!is_reason && word(w) != "although" && word(w) != "though") return std::nullopt;
    const size_t begin = begin_behind(w), comma = comma_behind(begin, range.end);
    if (comma >= range.end || !has_subject(begin) || !has_verb(begin, comma)) return std::nullopt;
    const size_t main = comma + 2;
    if (!has_subject(main) || !has_verb(main, range.end)) return std::nullopt;
    return Cut{{begin, comma, ""}, {main, range.end, is_reason ? "Therefore, " : "But "}};
  }

  Clause clause(const Range& range) const {
    std::string text(text_.substr(range.begin, range.end - range.begin));
    if (range.link.empty() && text[0] >= 'a' && text[0] <= 'z' && begins_word(range.begin))
      text[0] = static_cast<char>(text[0] - 'a' + 'A');
    Clause out{sentence_, range.link.size(), range.end < text_.size() ? size_t{1} : 0};
    out.sentence.text = std::string(range.link) + text + (out.behind > 0 ? "." : "");
    out.sentence.spans.clear();
    for (const text::ProtectedSpan& span : sentence_.spans) {
      if (span.begin < range.begin || span.end > range.end) continue;
      const size_t shift = range.begin, more = out.before;
      out.sentence.spans.push_back({span.begin - shift + more, span.end - shift + more, span.kind});
    }
    return out;
  }

  // Whether it is a sentence without what follows.
  bool is_alone(const Range& range) const {
    const size_t w = word_at(range.begin);
    if (begins_word(range.begin) && is_one_of(word(w), kDependents) &&
        !has_comma(range.begin, range.end))
      return false;
    int open = 0, quotes = 0;
    for (const char c : text_.substr(range.begin, range.end - range.begin)) {
      open += c == '(' ? 1 : c == ')' ? -1 : 0;
      quotes += c == '"' ? 1 : 0;
    }
    return open == 0 && quotes % 2 == 0 && !has_word(range, kPaired);
  }

  bool denies(const Range& range) const {
    for (size_t w = word_at(range.begin); w < words_.size() && words_[w].end <= range.end; ++w)
      if (small_[w] == "not" || small_[w].ends_with("n't")) return true;
    return false;
  }
  bool has_word(const Range& range, std::span<const std::string_view> some) const {
    for (size_t w = word_at(range.begin); w < words_.size() && words_[w].end <= range.end; ++w)
      if (is_one_of(small_[w], some)) return true;
    return false;
  }

  // What can be a subject begins there: a pronoun, a determiner or a protected part.
  bool has_subject(size_t at) const {
    if (!begins_word(at))
      return std::ranges::find(sentence_.spans, at, &text::ProtectedSpan::begin) !=
             sentence_.spans.end();
    const std::string_view first = word(word_at(at));
    return is_one_of(first, kPronouns) || is_one_of(first, kDeterminers);
  }
  // A pronoun has its verb next to it; behind another subject an auxiliary is looked for.
  bool has_verb(size_t at, size_t end) const {
    const size_t first = word_at(at);
    if (begins_word(at) && is_one_of(word(first), kPronouns)) return true;
    for (size_t w = begins_word(at) ? first + 1 : first; w < words_.size() && words_[w].end <= end;
         ++w) {
      if (is_one_of(small_[w], kAuxiliaries)) return !has_comma(at, words_[w].begin);
      if (is_one_of(small_[w], kSubordinators)) return false;
    }
    return false;
  }

  // Whether what stands behind "although" and the like can be a sentence.
  bool is_contrast(size_t at, size_t end) const {
    return at < end && (has_subject(at) || has_verb(at, end)) && !goes_on(at, end);
  }
  // Whether the clause before goes on behind this one: ", and left the rest as it was".
  bool goes_on(size_t begin, size_t end) const {
    for (size_t w = word_at(begin); w < words_.size() && words_[w].begin < end; ++w)
      if (is_behind_comma(w) && (small_[w] == "and" || small_[w] == "or" || small_[w] == "but") &&
          !has_subject(begin_behind(w)))
        return true;
    return false;
  }

  bool is_behind_comma(size_t w) const {
    const size_t begin = words_[w].begin;
    return begin >= 2 && text_.substr(begin - 2, 2) == ", " && !is_inside(begin - 1);
  }
  bool has_comma(size_t begin, size_t end) const { return comma_behind(begin, end) < end; }
  // Of ", " outside of protected parts; `end` where there is none.
  size_t comma_behind(size_t begin, size_t end) const {
    for (size_t at = text_.find(", ", begin); at < end; at = text_.find(", ", at + 1))
      if (!is_inside(at + 1)) return at;
    return end;
  }
  bool is_inside(size_t at) const {
    return std::ranges::any_of(sentence_.spans,
                               [&](const auto& s) { return s.begin < at && at < s.end; });
  }

  size_t count_words(const Range& range) const {
    const std::string_view all = text_.substr(range.begin, range.end - range.begin);
    return static_cast<size_t>(std::ranges::count(all, ' ')) + 1;
  }
  // The first word that begins there or behind it.
  size_t word_at(size_t at) const {
    const auto found = std::ranges::lower_bound(words_, at, {}, &text::Word::begin);
    return static_cast<size_t>(found - words_.begin());
  }
  bool begins_word(size_t at) const {
    const size_t w = word_at(at);
    return w < words_.size() && words_[w].begin == at;
  }
  std::string_view word(size_t w) const { return w < small_.size() ? small_[w] : ""sv; }
  // Behind word w and its space.
  size_t begin_behind(size_t w) const {
    return w < words_.size() ? std::min(words_[w].end + 1, text_.size()) : text_.size();
  }

  const Sentence& sentence_;
  const std::string_view text_;
  const std::vector<text::Word> words_;
  std::vector<std::string> small_;  // they in small letters
  std::vector<Clause> clauses_;
};

// Whole, of so many words, and said with a full stop.
bool may_be_cut(const Sentence& sentence) {
  const auto spaces = static_cast<size_t>(std::ranges::count(sentence.text, ' '));
  return sentence.language.iso == "en" && !sentence.note && sentence.ipa.empty() &&
         spaces + 1 >= kFewestInAll && spaces < kMostInAll && sentence.text.ends_with('.') &&
         !sentence.text.ends_with("..");
}

}  // namespace

std::vector<Clause> independent_clauses(const Sentence& sentence) {
  if (!may_be_cut(sentence)) return {{sentence}};
  return Clauses(sentence).all();
}

}  // namespace sotto::translate
