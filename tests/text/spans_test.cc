// What is protected, and what is ordinary text.
#include "text/spans.h"

#include <gmock/gmock.h>

#include <ctime>
#include <optional>
#include <string>

namespace sotto::text::spans_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> found(std::string_view text, std::optional<SpanKind> kind = {}) {
  static const SpanFinder finder({"eng_Latn", "en"});
  std::vector<std::string> out;
  for (const ProtectedSpan& s : finder.find(text)) {
    if (!kind || s.kind == *kind) out.emplace_back(text.substr(s.begin, s.end - s.begin));
  }
  return out;
}

TEST(SpansTest, EachKindIsFound) {
  EXPECT_THAT(found("Open src/auth/login.ts or .env, then ../a/b.", SpanKind::path),
              ElementsAre("src/auth/login.ts", ".env", "../a/b"));
  EXPECT_THAT(found("Call parseConfig() with user_id and JWT_SECRET, std::vector or MyClass.",
                    SpanKind::identifier),
              ElementsAre("parseConfig()", "user_id", "JWT_SECRET", "std::vector", "MyClass"));
  EXPECT_THAT(found("Run npm test --watch or pass --dry-run=1 or -v.", SpanKind::command),
              ElementsAre("npm test --watch", "--dry-run=1", "-v"));
  EXPECT_THAT(found("From v1.2.3 to 2.0.1.", SpanKind::version), ElementsAre("v1.2.3", "2.0.1"));
  EXPECT_THAT(
      found("v1.9.0-rc2, 2.0.0-beta3, v1.0.0-alpha.1.2, 3.13.0b2, v2.1-rc.2", SpanKind::version),
      ElementsAre("v1.9.0-rc2", "2.0.0-beta3", "v1.0.0-alpha.1.2", "3.13.0b2", "v2.1-rc.2"));
  EXPECT_THAT(found("See https://a.b/c?d=e. Mail to me@x.org, or www.z.com/q.", SpanKind::url),
              ElementsAre("https://a.b/c?d=e", "me@x.org", "www.z.com/q"));
  EXPECT_THAT(found("All 42 of 1,234 took 3.5 s for #123, not 7.", SpanKind::number),
              ElementsAre("42", "1,234", "3.5 s", "#123"));
  EXPECT_THAT(found("Commit a1b2c3d4 it.", SpanKind::identifier), ElementsAre("a1b2c3d4"));
}

TEST(SpansTest, ALineBelongsToItsPath) {
  EXPECT_THAT(found("See src/app.ts:42, app.ts:42:7. In a/b: 3, or src/x:12am.", SpanKind::path),
              ElementsAre("src/app.ts:42", "app.ts:42:7", "a/b", "src/x"));
}

TEST(SpansTest, ARateIsNoPath) {
  EXPECT_THAT(found("See a/day.ts: at most 5 requests/second.", SpanKind::path),
              ElementsAre("a/day.ts"));
}

TEST(SpansTest, AStatusIsNoCount) {
  EXPECT_THAT(found("A 500 error and a 404 page, not 500 errors.", SpanKind::identifier),
              ElementsAre("500", "404"));
}

TEST(SpansTest, AnOrderOfGrowthIsOneSpan) {
  EXPECT_THAT(found("It is O(n log n), not O(n^2) or O(f(n)); TO(DO), O( and O() are none.",
                    SpanKind::code),
              ElementsAre("O(n log n)", "O(n^2)", "O(f(n))"));
}

TEST(SpansTest, WhatProgramsFillInIsOneSpan) {
  EXPECT_THAT(found("Hello {name}, {{ user.name }} and {{x}}: {0}, {} or ${seconds}."),
              ElementsAre("{name}", "{{ user.name }}", "{{x}}", "{0}", "{}", "${seconds}"));
  EXPECT_THAT(found("%d files (%s) of %1$s, %(count)d, %-5.2f and %s:%lu, 100 sure."),
              ElementsAre("%d", "%s", "%1$s", "%(count)d", "%-5.2f", "%s", "%lu", "100"));
  EXPECT_THAT(found("Set $HOME or $HOME/.config and ${dir}/a, not $5.", SpanKind::identifier),
              ElementsAre("$HOME", "$HOME/.config", "${dir}/a"));
  EXPECT_THAT(found("A <b>bold</b> <br/> and <a href=\"x y\">link</a> in <your-name>."),
              ElementsAre("<b>", "</b>", "<br/>", "<a href=\"x y\">", "</a>", "<your-name>"));
  EXPECT_THAT(found("GET /users/{id}/posts and /users/:id.", SpanKind::path),
              ElementsAre("/users/{id}/posts", "/users/:id"));
}

TEST(SpansTest, ProseIsNoPlaceholder) {
  EXPECT_THAT(found("100% sure, 5 % off, a < b and c > d, x <b, {a b} and US$."),
              ElementsAre("100%", "5 %"));
}

TEST(SpansTest, OrdinaryTextIsLeftAlone) {
  EXPECT_THAT(
      found("The client/server and/or TCP/IP question: is React fast? Yes, it's well-known."),
      IsEmpty());
  EXPECT_THAT(found("Decade, facade and deadbeef are words."), IsEmpty());
}

TEST(SpansTest, PositionsAreBytesBehindOtherScripts) {
  EXPECT_THAT(found("日本語🚀で login.ts を開く、42件。"), ElementsAre("login.ts", "42"));
}

TEST(SpansTest, KnownCodeWins) {
  const SpanFinder finder({"eng_Latn", "en"});
  const std::string text = "Run foo_bar baz.ts now.";
  const ProtectedSpan code{4, 18, SpanKind::command};
  const auto spans = finder.find(text, std::span(&code, 1));
  ASSERT_THAT(spans, ::testing::SizeIs(1));
  EXPECT_EQ(spans[0].end, 18u);
}

TEST(SpansTest, CodeHasAKind) {
  const SpanFinder finder({"eng_Latn", "en"});
  EXPECT_EQ(finder.kind_of("src/a.ts"), SpanKind::path);
  EXPECT_EQ(finder.kind_of("user_id"), SpanKind::identifier);
  EXPECT_EQ(finder.kind_of("ls -la"), SpanKind::command);
  EXPECT_EQ(finder.kind_of("main"), SpanKind::code);
}

TEST(SpansTest, QuantitiesAreOneSpan) {
  EXPECT_THAT(
      found("From 1.2 GB to 340MB in 5 ms, the 30 s limit, 87% at 44.1 kHz for $20 or €1.5M.",
            SpanKind::number),
      ElementsAre("1.2 GB", "340MB", "5 ms", "30 s", "87%", "44.1 kHz", "$20", "€1.5M"));
  EXPECT_THAT(found("At 10:30 on 2024-11-05, 10k rows of 1920x1080 took 30s."),
              ElementsAre("10:30", "2024-11-05", "10k", "1920x1080", "30s"));
  EXPECT_THAT(found("On localhost:3000, p95 with UTF-8 or SHA-256 fails.", SpanKind::identifier),
              ElementsAre("localhost:3000", "p95", "UTF-8", "SHA-256"));
  EXPECT_THAT(found("The score was 3–1 at a ratio of 16:9, call 555-1234."),
              ElementsAre("3–1", "16:9", "555-1234"));
  EXPECT_THAT(found("About 95 percent, 3 percent or 40 per cent."),
              ElementsAre("95", "40 per cent"));
  EXPECT_THAT(found("In the 90s and 1990s, 404s and 12 springs."),
              ElementsAre("90s", "1990s", "404", "12"));
}

// Rules see what stands before a match, also behind the one before.
TEST(SpansTest, WhatIsBeforeCountsBehindAMatchToo) {
  EXPECT_THAT(found("user_id-2x/3"), ::testing::Not(::testing::Contains("2x")));
}

double cpu_seconds(const std::string& text) {
  const std::clock_t begin = std::clock();
  found(text);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// 128 KiB of what a rule could try again at each of its letters.
#ifdef SOTTO_SANITIZED  // slow
constexpr size_t kHostile = 1 << 15;
#else
constexpr size_t kHostile = 1 << 17;
#endif

TEST(SpansTest, TimeGrowsWithTheLengthOfHostileText) {
  for (const std::string unit :
       {"/",    ".",        "a",     "_",        "1",        "-",    "A",      "a.", "/.",
        "1.",   "1,",       "1 ",    "a1",       "A1-",      "a@",   "a@a.",   "::", "a::",
        "www.", "http://!", "git ",  "git --a ", "npm run ", "$1,",  "1:",     "()", "a().",
        "{a",   "{{a|",     "${a/",  "$a/",      "O(",       "O(a ", "a/b:1:", "%d", "%(a",
        "%1",   "<a ",      "<a a=", "</",       "/{a",      "/:"}) {
    std::string text;
    while (text.size() < kHostile) text += unit;
    const double whole = cpu_seconds(text + "!");
    const double quarter = cpu_seconds(text.substr(0, text.size() / 4) + "!");
    EXPECT_LT(whole, 8 * std::max(quarter, 0.02))
        << unit << ": " << quarter << " s, " << whole << " s";
  }
}

}  // namespace
}  // namespace sotto::text::spans_test
