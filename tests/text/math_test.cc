// Formulas in Markdown.
#include "text/math.h"

#include <gmock/gmock.h>

#include "text/collect_sentences.h"

namespace sotto::text::math_test {
namespace {

using ::testing::ElementsAre;

std::string plain(std::string_view markdown) { return with_plain_math(markdown, english()); }

TEST(MathTest, FormulasBecomeCode) {
  EXPECT_EQ(plain("It is $O(n \\log n)$ now."), "It is `O(n log n)` now.");
  EXPECT_EQ(plain("$6{x}_{1} + 4{x}_{2} \\leq 24$"), "`6x_1 + 4x_2  ≤  24`");
  EXPECT_EQ(plain("$$\\frac{a}{b} = \\sqrt{x}$$"), "`a ÷ b = √(x)`");
  EXPECT_EQ(plain("Where \\(x^2\\) is."), "Where `x^2` is.");
  EXPECT_EQ(plain("$\\mathrm{cost}(x) \\to 0$"), "`cost(x)  →  0`");
}

TEST(MathTest, WhatCannotBeSaidIsAFormula) {
  EXPECT_EQ(plain("It is $\\sum_{i=1}^n i$ here."), "It is a formula here.");
  EXPECT_EQ(with_plain_math("Es ist $\\oint x$.", {"deu_Latn", "de"}), "Es ist eine Formel.");
}

TEST(MathTest, MoneyVariablesAndCodeStay) {
  for (const char* text :
       {"It costs $5 a month, and $HOME is not set.", "Pay $5 or $6 (or $7+).",
        "It is $HOME/$USER and US$ 5 and $5-$10.", "Set `$PATH` and ``a $x^2$ b`` here.",
        "```\n$x^2$ and $$(VAR)\n```", "Escaped \\$x^2$ as it is", "It costs $$ a lot."})
    EXPECT_EQ(plain(text), text);
}

TEST(MathTest, BlocksKeepTheirLines) {
  EXPECT_EQ(plain("$$\na = b\n$$\nThat is it."), "` a = b `\n\n\nThat is it.");
  EXPECT_EQ(plain("$$\na = b\n\nNo end."), "$$\na = b\n\nNo end.");
}

TEST(MathTest, InASentence) {
  const char* text = "The loop is $O(n \\log n)$ now, not $O(n^2)$.\n\n$$\na = b.\n$$\n\nDone now.";
  const auto expected =
      ElementsAre("The loop is O(n log n) now, not O(n^2).", "a = b..", "Done now.");
  EXPECT_THAT(spoken_texts(text), expected);
  EXPECT_THAT(spoken_texts(text, options_for(english()), 1), expected);
}

}  // namespace
}  // namespace sotto::text::math_test
