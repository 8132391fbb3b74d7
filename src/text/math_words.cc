#include "text/math_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "text/math_vocabulary.h"

namespace sotto::text {
namespace {

constexpr size_t kDeepestFormula = 12;
constexpr size_t kLongestWords = 2000;  // bytes

constexpr std::string_view kMathSilent =
    " left right big Big bigg Bigg displaystyle textstyle limits nolimits quad qquad lfloor rfloor "
    "lceil rceil langle rangle lvert rvert lVert rVert ";
constexpr std::string_view kMathPlain =
    " text mathrm mathbf mathit mathsf mathtt mathbb mathcal operatorname textbf textit boldsymbol "
    "hat bar vec tilde overline underline ";

bool is_math_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_math_digit(char c) { return c >= '0' && c <= '9'; }

class MathWordsReader {
 public:
  MathWordsReader(std::string_view latex, size_t language)
      : latex_(latex), language_(language), grammar_(math_grammar(language)) {}

  std::optional<std::string> read() {
    std::string words = sequence('\0', 0);
    if (failed_ || words.size() > kLongestWords) return std::nullopt;
    return words;
  }

 private:
  static void add(std::string& out, std::string_view words) {
    while (words.starts_with(' ')) words.remove_prefix(1);
    if (words.empty()) return;
    if (!out.empty() && !out.ends_with(' ') && !words.starts_with(',')) out += ' ';
    out += words;
  }
  std::string_view say(const MathWord& word) const { return word.said[language_]; }
  // The reading of a word that is in the table.
  std::string_view say(std::string_view latex) const {
    return say(*std::ranges::find(math_words(), latex, &MathWord::latex));
  }
  template <class... Parts>
  static std::string say_parts(std::string_view pattern, const Parts&... parts) {
    return fmt::format(fmt::runtime(pattern), parts...);
  }

  // Up to `close`, which is passed.
  std::string sequence(char close, size_t depth) {
    std::string out;
    if (depth > kDeepestFormula) failed_ = true;
    while (!failed_ && at_ < latex_.size()) {
      if (close != 0 && latex_[at_] == close) {
        ++at_;
        return out;
      }
      if (out.size() > kLongestWords) failed_ = true;
      add(out, with_scripts(depth));
    }
    if (close != 0) failed_ = true;
    return out;
  }

  // An atom with what stands below and above it.
  std::string with_scripts(size_t depth) {
    const bool is_command = latex_[at_] == '\\';
    const size_t begin = at_;
    std::string out = atom(depth);
    if (is_command && is_big(latex_.substr(begin + 1, at_ - begin - 1))) return bounds(out, depth);
    while (!failed_ && at_ < latex_.size() && (latex_[at_] == '^' || latex_[at_] == '_')) {
      const bool above = latex_[at_++] == '^';
      const std::string script = argument(depth);
      if (!above) {
        add(out, grammar_.sub);
        add(out, script);
      } else if (script == say("'") || script == say("top") || script == say("circ")) {
        add(out, script);
      } else if (script == "2" || script == "3") {
        add(out, script == "2" ? grammar_.squared : grammar_.cubed);
      } else {
        add(out, say_parts(grammar_.power, script));
      }
    }
    return out;
  }

  static bool is_big(std::string_view name) {
    return std::ranges::find(math_sums(), name, &MathWord::latex) != math_sums().end();
  }

  std::string bounds(const std::string& name, size_t depth) {
    std::string below, above;
    while (!failed_ && at_ < latex_.size() &&
           (latex_[at_] == '^' || latex_[at_] == '_' || latex_[at_] == ' ')) {
      const char c = latex_[at_++];
      if (c == ' ') continue;
      (c == '_' ? below : above) = argument(depth);
    }
    const std::string_view pattern = below.empty()
                                         ? (above.empty() ? grammar_.sum : grammar_.sum_to)
                                         : (above.empty() ? grammar_.sum_over : grammar_.sum_from);
    return say_parts(pattern, name, below, above);
  }

  // The argument of a command or a script: a group, or one atom.
  std::string argument(size_t depth) {
    while (at_ < latex_.size() && latex_[at_] == ' ') ++at_;
    if (at_ >= latex_.size() || depth > kDeepestFormula) {
      failed_ = true;
      return "";
    }
    return atom(depth + 1);
  }

  std::string atom(size_t depth) {
    const char c = latex_[at_];
    if (c == '{') {
      ++at_;
      return sequence('}', depth + 1);
    }
    if (c == '\\') return command(depth);
    if (is_math_digit(c)) {
      const size_t begin = at_;
      while (at_ < latex_.size() && (is_math_digit(latex_[at_]) || is_point(at_))) ++at_;
      return std::string(latex_.substr(begin, at_ - begin));
    }
    if (c == '}' || c == '$' || c == '`') failed_ = true;
    const auto found = std::ranges::find(math_words(), latex_.substr(at_, 1), &MathWord::latex);
    if (found != math_words().end()) return ++at_, std::string(say(*found));
    if (c == '(' || c == ')' || c == ',' || is_math_letter(c)) return std::string(1, latex_[at_++]);
    if (static_cast<unsigned char>(c) < 0x80) return ++at_, "";  // & ~ [ ] and the like
    const size_t begin = at_;
    next_code_point(latex_, at_);
    return std::string(latex_.substr(begin, at_ - begin));
  }

  bool is_point(size_t at) const {
    return latex_[at] == '.' && at + 1 < latex_.size() && is_math_digit(latex_[at + 1]);
  }

  std::string command(size_t depth) {
    const size_t begin = ++at_;
    while (at_ < latex_.size() && is_math_letter(latex_[at_])) ++at_;
    const std::string_view name = latex_.substr(begin, at_ - begin);
    if (name.empty()) {
      const char c = at_ < latex_.size() ? latex_[at_++] : ' ';
      return c == '\\' ? "," : c == '%' ? std::string(say("%")) : "";
    }
    const std::string listed = " " + std::string(name) + " ";
    if (kMathSilent.find(listed) != kMathSilent.npos) return "";
    if (name == "begin" || name == "end") return argument(depth), "";
    if (name == "frac" || name == "dfrac" || name == "tfrac") return fraction(depth);
    if (name == "sqrt") return root(depth);
    if (kMathPlain.find(listed) != kMathPlain.npos) return raw_argument(depth, name);
    for (const auto table : {math_words(), math_sums()}) {
      const auto found = std::ranges::find(table, name, &MathWord::latex);
      if (found != table.end()) return std::string(say(*found));
    }
    return std::string(name);
  }

  // Words of a text stay together.
  std::string raw_argument(size_t depth, std::string_view name) {
    const bool is_text = name.starts_with("text") || name == "operatorname" || name == "mathrm";
    while (at_ < latex_.size() && latex_[at_] == ' ') ++at_;
    const size_t close = latex_.find('}', at_);
    if (!is_text || at_ >= latex_.size() || latex_[at_] != '{' || close == latex_.npos)
      return argument(depth);
    const std::string_view inside = latex_.substr(at_ + 1, close - at_ - 1);
    if (inside.find_first_of("{\\$`*_[]<>#|") != inside.npos) return argument(depth);
    at_ = close + 1;
    return std::string(inside);
  }

  std::string fraction(size_t depth) {
    const std::string above = argument(depth), below = argument(depth);
    const bool is_short = above.find(' ') == above.npos && below.find(' ') == below.npos;
    return say_parts(is_short ? grammar_.fraction : grammar_.long_fraction, above, below);
  }

  std::string root(size_t depth) {
    std::string order;
    if (at_ < latex_.size() && latex_[at_] == '[') {
      ++at_;
      order = sequence(']', depth + 1);
    }
    const std::string of = argument(depth);
    return say_parts(order.empty() ? grammar_.root : grammar_.root_of_order, of, order);
  }

  std::string_view latex_;
  const size_t language_;
  const MathGrammar& grammar_;
  size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> math_in_words(std::string_view latex, const Language& language) {
  const auto known = std::ranges::find(kMathLanguages, language.iso);
  if (known == kMathLanguages.end()) return std::nullopt;
  const auto column = static_cast<size_t>(known - kMathLanguages.begin());
  std::optional<std::string> words = MathWordsReader(latex, column).read();
  if (!words) return words;
  while (words->ends_with(' ') || words->ends_with(',')) words->pop_back();
  const bool says = std::ranges::any_of(*words, [](char c) {
    return is_math_letter(c) || is_math_digit(c) || static_cast<unsigned char>(c) >= 0x80;
  });
  return says ? words : std::nullopt;
}

}  // namespace sotto::text
