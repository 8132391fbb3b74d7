// Signs and marks in prose: what the translator gets.
#include <gmock/gmock.h>

#include <utility>

#include "text/collect_sentences.h"

namespace sotto::text::prose_signs_test {
namespace {

// The sentences of a text, spans of code in brackets.
std::string seen(std::string_view text, Language language = english()) {
  std::string out;
  for (const Sentence& sentence : sentences_of(text, options_for(std::move(language)))) {
    if (!out.empty()) out += ' ';
    size_t at = 0;
    for (const ProtectedSpan& span : sentence.spans) {
      if (span.kind != SpanKind::code && span.kind != SpanKind::command) continue;
      out += sentence.text.substr(at, span.begin - at) + "[" +
             sentence.text.substr(span.begin, span.end - span.begin) + "]";
      at = span.end;
    }
    out += sentence.text.substr(at);
  }
  return out;
}

using Pair = std::pair<const char*, const char*>;

void expect_seen(std::initializer_list<Pair> pairs) {
  for (const auto& [text, expected] : pairs) {
    EXPECT_EQ(seen(text), expected) << text;
    std::string joined;  // however it came
    for (const std::string& part : spoken_texts(text, options_for(english()), 1))
      joined += (joined.empty() ? "" : " ") + part;
    std::string plain = expected;
    std::erase_if(plain, [](char c) { return c == '[' || c == ']'; });
    EXPECT_EQ(joined, plain);
  }
}

TEST(ProseSignsTest, ASignStaysWithItsNumber) {
  expect_seen({
      {"The p95 is > 200 ms now.", "The p95 is > 200 ms now."},
      {"Only if errors<=3 and coverage >=80%.", "Only if errors <= 3 and coverage >= 80%."},
      {"It takes 5~6, 5-10 or 3–5 seconds.", "It takes 5~6, 5-10 or 3–5 seconds."},
      {"The offset is -5 or −5 or ± 2 or ~ 7.", "The offset is -5 or −5 or ±2 or ~7."},
      {"It is ≈ 5 and ≥ 3 of them.", "It is ≈ 5 and ≥ 3 of them."},
      {"The deadline is 12/31/2024.", "The deadline is 12/31/2024."},
  });
}

TEST(ProseSignsTest, ExpressionsAreSpans) {
  expect_seen({
      {"If a == b and (x != y) holds, stop.", "If [a == b] and ([x != y]) holds, stop."},
      {"The product is 5*3 or 5 × 3 or 5^3.", "The product is [5*3] or [5 × 3] or [5^3]."},
      {"It is 5*3*2 in all here.", "It is [5*3*2] in all here."},
      {"It is 10 - 3 = 7 in all.", "It is [10 - 3 = 7] in all."},
      {"Use grep foo | wc to count.", "Use grep [foo | wc] to count."},
      {"Set status==200 or key=value here.", "Set [status==200] or [key=value] here."},
      {"The flag !ready and ptr->next count.", "The flag [!ready] and [ptr->next] count."},
      {"Delete *.log files and 2 * 3 more.", "Delete [*.log] files and [2 * 3] more."},
      {"The check `p95` < `p50` fails.", "The check [p95 < p50] fails."},
      {"Open Settings > General > Privacy now.", "Open [Settings > General > Privacy] now."},
      {"Go to Settings → General → Privacy.", "Go to [Settings → General → Privacy]."},
      {"Click Tools -> Options, then restart.", "Click [Tools -> Options], then restart."},
      {"Build → test → deploy is the order.", "[Build → test → deploy] is the order."},
  });
}

TEST(ProseSignsTest, BetweenWordsTheyAreWords) {
  expect_seen({
      {"The latency > the limit, so stop.", "The latency greater than the limit, so stop."},
      {"The result == the input here.", "The result equals the input here."},
      {"Set the timeout = 30 s for it.", "Set the timeout equals 30 s for it."},
      {"Search & replace is fast now.", "Search and replace is fast now."},
      {"It went from 5 -> 7 retries.", "It went from 5 to 7 retries."},
      {"Latency ↓ 30% and load ⬆️ 5%.", "Latency down 30% and load up 5%."},
      {"Home | About | Contact pages.", "Home, About, Contact pages."},
  });
}

TEST(ProseSignsTest, NoDigitsGrowTogether) {
  expect_seen({
      {"See [1][2] and arr[0] for it.", "See 1, 2 and arr 0 for it."},
      {"It is 5`3 and 5\u200B3 and 5**3 here.", "It is 5 3 and 5 3 and [5**3] here."},
      {"It is 1**2**3 as we write it.", "It is 1 2 3 as we write it."},
  });
}

TEST(ProseSignsTest, WhatIsNoSignStaysAsItIs) {
  expect_seen({
      {"AT&T and C++ and Ctrl+C and R&D.", "AT&T and C++ and Ctrl+C and R&D."},
      {"This is ==important== and ==so is it==.", "This is important and so is it."},
      {"Water is H~2~O in this text.", "Water is H2O in this text."},
      {"x<sup>2</sup> is <b>bold</b>.", "x2 is bold."},
      {"Replace <name> by your name.", "Replace <name> by your name."},
      {"A Vec<T> of them, if a<b and c>d.", "A [Vec<T>] of them, if [a<b] and [c>d]."},
      {"A note[^1] is here, at ~/x.txt.", "A note is here, at ~/x.txt."},
  });
}

TEST(ProseSignsTest, MarksSayWhatTheyMean) {
  expect_seen({
      {"- ✅ auth\n- ❌ billing\n", "auth: OK. billing: failed."},
      {"- [x] fix it\n- [ ] test it\n", "Done: fix it. To do: test it."},
      {"[x] fix it", "Done: fix it."},
      {"✅ All 12 tests pass in CI.", "Success: All 12 tests pass in CI."},
      {"⚠️ The disk is almost full.", "Warning: The disk is almost full."},
      {"It is ✅ for auth and ❌ for billing.", "It is OK for auth and failed for billing."},
      {"auth ✅, billing ❌", "auth: OK, billing: failed."},
      {"All tests pass now (✅).", "All tests pass now (OK)."},
      {"**Result:** ✅ 3 of 4 pass", "Result: OK, 3 of 4 pass."},
      {"The first part ✅✅✅", "The first part: OK."},
      {"🟢 auth service up\n\n🔴 mail", "auth service up: green. mail: red."},
  });
}

TEST(ProseSignsTest, InOtherLanguages) {
  const Language german = {"deu_Latn", "de"};
  EXPECT_EQ(seen("✅ Anmeldung", german), "Anmeldung: OK.");
  EXPECT_EQ(seen("❌ Anmeldung", german), "Anmeldung: fehlgeschlagen.");
  EXPECT_EQ(seen("Die Dauer > das Limit ist schlecht.", german),
            "Die Dauer größer als das Limit ist schlecht.");
  EXPECT_EQ(seen("❌ テスト", japanese()), "テスト：失敗。");
  EXPECT_EQ(seen("テスト ✅、ビルド ❌", japanese()), "テスト：OK、ビルド：失敗。");
  EXPECT_EQ(seen("- [ ] テストを書く", japanese()), "未完了：テストを書く。");
  EXPECT_EQ(seen("東京→大阪の遅延です。", japanese()), "東京から大阪の遅延です。");
}

// Time grows with the length alone.
TEST(ProseSignsTest, LongTextsOfSignsAreRead) {
  for (const char* part : {"a == ", "<", "✅ ", "a>b ", "\\[ ", "$$ ", "a|", "5*", "== "}) {
    std::string text;
    while (text.size() < 5000) text += part;
    for (const std::string& sentence : spoken_texts(text)) EXPECT_LT(sentence.size(), 2500u);
  }
}

}  // namespace
}  // namespace sotto::text::prose_signs_test
