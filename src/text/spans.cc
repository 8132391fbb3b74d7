#include "text/spans.h"

#include <unicode/uregex.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <optional>
#include <string>

#include "base/utf8.h"

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
    "success/failure|left/right|up/down";
constexpr const char* kCommands =
    "(?:npm|npx|yarn|pnpm|pip|pip3|cargo|kubectl|docker|git|terraform|poetry|brew|apt|apt-get|"
    "gradle|mvn|make|go|bundle|composer|rails|dotnet|uv) (?:run |compose )?"
    "(?:test|tests|install|ci|build|run|start|lint|add|update|audit|publish|apply|plan|init|push|"
    "pull|commit|rebase|bisect|blame|stash|status|fetch|clone|checkout|diff|log|cherry-pick|reset|"
    "merge|check|clippy|fmt|vet|dev|up|down|clean|exec|prune|outdated|upgrade|migrate|get|"
    "describe|logs|rollout)(?![A-Za-z0-9_-])(?: --?[a-z][A-Za-z0-9_-]*)*";

struct Rule {
  SpanKind kind;
  std::string pattern;
};

// \w of the specification is ASCII, ICU's is not; so it is spelled out as [A-Za-z0-9_] here.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = {
      {SpanKind::url, R"((?:https?://|www\.)[^\s、。「」（）<>]+[^\s、。「」（）<>.,;:!?)\]'"])"},
      {SpanKind::url,
       R"((?<![A-Za-z0-9._+-])[A-Za-z0-9][A-Za-z0-9._+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})"},
      {SpanKind::path,
       std::string(R"((?<![A-Za-z0-9_/-])(?!(?:)") + kSlashWords +
           R"()(?![A-Za-z0-9_]))(?![A-Z]+/[A-Z]+(?![A-Za-z0-9_]))(?:[~@.]|\.\.)?[A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.@*-]*[A-Za-z0-9_*-])+/?)"},
      {SpanKind::path,
       std::string(
           R"((?<![A-Za-z0-9_.-])\.?[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.(?:)") +
           kExtensions + R"()(?![A-Za-z0-9_]))"},
      {SpanKind::path,
       R"((?<![A-Za-z0-9_.])\.(?:env|gitignore|dockerignore|npmrc|bashrc|zshrc|editorconfig|eslintrc|prettierrc)(?![A-Za-z0-9_]))"},
      {SpanKind::command, std::string("(?<![A-Za-z0-9_-])(?:") + kCommands + ")"},
      {SpanKind::command,
       R"((?<![A-Za-z0-9_-])--?[a-zA-Z][A-Za-z0-9_-]*(?:=[A-Za-z0-9_./-]+)?(?![A-Za-z0-9_]))"},
      {SpanKind::identifier,
       R"((?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*\(\))"},
      {SpanKind::identifier,
       R"((?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)+(?:\(\))?)"},
      {SpanKind::identifier, R"((?<![A-Za-z0-9_])[A-Za-z0-9]*_[A-Za-z0-9_]+)"},
      {SpanKind::identifier,
       R"((?<![A-Za-z0-9_])(?:[a-z]+[A-Z]|[A-Z][a-z0-9]+[A-Z])[A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*)"},
      {SpanKind::identifier,
       R"((?<![A-Za-z0-9_])(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![A-Za-z0-9_]))"},
      {SpanKind::version, R"((?<![A-Za-z0-9_.])v\d+(?:\.\d+)+(?:-[a-z]+(?:\.\d+)?)?)"},
      {SpanKind::version,
       R"((?<![A-Za-z0-9_.,])\d+\.\d+\.\d+(?:\.\d+)*(?:-[a-z]+(?:\.\d+)?)?(?![A-Za-z0-9_]))"},
      {SpanKind::number, R"((?<![A-Za-z0-9_.,&])#\d+(?![A-Za-z0-9_]))"},
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

// Work is bounded: a sentence is short, and ICU gives up after this many steps of its own.
constexpr int32_t kTimeLimit = 200;
constexpr int32_t kStackLimit = 1 << 20;

}  // namespace

struct SpanFinder::State {
  std::unique_ptr<URegularExpression, RegexClose> regex;

  State() {
    std::string pattern;
    for (const Rule& rule : rules()) {
      if (!pattern.empty()) pattern += '|';
      pattern += '(' + rule.pattern + ')';
    }
    const std::u16string wide = to_utf16(pattern);
    UErrorCode error = U_ZERO_ERROR;
    regex.reset(uregex_open(wide.data(), static_cast<int32_t>(wide.size()), 0, nullptr, &error));
    uregex_setTimeLimit(regex.get(), kTimeLimit, &error);
    uregex_setStackLimit(regex.get(), kStackLimit, &error);
  }

  // Which rule the current match is of.
  SpanKind kind() const {
    for (size_t i = 0; i < rules().size(); ++i) {
      UErrorCode error = U_ZERO_ERROR;
      if (uregex_start(regex.get(), static_cast<int32_t>(i) + 1, &error) >= 0) {
        return rules()[i].kind;
      }
    }
    return SpanKind::code;
  }
};

SpanFinder::SpanFinder() : state_(std::make_unique<State>()) {}
SpanFinder::~SpanFinder() = default;

std::vector<ProtectedSpan> SpanFinder::find(std::string_view text,
                                            std::span<const ProtectedSpan> code) const {
  std::vector<ProtectedSpan> spans(code.begin(), code.end());
  const std::u16string wide = to_utf16(text);
  UErrorCode error = U_ZERO_ERROR;
  URegularExpression* regex = state_->regex.get();
  uregex_setText(regex, wide.data(), static_cast<int32_t>(wide.size()), &error);
  size_t byte = 0, unit = 0;
  while (U_SUCCESS(error) && uregex_findNext(regex, &error)) {
    const auto begin = static_cast<size_t>(std::max(uregex_start(regex, 0, &error), 0));
    const auto end = static_cast<size_t>(std::max(uregex_end(regex, 0, &error), 0));
    if (U_FAILURE(error) || end <= begin) break;
    ProtectedSpan span;
    advance(text, byte, unit, begin);
    span.begin = byte;
    advance(text, byte, unit, end);
    span.end = byte;
    span.kind = state_->kind();
    const bool taken = std::any_of(code.begin(), code.end(), [&](const ProtectedSpan& c) {
      return span.begin < c.end && c.begin < span.end;
    });
    if (!taken) spans.push_back(span);
  }
  std::sort(spans.begin(), spans.end(),
            [](const ProtectedSpan& a, const ProtectedSpan& b) { return a.begin < b.begin; });
  return spans;
}

SpanKind SpanFinder::kind_of(std::string_view code) const {
  const std::vector<ProtectedSpan> found = find(code);
  if (found.size() == 1 && found[0].begin == 0 && found[0].end == code.size()) {
    return found[0].kind;
  }
  return code.find(' ') != std::string_view::npos ? SpanKind::command : SpanKind::code;
}

}  // namespace sotto::text
