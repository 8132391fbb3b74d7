// Words for formulas, a column a language.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace sotto::text {

inline constexpr std::array<std::string_view, 7> kMathLanguages = {"en", "ja", "de", "fr",
                                                                   "es", "zh", "ko"};

// A sign, or a command without its backslash. Letters of Greek and functions are read by their names.
struct MathWord {
  std::string_view latex;
  std::array<std::string_view, kMathLanguages.size()> said;
};
std::span<const MathWord> math_words();
// Operators with bounds: what stands below and above them.
std::span<const MathWord> math_sums();

// Templates for expressions that have parts: {0}, {1} and {2} are the parts.
struct MathGrammar {
  std::string_view sub;                    // between x and its index
  std::string_view squared, cubed, power;  // behind what is raised; {0}: to what
  std::string_view fraction;               // of two parts of one word each
  std::string_view long_fraction;
  std::string_view root, root_of_order;              // {0}: of what; {1}: the order
  std::string_view sum, sum_over, sum_to, sum_from;  // {0}: its name, {1}: below, {2}: above
};
const MathGrammar& math_grammar(size_t language);  // of kMathLanguages

}  // namespace sotto::text
