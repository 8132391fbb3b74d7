// Tables and formulas that are read on request.
#include <gmock/gmock.h>

#include <tuple>

#include "text/collect_sentences.h"
#include "text/math.h"
#include "text/math_vocabulary.h"
#include "text/math_words.h"
#include "text/speech_text.h"

namespace sotto::text::read_tables_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

SpeechTextOptions reading_with(Verbatim read, const Language& language = english()) {
  SpeechTextOptions options = options_for(language);
  options.read = read;
  return options;
}

std::string words(std::string_view latex, const Language& language = english()) {
  return math_in_words(latex, language).value_or("none");
}

constexpr std::string_view kTable =
    "These are the results:\n\n| Module | Status | Time |\n|---|:-:|--:|\n| `auth.cc` | **passes** "
    "| 3 s |\n"
    "| billing | | 12 s |\n| | fails | |\n\nThat is all of it.\n";

TEST(ReadTablesTest, ARowIsASentence) {
  const std::vector<std::string> expected = {
      "These are the results:", "auth.cc: Status passes, Time 3 s.", "billing, Time 12 s.",
      "Status fails.", "That is all of it."};
  for (const size_t piece : {SIZE_MAX, size_t{1}, size_t{9}})
    EXPECT_EQ(spoken_texts(kTable, reading_with({.tables = true}), piece), expected) << piece;
  const auto sentences = sentences_of(kTable, reading_with({.tables = true}));
  ASSERT_FALSE(sentences[1].spans.empty());
  EXPECT_EQ(sentences[1].text.substr(0, sentences[1].spans[0].end), "auth.cc");
  EXPECT_THAT(spoken_texts(kTable), ElementsAre("These are the results:", "That is all of it."));
}

TEST(ReadTablesTest, LongCellsAreCutAsOtherSentences) {
  std::string cell;
  for (int i = 0; i < 60; ++i) cell += "word" + std::to_string(i) + (i % 10 == 9 ? ", " : " ");
  const auto texts =
      spoken_texts("| A | B |\n|---|---|\n| x | " + cell + " |\n", reading_with({.tables = true}));
  EXPECT_GT(texts.size(), 1u);
  EXPECT_THAT(texts.front(), HasSubstr("x: B word0"));
}

TEST(ReadTablesTest, ATableWithoutAnythingIsSilent) {
  EXPECT_THAT(spoken_texts("| A |\n|---|\n", reading_with({.tables = true})), ElementsAre());
  EXPECT_THAT(spoken_texts("| |\n|---|\n| |\n\nYes, it is.", reading_with({.tables = true})),
              ElementsAre("Yes, it is."));
}

TEST(MathWords, FormulasAreWords) {
  EXPECT_EQ(words("\\frac{a}{b} = x^2"), "a over b equals x squared");
  EXPECT_EQ(words("\\sum_{i=1}^n x_i"), "the sum from i equals 1 to n of x sub i");
  EXPECT_EQ(words("\\frac{a+b}{c}"), "the fraction a plus b, over c");
  EXPECT_EQ(words("\\sqrt[3]{x} \\leq e^{-x}"),
            "the root of order 3 of x is at most e to the power of minus x");
  EXPECT_EQ(words("A^\\top B"), "A transpose B");
  EXPECT_EQ(words("x' \\in \\mathbb{R}"), "x prime in R");
  EXPECT_EQ(words("\\text{cost per unit} \\to \\infty"), "cost per unit to infinity");
  EXPECT_EQ(words("\\begin{cases} a \\\\ b \\end{cases}"), "a, b");
  EXPECT_EQ(words("\\oint \\alpha"), "oint alpha");
  EXPECT_EQ(words("3.14 \\times 10^{-3}"), "3.14 times 10 to the power of minus 3");
  EXPECT_EQ(words("\\frac{a}{b} = x^2", japanese()), "b 分の a イコール x の 2 乗");
}

TEST(MathWords, ColumnsAreLanguages) {
  constexpr std::string_view kFormula = "\\frac{a}{b} = \\sqrt{x^2} + y_1";
  constexpr std::string_view kSum = "\\sum_{i=1}^n i^k \\leq \\frac{a+1}{2}";
  const std::tuple<const char*, const char*, const char*> rows[] = {
      {"de", "a durch b gleich die Wurzel aus x hoch 2 plus y Index 1",
       "die Summe von i gleich 1 bis n von i hoch k kleiner gleich der Bruch a plus 1, durch 2"},
      {"fr", "a sur b égale la racine carrée de x au carré plus y indice 1",
       "la somme de i égale 1 à n de i puissance k est inférieur ou égal à la fraction a plus 1, "
       "sur 2"},
      {"es", "a sobre b es igual a la raíz cuadrada de x al cuadrado más y sub 1",
       "la suma desde i es igual a 1 hasta n de i elevado a k es menor o igual que la fracción a "
       "más "
       "1, sobre 2"},
      {"zh", "b 分之 a 等于 根号 x 的平方 加 y 1",
       "从 i 等于 1 到 n 求和 i 的 k 次方 小于等于 2 分之 a 加 1"},
      {"ko", "b 분의 a 는 루트 x 의 제곱 더하기 y 1",
       "i 는 1 부터 n 까지의 합 i 의 k 제곱 작거나 같다 2 분의 a 더하기 1"}};
  for (const auto& [iso, formula, sum] : rows) {
    EXPECT_EQ(words(kFormula, *find_language(iso)), formula);
    EXPECT_EQ(words(kSum, *find_language(iso)), sum);
  }
  for (const MathWord& word : math_words())  // none is forgotten in one of them
    for (const std::string_view said : word.said)
      EXPECT_EQ(said.empty(), word.latex == "|") << word.latex;
}

TEST(MathWords, WhatIsNoFormulaHasNone) {
  for (const char* bad : {"{", "}", "\\frac{a}", "x^", "", "{}", "\\left", "`x`", "$"})
    EXPECT_EQ(words(bad), "none") << bad;
  EXPECT_EQ(words(std::string(100'000, '{')), "none");
  EXPECT_EQ(words(std::string(50'000, 'x')), "none");
  std::string deep = "x";
  for (int i = 0; i < 2000; ++i) deep = "^" + deep;
  EXPECT_EQ(words(deep), "none");
  EXPECT_EQ(words("x", {"ita_Latn", "it"}), "none");
}

TEST(MathWords, AreReadWhereTheyAreAskedFor) {
  constexpr std::string_view kText =
      "The sum $\\sum_{i=1}^n i$ is large.\n\n$$\nx_1 \\oint y\n$$\n";
  EXPECT_THAT(
      spoken_texts(kText, reading_with({.math = true})),
      ElementsAre("The sum the sum from i equals 1 to n of i is large.", "x sub 1 oint y."));
  EXPECT_THAT(spoken_texts(kText), ElementsAre("The sum a formula is large.", "a formula."));
  EXPECT_EQ(with_plain_math("It costs $5 or $6.", english(), true), "It costs $5 or $6.");
}

}  // namespace
}  // namespace sotto::text::read_tables_test
