#include "text/spans.h"

#include <unicode/uregex.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "base/utf8.h"
#include "text/quantity_spans.h"

namespace sotto::text {
namespace {

constexpr const char* kExtensions =
    "tsx?|jsx?|mjs|cjs|py|rs|go|java|kt|swift|cc?|cpp|cxx|hh?|hpp|cs|rb|php|vue|svelte|html?|css|"
    "scss|json|jsonl|ya?ml|toml|lock|ini|cfg|conf|env|md|txt|csv|tsv|xml|svg|png|jpe?g|gif|webp|"
    "pdf|sql|sh|bash|ps1|bat|log|zip|gz|tar|wav|mp3|mp4|proto|gradle|ipynb|tf|so|dll|exe|db|"
    "sqlite|pem|key|crt";
// Words joined by a slash that are ordinary English.
constexpr const char* kSlashWords =
    "and/or|read/write|client/server|input/output|yes/no|on/off|either/or|his/her|he/she|"
    "true/false|pass/fail|start/stop|before/after|request/response|light/dark|dark/light|"
    "success/failure|left/right|up/down|w/o|b/c";
// What something is counted for: "requests/minute" is a rate.
constexpr const char* kPer = "second|minute|hour|day|week|month|year|user|request|person";
constexpr const char* kCommands =
    "(?:npm|npx|yarn|pnpm|pip|pip3|cargo|kubectl|docker|git|terraform|poetry|brew|apt|apt-get|"
    "gradle|mvn|make|go|bundle|composer|rails|dotnet|uv) (?:run |compose )?"
    "(?:test|tests|install|ci|build|run|start|lint|add|update|audit|publish|apply|plan|init|push|"
    "pull|commit|rebase|bisect|blame|stash|status|fetch|clone|checkout|diff|log|cherry-pick|reset|"
    "merge|check|clippy|fmt|vet|dev|up|down|clean|exec|prune|outdated|upgrade|migrate|get|"
    "describe|logs|rollout)(?![A-Za-z0-9_-])(?: --?[a-z][A-Za-z0-9_-]*)*";

// Units that languages write alike.
constexpr const char* kUnits =
    "(?:[kKMGT]i?B(?:/s)?|B/s|[kMG]bit(?:/"
    "s)?|[kMG]bps|[kMG]?Hz|[mµun]s|dB|px|fps|dpi|rpm|[mck]m|kg|"
    "m[AV]|kWh?|°[CF]|%)";

// Placeholders that programs fill in: {name} {0} {{x}} ${x} $HOME %s %1$s %(name)s <tag>. "100%
// sure" and "50%d" are none.
constexpr const char* kBraces =
    R"(\{\{ ?[#/^>&]?[A-Za-z0-9_][A-Za-z0-9_.|-]*+ ?\}\}|#?\{[A-Za-z0-9_.:!+-]*+\})";
constexpr const char* kVariable =
    R"((?:(?<![A-Za-z0-9_$])\$[A-Za-z_][A-Za-z0-9_]*+|\$\{[A-Za-z0-9_.:!+-]*+\})(?:/[A-Za-z0-9_.-]*[A-Za-z0-9_-])*+)";
constexpr const char* kFormat =
    R"((?<![0-9%])(?:%(?:\d{1,2}\$|\([A-Za-z_][A-Za-z0-9_]*+\))?[-+0#]{0,2}\d{0,3}(?:\.\d{1,2})?(?:hh?|ll?|[zjt])?[sdifuxXeEgGcp@](?![A-Za-z0-9_]))++)";
constexpr const char* kTag =
    R"(</?[A-Za-z][A-Za-z0-9_-]*+(?: [A-Za-z][A-Za-z0-9_-]*+=[^<>]{0,200})?+ ?/?>)";

struct Rule {
  SpanKind kind;
  std::string pattern;
};

// \w of the specification is ASCII, ICU's is not; so it is spelled out as [A-Za-z0-9_] here. A rule
// must not begin again inside of what it has just tried: that is what the lookbehinds see to, so
// that a long word without an end costs time that grows with its length alone.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = {
      {SpanKind::url, R"((?:https?://|www\.)[^\s、。「」（）<>]+[^\s、。「」（）<>.,;:!?)\]'"])"},
      {SpanKind::identifier, std::string(kBraces) + '|' + kVariable + '|' + kFormat + '|' + kTag},
      {SpanKind::url,
       R"((?<![A-Za-z0-9._+-])[A-Za-z0-9][A-Za-z0-9._+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})"},
      {SpanKind::path,
       std::string(R"((?<![A-Za-z0-9_./-])(?!(?:)") + kSlashWords +
           R"()(?![A-Za-z0-9_]))(?![A-Za-z0-9]+/(?:)" + kPer +
           R"()(?![A-Za-z0-9_/-])(?!\.[A-Za-z0-9]))(?![A-Z]+/[A-Z]+(?![A-Za-z0-9_]))(?:[~@.]|\.\.)?[A-Za-z0-9_.-]*(?:/(?:\{[A-Za-z0-9_]+\}|<[A-Za-z0-9_:]+>|:?[A-Za-z0-9_.@*-]*[A-Za-z0-9_*-]))+/?(?::\d+(?::\d+)?(?![A-Za-z0-9_:]))?)"},
      {SpanKind::path,
       std::string(
           R"((?<![A-Za-z0-9_.-])\.?[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.(?:)") +
           kExtensions + R"()(?![A-Za-z0-9_])(?::\d+(?::\d+)?(?![A-Za-z0-9_:]))?)"},
      {SpanKind::path,
       R"((?<![A-Za-z0-9_.])\.(?:env|gitignore|dockerignore|npmrc|bashrc|zshrc|editorconfig|eslintrc|prettierrc)(?![A-Za-z0-9_]))"},
      {SpanKind::command, std::string("(?<![A-Za-z0-9_-])(?:") + kCommands + ")"},
      {SpanKind::command,
       R"((?<![A-Za-z0-9_-])--?[a-zA-Z][A-Za-z0-9_-]*(?:=[A-Za-z0-9_./-]+)?(?![A-Za-z0-9_]))"},
      {SpanKind::code,  // O(n log n)
       R"((?<![A-Za-z0-9_])O\([^()]{1,24}(?:\([^()]{1,12}\)[^()]{0,8})?\))"},
      {SpanKind::identifier,
       R"((?<![A-Za-z0-9_])(?<![A-Za-z0-9_]\.)[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*\(\))"},
      {SpanKind::identifier,
       R"((?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)+(?:\(\))?)"},
      {SpanKind::identifier, R"((?<![A-Za-z0-9_])[A-Za-z0-9]*_[A-Za-z0-9_]+)"},
      {SpanKind::identifier,
       R"((?<![A-Za-z0-9_])(?:[a-z]+[A-Z]|[A-Z][a-z0-9]+[A-Z])[A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*)"},
      {SpanKind::identifier,
       R"((?<![A-Za-z0-9_])(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![A-Za-z0-9_]))"},
      {SpanKind::version,  // v1.9.0-rc.2, v1.9.0-rc2, 3.13.0b2
       R"((?<![A-Za-z0-9_.])v\d+(?:\.\d+)+(?:-[a-z]+\d*(?:\.\d+)*|(?:a|b|rc)\d+)?)"},
      {SpanKind::version,
       R"((?<![A-Za-z0-9_.,])\d+\.\d+\.\d+(?:\.\d+)*(?:-[a-z]+\d*(?:\.\d+)*|(?:a|b|rc)\d+)?(?![A-Za-z0-9_]))"},
      {SpanKind::identifier, R"((?<![A-Za-z0-9_.])(?:localhost|\d+(?:\.\d+){3}):\d+)"},
      {SpanKind::identifier,  // "a 500 error": a status is no count
       R"((?<=[Aa] )[1-5]\d\d(?= (?:error|response|status|page)(?![A-Za-z])))"},
      {SpanKind::number,  // date, time, size of a picture
       R"((?<![A-Za-z0-9_.,:-])(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d(?::\d\d)?|\d+x\d+)(?![A-Za-z0-9_:-]))"},
      {SpanKind::identifier,  // p95, IPv6, SHA-256
       R"((?<![A-Za-z0-9_-])(?:[A-Za-z]{1,6}\d[A-Za-z0-9]*+|[A-Z]{1,6}-\d++)(?![A-Za-z0-9_-]))"},
      {SpanKind::number, R"((?<![A-Za-z0-9_.,])[$€£¥]\d+(?:[.,]\d+)*[kKMB]?(?![A-Za-z0-9_]))"},
      {SpanKind::number,
       R"((?<![A-Za-z0-9_.,])\d+(?:[.,]\d+)*+ ?)" + std::string(kUnits) + R"((?![A-Za-z0-9_/']))"},
      {SpanKind::number,  // "the 90s" are no seconds, and "404s" are errors
       R"((?<![A-Za-z0-9_.,])(?!\d{4}s|[45]0\ds)(?<!the )(?<!early )(?<!late )\d+(?:[.,]\d+)*+s(?![A-Za-z0-9_/']))"},
      {SpanKind::number, R"((?<![A-Za-z0-9_.,])\d+(?:[.,]\d+)*+ s(?![A-Za-z0-9_/']))"},
      {SpanKind::number, R"((?<![A-Za-z0-9_.,])\d+(?:[.,]\d+)*+[kKMB](?![A-Za-z0-9_]))"},
      {SpanKind::number, R"((?<![A-Za-z0-9_.,&])#\d+(?![A-Za-z0-9_]))"},
      {SpanKind::number,  // a score, a ratio, a number of a telephone
       R"((?<![A-Za-z0-9_.,:–-])\d+(?:[:–-]\d+)++(?![A-Za-z0-9_:–-]))"},
      {SpanKind::number, R"((?<![A-Za-z0-9_.,])(?:\d+(?:[.,]\d+)+|\d{2,}))"},
  };
  return all;
}

std::u16string to_utf16(std::string_view text) {
  std::u16string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (c >= 0x10000) {
      out += static_cast<char16_t>(0xD7C0 + (c >> 10));
      out += static_cast<char16_t>(0xDC00 + (c & 0x3FF));
    } else {
      out += static_cast<char16_t>(c);
    }
  }
  return out;
}

// Moves a pair of positions (bytes in UTF-8, units in UTF-16) of one text to a unit.
void advance(std::string_view text, size_t& byte, size_t& unit, size_t to_unit) {
  while (unit < to_unit && byte < text.size()) {
    unit += next_code_point(text, byte) >= 0x10000 ? 2 : 1;
  }
}

struct RegexClose {
  void operator()(URegularExpression* regex) const { uregex_close(regex); }
};
using Regex = std::unique_ptr<URegularExpression, RegexClose>;

// Work is bounded: ICU gives up after this many steps of its own (some milliseconds each), and
// where a match may go on behind its word, it sees so many characters more.
constexpr int32_t kTimeLimit = 200;
constexpr int32_t kStackLimit = 1 << 20;
constexpr size_t kBehindTool = 400, kBehindNumber = 12, kBehindBracket = 240;

Regex compile() {
  std::string pattern;
  for (const Rule& rule : rules()) {
    if (!pattern.empty()) pattern += '|';
    pattern += '(' + rule.pattern + ')';
  }
  const std::u16string wide = to_utf16(pattern);
  UErrorCode error = U_ZERO_ERROR;
  return Regex(uregex_open(wide.data(), static_cast<int32_t>(wide.size()), 0, nullptr, &error));
}

// ICU's clone has none of these from the one it was made of.
void set_limits(URegularExpression* regex) {
  UErrorCode error = U_ZERO_ERROR;
  uregex_setTimeLimit(regex, kTimeLimit, &error);
  uregex_setStackLimit(regex, kStackLimit, &error);
  uregex_useTransparentBounds(regex, true, &error);
  uregex_useAnchoringBounds(regex, false, &error);
}

bool is_lower(char16_t c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char16_t c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char16_t c) { return c >= '0' && c <= '9'; }
bool is_name_character(char16_t c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; }

// Whether a rule could match in a word without spaces. Most words of a sentence have nothing that a
// rule asks for, and trying the rules at each letter is what this work costs.
bool may_hold_span(std::u16string_view word) {
  for (size_t i = 0; i < word.size(); ++i) {
    const char16_t c = word[i];
    const char16_t before = i > 0 ? word[i - 1] : u' ';
    const char16_t next = i + 1 < word.size() ? word[i + 1] : u' ';
    if (is_digit(c) || c == '_' || c == '/' || c == '@') return true;
    if (is_upper(c) && is_lower(before)) return true;
    if (c == '{' || ((c == '$' || c == '%' || c == '<') && next != ' ')) return true;
    if (c == '.' && is_name_character(next)) return true;
    if (c == '-' && !is_name_character(before)) return true;
    if (c == 'O' && next == '(') return true;
    if ((c == '(' && next == ')') || (c == ':' && next == ':')) return true;
  }
  return false;
}

// The place in a word at which the name of a command with several words begins; npos: there is
// none.
size_t tool_in(std::u16string_view word) {
  static const std::vector<std::u16string> tools = {
      u"npm",       u"npx",    u"yarn", u"pnpm", u"pip",    u"pip3",     u"cargo", u"kubectl",
      u"docker",    u"git",    u"go",   u"brew", u"poetry", u"apt",      u"make",  u"apt-get",
      u"terraform", u"gradle", u"mvn",  u"uv",   u"bundle", u"composer", u"rails", u"dotnet"};
  size_t begin = 0;
  while (begin < word.size() && !is_name_character(word[begin])) ++begin;
  return std::ranges::find(tools, word.substr(begin)) != tools.end() ? begin : word.npos;
}

// The place at which a quantity whose number ends at `end` may end: behind the next word, if that
// can be a unit.
size_t end_of_unit(std::u16string_view text, size_t end) {
  constexpr std::u16string_view kFirst = u"kKMGTBHmµundpfrc°%s";
  const bool is_number = end > 0 && is_digit(text[end - 1]);
  if (!is_number || end + 1 >= text.size() || kFirst.find(text[end + 1]) == kFirst.npos) return end;
  return std::min({text.find(u' ', end + 1), end + kBehindNumber, text.size()});
}

// The place at which brackets with spaces in them, which begin in text[begin, end), may end: <a
// href="x">, {{ name }}, O(n log n).
size_t end_of_brackets(std::u16string_view text, size_t begin, size_t end) {
  const std::u16string_view word = text.substr(begin, end - begin);
  const size_t order = word.find(u"O(");
  const bool is_open = order != word.npos && word.find(u')', order) == word.npos;
  const std::u16string_view closing = word.ends_with(u"{{")          ? u"}}"
                                      : word.find(u'<') != word.npos ? u">"
                                      : is_open                      ? u")"
                                                                     : u"";
  if (closing.empty()) return end;
  const size_t close = text.substr(end, kBehindBracket).find(closing);
  return close == text.npos ? end : end + close + closing.size();
}

}  // namespace

struct SpanFinder::State {
  Language language;
  Regex regex;

  explicit State(Language of) : language(std::move(of)) {
    static const Regex compiled = compile();
    UErrorCode error = U_ZERO_ERROR;
    regex.reset(uregex_clone(compiled.get(), &error));
    set_limits(regex.get());
  }

  // The kind of the rule that made the current match.
  SpanKind kind() const {
    for (size_t i = 0; i < rules().size(); ++i) {
      UErrorCode error = U_ZERO_ERROR;
      if (uregex_start(regex.get(), static_cast<int32_t>(i) + 1, &error) >= 0) {
        return rules()[i].kind;
      }
    }
    return SpanKind::code;
  }

  struct Match {
    size_t begin, end;  // UTF-16
    SpanKind kind;
  };

  enum class Where { first, begin };  // anywhere, or where the region begins

  // The match that begins in [from, to) and ends before `limit`.
  std::optional<Match> next(size_t from, size_t to, size_t limit, Where where = Where::first) {
    UErrorCode error = U_ZERO_ERROR;
    uregex_setRegion(regex.get(), static_cast<int32_t>(from), static_cast<int32_t>(limit), &error);
    const bool found = where == Where::first ? uregex_findNext(regex.get(), &error)
                                             : uregex_lookingAt(regex.get(), -1, &error);
    if (!found || U_FAILURE(error)) return std::nullopt;
    const auto begin = static_cast<size_t>(std::max(uregex_start(regex.get(), 0, &error), 0));
    const auto end = static_cast<size_t>(std::max(uregex_end(regex.get(), 0, &error), 0));
    if (U_FAILURE(error) || end <= begin || begin >= to) return std::nullopt;
    return Match{begin, end, kind()};
  }

  std::vector<Match> matches(std::u16string_view text) {
    std::vector<Match> out;
    UErrorCode error = U_ZERO_ERROR;
    uregex_setText(regex.get(), text.data(), static_cast<int32_t>(text.size()), &error);
    for (size_t at = 0; at < text.size() && U_SUCCESS(error);) {
      const size_t end = std::min(text.find(u' ', at), text.size());
      const std::u16string_view word = text.substr(at, end - at);
      if (const size_t tool = tool_in(word); tool != word.npos) {
        const size_t limit = std::min(end + kBehindTool, text.size());
        if (const auto match = next(at + tool, end, limit, Where::begin)) {
          out.push_back(*match);
          at = match->end;
        }
      } else if (may_hold_span(word)) {
        const size_t limit = std::max(end_of_unit(text, end), end_of_brackets(text, at, end));
        while (at < end) {
          const auto match = next(at, end, limit);
          if (!match) break;
          out.push_back(*match);
          at = match->end;
        }
      }
      at = std::max(at, end);
      while (at < text.size() && text[at] == u' ') ++at;
    }
    return out;
  }
};

SpanFinder::SpanFinder(Language language) : state_(std::make_unique<State>(std::move(language))) {}
SpanFinder::~SpanFinder() = default;

std::vector<ProtectedSpan> SpanFinder::find(std::string_view text,
                                            std::span<const ProtectedSpan> code) const {
  std::vector<ProtectedSpan> spans(code.begin(), code.end());
  const std::u16string wide = to_utf16(text);
  size_t byte = 0, unit = 0, known = 0;
  for (const State::Match& match : state_->matches(wide)) {
    ProtectedSpan span;
    advance(text, byte, unit, match.begin);
    span.begin = byte;
    advance(text, byte, unit, match.end);
    span.end = byte;
    span.kind = match.kind;
    while (known < code.size() && code[known].end <= span.begin) ++known;
    const bool taken = known < code.size() && code[known].begin < span.end;
    if (!taken) spans.push_back(span);
  }
  const auto by_begin = [](const ProtectedSpan& a, const ProtectedSpan& b) {
    return a.begin < b.begin;
  };
  std::ranges::sort(spans, by_begin);
  add_quantities(text, state_->language, code, spans);
  std::ranges::sort(spans, by_begin);
  return spans;
}

SpanKind SpanFinder::kind_of(std::string_view code) const {
  const std::vector<ProtectedSpan> found = find(code);
  if (found.size() == 1 && found[0].begin == 0 && found[0].end == code.size()) {
    return found[0].kind;
  }
  return code.find(' ') != std::string_view::npos ? SpanKind::command : SpanKind::code;
}

std::vector<ProtectedSpan> code_between_backticks(std::string_view line) {
  std::vector<ProtectedSpan> code;
  for (size_t begin = line.find('`'); begin != line.npos; begin = line.find('`', begin)) {
    const size_t end = line.find('`', begin + 1);
    if (end == line.npos) break;
    if (end > begin + 1) code.push_back({begin, end + 1, {}});
    begin = end > begin + 1 ? end + 1 : end;  // of two together, the second may begin one
  }
  return code;
}

}  // namespace sotto::text
