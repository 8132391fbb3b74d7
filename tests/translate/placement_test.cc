// Where exactly a protected span stands in a translation that has it otherwise, or several times.
#include "translate/alignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sotto::translate::placement_test {
namespace {

using text::Sentence;
using text::SpanKind;
using Pieces = std::vector<std::string>;

const Language kEnglish = {"eng_Latn", "en"}, kJapanese = {"jpn_Jpan", "ja"},
               kGerman = {"deu_Latn", "de"};

struct Side {
  explicit Side(const Pieces& pieces) {
    for (const std::string& piece : pieces) {
      ranges.push_back({text.size(), text.size() + piece.size()});
      text += piece;
    }
  }
  std::string text;
  std::vector<ByteRange> ranges;
};

// Pieces of the source that begin with `[` begin a span, those that end in `]` end it.
Sentence with_spans(Pieces& pieces, SpanKind kind) {
  Sentence sentence{"", {}, kEnglish};
  for (std::string& piece : pieces) {
    if (piece.starts_with('[')) {
      piece.erase(0, 1);
      sentence.spans.push_back({sentence.text.size(), 0, kind});
    }
    const bool ends = piece.ends_with(']');
    if (ends) piece.pop_back();
    sentence.text += piece;
    if (ends) sentence.spans.back().end = sentence.text.size();
  }
  return sentence;
}

constexpr int kNowhere = -1;

// The target with its spans as markers; empty where one has no place. `from[t]` is the piece of the
// source that the target's piece t comes from.
std::string placed(Pieces source_pieces, const Pieces& target_pieces, const std::vector<int>& from,
                   SpanKind kind = SpanKind::identifier, const Language& to = kJapanese) {
  const Sentence sentence = with_spans(source_pieces, kind);
  const Side source(source_pieces), target(target_pieces);
  const size_t columns = source.ranges.size() + 1;
  std::vector<float> weights(target.ranges.size() * columns, 0.1f / static_cast<float>(columns));
  EXPECT_EQ(from.size(), target.ranges.size());
  for (size_t t = 0; t < from.size(); ++t) {
    const size_t s = from[t] == kNowhere ? columns - 1 : static_cast<size_t>(from[t]);
    weights[t * columns + s] += 0.9f;
  }
  const auto values = protect(sentence, &placeholder_tokens());
  return with_markers({sentence.text, target.text, source.ranges, target.ranges, weights}, sentence,
                      *values, placeholder_tokens(), to)
      .value_or("");
}

// A changed word has no edge within itself: what the attention missed of it is not left behind.
TEST(PlacementTest, TheRestOfAChangedWordGoesWithIt) {
  EXPECT_EQ(placed({"Open ", "[lo", "gin", ".ts]"}, {"xlo", "gi", ".t", "sx", "を", "開く"},
                   {kNowhere, 1, 3, kNowhere, 0, 0}),
            "⟦0⟧を開く");
  EXPECT_EQ(placed({"Open ", "[get", "_user]"}, {"Öffne ", "gat", "_u", "sers", " jetzt"},
                   {0, 1, 2, kNowhere, 0}, SpanKind::identifier, kGerman),
            "Öffne ⟦0⟧ jetzt");
}

TEST(PlacementTest, ARestThatIsAnotherSpanStays) {
  EXPECT_EQ(placed({"[aa", ".ts]", " ", "[bb]"}, {"ax", ".tx", "bb", "です"}, {0, 1, 3, 2}),
            "⟦0⟧⟦1⟧です");
}

// restore() says which may: a number is meant each time.
TEST(PlacementTest, ASecondMentionMayBecomeAPronoun) {
  EXPECT_EQ(placed({"Run ", "[foo", "()]", ", then ", "[bar]", " and ", "[foo", "()]"},
                   {"foo", "()", "の後に", "bax", "を実行"}, {1, 2, 3, 4, 0}),
            "⟦0⟧の後に⟦1⟧を実行");
}

TEST(PlacementTest, WhatIsSaidAgainIsRefused) {
  EXPECT_EQ(placed({"The ", "[aa", ".ts]", " ", "[bb]"},
                   {"aa", ".ts", "は", "aa", ".ts", "と", "bx"}, {1, 2, 0, 1, 2, 0, 4}),
            "");
}

// --- As it was, without any alignment -----------------------------------------------------------

// Whether the translation has the span, once and whole.
bool has(const std::string& span, std::string_view translation) {
  const Sentence source{span, {{0, span.size(), SpanKind::identifier}}, kEnglish};
  return restore(translation, *protect(source, nullptr), nullptr, kJapanese).has_value();
}

TEST(PlacementTest, APartOfSomethingLongerIsNotTheSpan) {
  EXPECT_TRUE(has("v1.2.3", "v1.2.3です。"));
  EXPECT_TRUE(has("v1.2.3", "v1.2.3."));
  EXPECT_FALSE(has("v1.2.3", "v1.2.3.3です。"));
  EXPECT_FALSE(has("user", "user.nameです。"));
  EXPECT_FALSE(has("app.ts", "my.app.tsです。"));
  EXPECT_TRUE(has("5", "5, 6"));
  EXPECT_FALSE(has("5", "5,000個"));
  EXPECT_FALSE(has("{{total}}", "{{{{total}}件"));
  EXPECT_FALSE(has("$HOME", "$$HOMEです。"));
  EXPECT_FALSE(has("--dry-run", "---dry-runを渡します。"));
  EXPECT_TRUE(has("get()", "(get())です。"));
}

TEST(PlacementTest, SaidMoreOftenThanInTheSourceIsNotTheSame) {
  EXPECT_TRUE(has("app.ts", "app.tsを開く"));
  EXPECT_FALSE(has("app.ts", "app.tsでapp.tsを開く"));
}

}  // namespace
}  // namespace sotto::translate::placement_test
