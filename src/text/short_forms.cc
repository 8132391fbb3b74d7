#include "text/short_forms.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace sotto::text {
namespace {

struct ShortForm {
  std::string_view form, written_out;
  bool in_capitals = false;  // also "DB"
};

// Where one with a mark at its end begins another, the longer one comes first.
constexpr auto kShortForms = std::to_array<ShortForm>({
    {"a11y", "accessibility"},
    {"addr", "address"},
    {"afaik", "as far as I know", true},
    {"aka", "also known as"},
    {"alloc", "allocation"},
    {"allocs", "allocations"},
    {"approx.", "about"},
    {"asap", "as soon as possible", true},
    {"attr", "attribute"},
    {"attrs", "attributes"},
    {"authn", "authentication"},
    {"authz", "authorization"},
    {"b/c", "because"},
    {"bool", "boolean"},
    {"btn", "button"},
    {"btw", "by the way", true},
    {"cert", "certificate"},
    {"certs", "certificates"},
    {"cfg", "configuration"},
    {"cmd", "command"},
    {"cmds", "commands"},
    {"conn", "connection"},
    {"conns", "connections"},
    {"creds", "credentials"},
    {"ctx", "context"},
    {"db", "database", true},
    {"dbs", "databases"},
    {"decl", "declaration"},
    {"dep", "dependency"},
    {"deps", "dependencies"},
    {"dev", "development"},
    {"devs", "developers"},
    {"dir", "directory"},
    {"dirs", "directories"},
    {"dupe", "duplicate"},
    {"dupes", "duplicates"},
    {"e.g.,", "for example"},
    {"e.g.", "for example"},
    {"env var", "environment variable"},
    {"env vars", "environment variables"},
    {"envs", "environments"},
    {"expr", "expression"},
    {"fn", "function"},
    {"fns", "functions"},
    {"func", "function"},
    {"funcs", "functions"},
    {"i.e.,", "that is,"},
    {"i.e.", "that is,"},
    {"i18n", "internationalization"},
    {"idx", "index"},
    {"iirc", "if I remember correctly", true},
    {"imho", "in my opinion", true},
    {"imo", "in my opinion", true},
    {"img", "image"},
    {"impl", "implementation"},
    {"impls", "implementations"},
    {"int", "integer"},
    {"ints", "integers"},
    {"l10n", "localization"},
    {"len", "length"},
    {"lgtm", "looks good to me", true},
    {"lib", "library"},
    {"libs", "libraries"},
    {"mem", "memory"},
    {"misc", "miscellaneous"},
    {"msg", "message"},
    {"msgs", "messages"},
    {"num", "number"},
    {"obj", "object"},
    {"objs", "objects"},
    {"param", "parameter"},
    {"params", "parameters"},
    {"perf", "performance"},
    {"perms", "permissions"},
    {"pkg", "package"},
    {"pkgs", "packages"},
    {"pls", "please"},
    {"prefs", "preferences"},
    {"prev", "previous"},
    {"proc", "process"},
    {"procs", "processes"},
    {"prod", "production"},
    {"ptr", "pointer"},
    {"ptrs", "pointers"},
    {"repro", "reproduction"},
    {"req", "request"},
    {"resp", "response"},
    {"stmt", "statement"},
    {"str", "string"},
    {"strs", "strings"},
    {"svc", "service"},
    {"tbh", "to be honest", true},
    {"thx", "thanks"},
    {"tl;dr:", "In short,", true},
    {"util", "utility"},
    {"utils", "utilities"},
    {"var", "variable"},
    {"vars", "variables"},
    {"vuln", "vulnerability"},
    {"vulns", "vulnerabilities"},
    {"w/", "with"},
    {"w/o", "without"},
    {"wdyt", "what do you think", true},
});

char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char capital_letter(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
bool is_alnum(char c) { return small_letter(c) != capital_letter(c) || (c >= '0' && c <= '9'); }

// Whether the text at `i` goes on with what begins or ends no word of prose: "lib/db", "db_url",
// "pkg-config", "func()", "$var", "db.close".
bool joins_code(std::string_view text, size_t i) {
  constexpr std::string_view kJoining = "_-/\\@$#.=";
  return i < text.size() && (is_alnum(text[i]) || kJoining.find(text[i]) != kJoining.npos);
}

bool is_end(std::string_view text, size_t i) {
  if (i >= text.size()) return true;
  if (text[i] == '.') return i + 1 == text.size() || !is_alnum(text[i + 1]);
  return text[i] != '(' && !joins_code(text, i);
}

bool matches(const ShortForm& s, std::string_view text, size_t i) {
  const std::string_view found = text.substr(i, s.form.size());
  if (found.empty() || small_letter(found[0]) != s.form[0]) return false;
  const bool is_same = s.in_capitals ? std::ranges::equal(found, s.form, {}, small_letter)
                                     : found.substr(1) == s.form.substr(1);
  const bool has_mark = !is_alnum(s.form.back());
  return is_same && (has_mark ? i + found.size() == text.size() || !is_alnum(text[i + found.size()])
                              : is_end(text, i + found.size()));
}

constexpr std::string_view kNon = "non-";

// Whether "non-" at `i` says what something is, as in "The id is non-null." (not: "non-null ids").
bool is_predicate(std::string_view text, size_t i) {
  constexpr std::string_view kEnd = ".,;:!?)";
  constexpr std::string_view kForms[] = {"is ", "are ", "was ", "were ", "be ", "been "};
  if (!text.substr(i).starts_with(kNon)) return false;
  const std::string_view before = text.substr(0, i);
  const bool is_behind_form = std::ranges::any_of(kForms, [&](std::string_view form) {
    if (!before.ends_with(form)) return false;
    return before.size() == form.size() || before[before.size() - form.size() - 1] == ' ';
  });
  size_t end = i + kNon.size();
  while (end < text.size() && is_alnum(text[end])) ++end;
  return is_behind_form && (end == text.size() || kEnd.find(text[end]) != kEnd.npos);
}

// Whether the slash at `i` is that of a rate: "$20/month", "requests/second".
bool is_rate(std::string_view text, size_t i) {
  constexpr std::string_view kPer[] = {"second", "minute", "hour", "day",     "week",
                                       "month",  "year",   "user", "request", "person"};
  if (text[i] != '/' || i == 0 || !is_alnum(text[i - 1])) return false;
  const std::string_view behind = text.substr(i + 1);
  return std::ranges::any_of(kPer, [&](std::string_view word) {
    return behind.starts_with(word) && is_end(text, i + 1 + word.size());
  });
}

}  // namespace

Sentence write_out_short_forms(const Sentence& sentence, ByteMap* origin) {
  const std::string_view text = sentence.text;
  Sentence out = sentence;
  out.text.clear();
  auto span = out.spans.begin();
  const auto keep = [&](size_t begin, size_t end) {
    out.text += text.substr(begin, end - begin);
    if (origin != nullptr) origin->keep(end - begin);
    return end;
  };
  const auto replace = [&](size_t begin, size_t end, std::string_view by) {
    out.text += by;
    if (origin != nullptr) origin->replace(by.size(), end - begin);
    return end;
  };
  for (size_t i = 0; i < text.size();) {
    if (span != out.spans.end() && i == span->begin) {
      span->begin = out.text.size();
      i = keep(i, span->end);
      (span++)->end = out.text.size();
      continue;
    }
    if (is_predicate(text, i)) {
      i = replace(i, i + kNon.size(), "not ");
      continue;
    }
    if (is_rate(text, i)) {
      i = replace(i, i + 1, " per ");
      continue;
    }
    const size_t limit = span == out.spans.end() ? text.size() : span->begin;
    const bool may_begin = is_alnum(text[i]) && (i == 0 || !joins_code(text, i - 1));
    const auto is_here = [&](const ShortForm& s) {
      return i + s.form.size() <= limit && matches(s, text, i);
    };
    const auto* const found =
        may_begin ? std::ranges::find_if(kShortForms, is_here) : kShortForms.end();
    if (found == kShortForms.end()) {
      i = keep(i, i + 1);
      continue;
    }
    const bool is_opening = i == 0 || (text[i] != small_letter(text[i]) && !found->in_capitals);
    std::string written_out(found->written_out);
    if (is_opening) written_out[0] = capital_letter(written_out[0]);
    i = replace(i, i + found->form.size(), written_out);
  }
  return out;
}

}  // namespace sotto::text
