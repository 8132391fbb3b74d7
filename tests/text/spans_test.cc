// What is protected, and what is ordinary text.
#include "text/spans.h"

#include <gmock/gmock.h>

#include <string>

namespace sotto::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> found(std::string_view text, std::optional<SpanKind> kind = {}) {
  static const SpanFinder finder;
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
  EXPECT_THAT(found("See https://a.b/c?d=e. Mail to me@x.org, or www.z.com/q.", SpanKind::url),
              ElementsAre("https://a.b/c?d=e", "me@x.org", "www.z.com/q"));
  EXPECT_THAT(found("All 42 of 1,234 took 3.5 s for #123, not 7.", SpanKind::number),
              ElementsAre("42", "1,234", "3.5", "#123"));
  EXPECT_THAT(found("Commit a1b2c3d4 it.", SpanKind::identifier), ElementsAre("a1b2c3d4"));
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
  const SpanFinder finder;
  const std::string text = "Run foo_bar baz.ts now.";
  const ProtectedSpan code{4, 18, SpanKind::command};
  const auto spans = finder.find(text, std::span(&code, 1));
  ASSERT_THAT(spans, testing::SizeIs(1));
  EXPECT_EQ(spans[0].end, 18u);
}

TEST(SpansTest, CodeHasAKind) {
  const SpanFinder finder;
  EXPECT_EQ(finder.kind_of("src/a.ts"), SpanKind::path);
  EXPECT_EQ(finder.kind_of("user_id"), SpanKind::identifier);
  EXPECT_EQ(finder.kind_of("ls -la"), SpanKind::command);
  EXPECT_EQ(finder.kind_of("main"), SpanKind::code);
}

TEST(SpansTest, HostileTextTakesNoTime) {
  for (const std::string& text : {std::string(3000, '/'), std::string(3000, '.'),
                                  std::string(3000, 'a'), std::string(3000, '_')}) {
    found(text);
    found(text + "!");
  }
}

}  // namespace
}  // namespace sotto::text
