// What happens to a sentence around the network: spans out and in, typography, cuts, guards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "translate/clauses.h"
#include "translate/guards.h"
#include "translate/placeholders.h"
#include "translate/typography.h"

namespace sotto::translate::protection_test {
namespace {

using text::Sentence;
using text::SpanKind;
using Ids = std::vector<int>;

const Language kEnglish = {"eng_Latn", "en"}, kJapanese = {"jpn_Jpan", "ja"},
               kGerman = {"deu_Latn", "de"}, kRussian = {"rus_Cyrl", "ru"};

// "Open [src/a.ts] now." with the spans in brackets.
Sentence marked(std::string_view text, const Language& language = kEnglish) {
  Sentence sentence{"", {}, language};
  for (const char c : text) {
    if (c == '[') {
      sentence.spans.push_back({sentence.text.size(), 0, SpanKind::identifier});
    } else if (c == ']') {
      sentence.spans.back().end = sentence.text.size();
    } else {
      sentence.text += c;
    }
  }
  return sentence;
}

std::string spans_of(const Sentence& sentence) {
  std::string out;
  for (const auto& span : sentence.spans)
    out += "[" + sentence.text.substr(span.begin, span.end - span.begin) + "]";
  return out;
}

// --- Placeholders -------------------------------------------------------------------------------

TEST(PlaceholderTest, StringsAreNumberedByFirstAppearanceAndEqualOnesShare) {
  const auto text =
      protect(marked("Move [a.ts] to [b.ts], then run [a.ts]."), &placeholder_tokens());
  ASSERT_TRUE(text);
  EXPECT_EQ(text->text, "Move ⟦0⟧ to ⟦1⟧, then run ⟦0⟧.");
  ASSERT_EQ(text->values.size(), 2u);
  EXPECT_EQ(text->values[0].text, "a.ts");
  EXPECT_EQ(text->values[0].count, 2);
}

TEST(PlaceholderTest, TheSpansComeBackWhereTheirPlaceholdersAre) {
  const auto source = protect(marked("Move [a.ts] to [src/b.ts]."), &placeholder_tokens());
  const auto restored = restore("⟦1⟧に⟦0⟧を移します。", *source, &placeholder_tokens(), kJapanese);
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->sentence.text, "src/b.tsにa.tsを移します。");
  EXPECT_EQ(spans_of(restored->sentence), "[src/b.ts][a.ts]");
  EXPECT_EQ(restored->sentence.spans[0].kind, SpanKind::identifier);
  EXPECT_EQ(restored->sentence.language, kJapanese);
  EXPECT_EQ(restored->plain, " に を移します。");
}

// Bytes of what the network reads and writes, in the texts on both sides.
TEST(PlaceholderTest, BytesAreFollowed) {
  const text::Sentence sentence = marked("Move [a.ts] to [src/b.ts].");
  const auto source = protect(sentence, &neutral_words());
  ASSERT_EQ(source->text, "Move XA1 to XB2.");
  const auto read = [&](size_t begin, size_t end) {
    const ByteRange range = source->origin({begin, end});
    return sentence.text.substr(range.begin, range.end - range.begin);
  };
  EXPECT_EQ(read(0, 4), "Move");
  EXPECT_EQ(read(5, 6), "a.ts");
  EXPECT_EQ(read(9, 15), "to src/b.ts");
  EXPECT_EQ(read(15, 16), ".");
  const auto restored = restore("XB2 に XA1 を移す!", *source, &neutral_words(), kJapanese);
  ASSERT_TRUE(restored);
  ASSERT_EQ(restored->sentence.text, "src/b.tsにa.tsを移す！");
  const auto written = [&](size_t begin, size_t end) {
    const ByteRange range = restored->map({begin, end});
    return restored->sentence.text.substr(range.begin, range.end - range.begin);
  };
  EXPECT_EQ(written(0, 2), "src/b.ts");
  EXPECT_EQ(written(3, 8), "に");
  EXPECT_EQ(written(8, 11), "a.ts");
  EXPECT_EQ(written(11, 21), "を移す");
  EXPECT_EQ(written(21, 22), "！");
}

TEST(PlaceholderTest, AMissingDoubledOrInventedPlaceholderIsSeen) {
  const auto source = protect(marked("Move [a] to [b], [b]."), &placeholder_tokens());
  const auto works = [&](std::string_view text) {
    return restore(text, *source, &placeholder_tokens(), kJapanese).has_value();
  };
  EXPECT_TRUE(works("⟦0⟧を⟦1⟧に"));
  EXPECT_TRUE(works("⟦0⟧を⟦1⟧と⟦1⟧に"));  // the source has it twice
  EXPECT_FALSE(works("⟦0⟧を移す"));
  EXPECT_FALSE(works("⟦0⟧を⟦1⟧に⟦0⟧"));
  EXPECT_FALSE(works("⟦0⟧を⟦1⟧に⟦2⟧"));
  EXPECT_FALSE(works("⟦1⟧⟦1⟧"));
}

TEST(PlaceholderTest, APlaceholderInTheTextItselfIsProtected) {
  const auto source = protect(marked("Say ⟦3⟧ to [x.ts]."), &placeholder_tokens());
  ASSERT_TRUE(source);
  EXPECT_EQ(source->text, "Say ⟦0⟧ to ⟦1⟧.");
  const auto restored = restore("⟦1⟧に⟦0⟧と言う。", *source, &placeholder_tokens(), kJapanese);
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->sentence.text, "x.tsに⟦3⟧と言う。");
}

TEST(PlaceholderTest, MoreStringsThanMarkersAreTooMany) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "[a" + std::to_string(i) + "] ";
  EXPECT_TRUE(protect(marked(text + "[a0]"), &placeholder_tokens()));
  EXPECT_FALSE(protect(marked(text + "[b]"), &placeholder_tokens()));
}

TEST(PlaceholderTest, SpansSideBySideStayTwoWords) {
  const auto source = protect(marked("[foo] [bar] [。]"), &placeholder_tokens());
  const auto restored = restore("⟦0⟧⟦1⟧⟦2⟧", *source, &placeholder_tokens(), kJapanese);
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->sentence.text, "foo bar。");
  EXPECT_EQ(spans_of(restored->sentence), "[foo][bar][。]");
}

TEST(PlaceholderTest, NamesAreNotCounted) {
  const auto said = [](std::string_view english, std::string_view japanese) {
    const auto source = protect(marked(english), &placeholder_tokens());
    const auto restored = restore(japanese, *source, &placeholder_tokens(), kJapanese);
    return restored ? restored->sentence.text : "none";
  };
  EXPECT_EQ(said("the [sed] options", "⟦0⟧個のオプション"), "sedのオプション");
  EXPECT_EQ(said("the [lint] errors", "⟦0⟧件のエラー。"), "lintのエラー。");
  EXPECT_EQ(said("the [n] options", "⟦0⟧個のオプション"), "n個のオプション");
  EXPECT_EQ(said("[GitHub] accounts", "⟦0⟧個人のアカウント"), "GitHub個人のアカウント");
  Sentence counted = marked("the [12] options");
  counted.spans[0].kind = SpanKind::number;
  const auto source = protect(counted, &placeholder_tokens());
  const auto restored = restore("⟦0⟧個のオプション", *source, &placeholder_tokens(), kJapanese);
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->sentence.text, "12個のオプション");
}

TEST(PlaceholderTest, VersionsAndQuantitiesWithAUnitAreNotCounted) {
  const auto said = [](std::string_view english, SpanKind kind, std::string_view japanese) {
    Sentence sentence = marked(english);
    sentence.spans[0].kind = kind;
    const auto source = protect(sentence, &placeholder_tokens());
    const auto restored = restore(japanese, *source, &placeholder_tokens(), kJapanese);
    return restored ? restored->sentence.text : "none";
  };
  EXPECT_EQ(said("the [12 GB] export", SpanKind::number, "⟦0⟧個のエクスポート"),
            "12 GBのエクスポート");
  EXPECT_EQ(said("the [30%] discount", SpanKind::number, "⟦0⟧件の割引"), "30%の割引");
  EXPECT_EQ(said("since [v3.2.1]", SpanKind::version, "⟦0⟧年以降"), "v3.2.1以降");
  EXPECT_EQ(said("since [2019]", SpanKind::number, "⟦0⟧年以降"), "2019年以降");
}

TEST(PlaceholderTest, WithoutMarkersTheStringsAreFoundAsTheyAre) {
  const Sentence sentence = marked("Copy [src/a.ts] over [a.ts].");
  const auto source = protect(sentence, nullptr);
  ASSERT_TRUE(source);
  EXPECT_EQ(source->text, sentence.text);
  const auto restored = restore("Kopiere src/a.ts auf a.ts.", *source, nullptr, kGerman);
  ASSERT_TRUE(restored);
  EXPECT_EQ(spans_of(restored->sentence), "[src/a.ts][a.ts]");
  EXPECT_FALSE(restore("Kopiere src/a.ts.", *source, nullptr, kGerman));
  EXPECT_FALSE(restore("Kopiere src/a.ts auf aa.ts.", *source, nullptr, kGerman));
}

// --- Typography ---------------------------------------------------------------------------------

TEST(TypographyTest, JapaneseGetsItsMarksBackAndLosesSpaces) {
  EXPECT_EQ(typeset("見つけました! 本当ですか?", kJapanese), "見つけました！本当ですか？");
  EXPECT_EQ(typeset("⟦0⟧ を 開く", kJapanese), "⟦0⟧を開く");
  EXPECT_EQ(typeset("Node API を a != b で?x", kJapanese), "Node APIをa != bで?x");
  EXPECT_EQ(typeset("まとめ: f(x)は3:30に(たぶん)動く", kJapanese),
            "まとめ：f(x)は3:30に（たぶん）動く");
  EXPECT_EQ(typeset("㍻ 三 年に 5 ㎏", kJapanese), "㍻三年に5㎏");
  EXPECT_EQ(typeset("Gut! Ja?", kGerman), "Gut! Ja?");
  EXPECT_EQ(typeset("", kJapanese), "");
}

// --- Cuts ---------------------------------------------------------------------------------------

TEST(ClauseTest, CutsNearTheMiddleOutsideOfSpans) {
  const auto halves = split_at_clause(
      marked("First open [f(a, b)] and read, then run [g] and wait for the end of it."));
  ASSERT_TRUE(halves);
  EXPECT_EQ(halves->first.text, "First open f(a, b) and read,");
  EXPECT_EQ(spans_of(halves->first), "[f(a, b)]");
  EXPECT_EQ(halves->second.text, "then run g and wait for the end of it.");
  EXPECT_EQ(spans_of(halves->second), "[g]");
}

TEST(ClauseTest, WithoutABorderThereAreNoHalves) {
  EXPECT_FALSE(split_at_clause(marked("Open the file.")));
  EXPECT_FALSE(split_at_clause(marked("Open [a, b, c]")));
  EXPECT_FALSE(split_at_clause(marked("Open, 1, 2, 3")));
  EXPECT_FALSE(split_at_clause(marked("")));
}

// --- Guards -------------------------------------------------------------------------------------

TEST(GuardTest, LoopsAreSeen) {
  const Ids source = {10, 11, 12, 13, 14};
  EXPECT_TRUE(repeats_itself(Ids(12, 5), source));
  EXPECT_TRUE(repeats_itself(Ids{1, 2, 3, 1, 2, 3, 1, 2, 3, 4}, source));
  EXPECT_TRUE(
      repeats_itself(Ids{9, 8, 1, 2, 3, 4, 5, 1, 2, 3, 4, 6, 1, 2, 3, 4, 7, 1, 2, 3, 4}, source));
  EXPECT_FALSE(repeats_itself(Ids{1, 2, 3, 1, 2, 3, 4}, source));
  EXPECT_FALSE(repeats_itself(Ids{5, 5, 5, 5, 1}, source));
  EXPECT_FALSE(repeats_itself(Ids{}, source));
  // A source that repeats itself may have such a translation.
  EXPECT_FALSE(repeats_itself(Ids(12, 5), Ids(14, 7)));
}

TEST(GuardTest, TheScriptOfTheTargetMustBeThere) {
  EXPECT_TRUE(lacks_script("I will check.", kJapanese));
  EXPECT_TRUE(lacks_script(" 。", kJapanese));
  EXPECT_FALSE(lacks_script("OK です", kJapanese));
  EXPECT_FALSE(lacks_script("確認", {"zho_Hans", "zh"}));
  EXPECT_FALSE(lacks_script("확인", {"kor_Hang", "ko"}));
  EXPECT_TRUE(lacks_script("check", kRussian));
  EXPECT_FALSE(lacks_script("проверка", kRussian));
  EXPECT_FALSE(lacks_script("", kGerman));
}

TEST(GuardTest, ACopyIsOneWhateverItsPunctuation) {
  EXPECT_TRUE(is_copy("the  Tests FAIL", "The tests fail."));
  EXPECT_FALSE(is_copy("Die Tests scheitern.", "The tests fail."));
}

TEST(GuardTest, LettersAreThoseOfAnyScript) {
  EXPECT_EQ(letters("a1 é 漢か! 🦊"), 4);
  EXPECT_EQ(letters("12.5 %"), 0);
}

}  // namespace
}  // namespace sotto::translate::protection_test
