#include "text/math.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "text/math_words.h"
#include "text/signs.h"

namespace sotto::text {
namespace {

constexpr size_t kLongestInline = 200, kLongestBlock = 1000, kLongestSaid = 120, kDeepest = 8;

struct MathCommand {
  std::string_view name, text;
};

// Commands of LaTeX and what is written for them; letters and functions are their own names.
constexpr MathCommand kMathCommands[] = {
    {"leq", " ≤ "},        {"le", " ≤ "},         {"geq", " ≥ "},       {"ge", " ≥ "},
    {"neq", " ≠ "},        {"ne", " ≠ "},         {"approx", " ≈ "},    {"times", " × "},
    {"cdot", " × "},       {"div", " ÷ "},        {"pm", "±"},          {"to", " → "},
    {"rightarrow", " → "}, {"Rightarrow", " ⇒ "}, {"lt", " < "},        {"gt", " > "},
    {"land", " && "},      {"lor", " || "},       {"neg", "¬"},         {"quad", " "},
    {"left", ""},          {"right", ""},         {"displaystyle", ""}, {"ldots", "..."},
    {"dots", "..."},       {"lfloor", "floor("},  {"rfloor", ")"},      {"lceil", "ceil("},
    {"rceil", ")"},
};
constexpr std::string_view kMathNames =
    " log ln lg sin cos tan exp min max gcd mod alpha beta gamma delta epsilon theta lambda mu pi "
    "rho sigma tau phi omega Delta Sigma Omega ";
constexpr std::string_view kMathFonts =
    " text mathrm mathbf mathit mathsf mathtt operatorname mathcal textbf textit ";

bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_latin_or_digit(char c) { return is_latin(c) || (c >= '0' && c <= '9'); }
bool is_listed(std::string_view list, std::string_view name) {
  return list.find(" " + std::string(name) + " ") != list.npos;
}

// LaTeX as it would be written in code; nothing where that cannot be.
class PlainMath {
 public:
  explicit PlainMath(std::string_view latex) : latex_(latex) {}

  std::optional<std::string> read() {
    const std::string out = read_until('\0', 0);
    return failed_ ? std::nullopt : std::optional(out);
  }

 private:
  std::string read_until(char close, size_t depth) {
    std::string out;
    if (depth > kDeepest) failed_ = true;
    while (!failed_ && at_ < latex_.size()) {
      const char c = latex_[at_];
      if (close != 0 && c == close) {
        ++at_;
        return out;
      }
      if (c == '{') {
        ++at_;
        out += read_until('}', depth + 1);
      } else if (c == '\\') {
        ++at_;
        out += command(depth);
      } else if (c == '}' || c == '`' || c == '&' || c == '$') {
        failed_ = true;
      } else {
        out += c == '\n' || c == '~' ? ' ' : c;
        ++at_;
      }
    }
    if (close != 0) failed_ = true;
    return out;
  }

  std::string argument(size_t depth) {
    while (at_ < latex_.size() && latex_[at_] == ' ') ++at_;
    if (at_ >= latex_.size() || latex_[at_] != '{') {
      failed_ = true;
      return "";
    }
    ++at_;
    return read_until('}', depth + 1);
  }

  std::string command(size_t depth) {
    const size_t begin = at_;
    while (at_ < latex_.size() && is_latin(latex_[at_])) ++at_;
    const std::string_view name = latex_.substr(begin, at_ - begin);
    if (name.empty()) {
      const char c = at_ < latex_.size() ? latex_[at_++] : ' ';
      if (std::string_view(",;:! ").find(c) != std::string_view::npos) return " ";
      if (std::string_view("{}%_#").find(c) != std::string_view::npos) return std::string(1, c);
      failed_ = true;
      return "";
    }
    if (is_listed(kMathNames, name)) return std::string(name);
    if (is_listed(kMathFonts, name)) return argument(depth);
    if (name == "sqrt") return "√(" + argument(depth) + ")";
    if (name == "frac") {
      const std::string above = argument(depth);
      return above + " ÷ " + argument(depth);
    }
    const auto found = std::ranges::find(kMathCommands, name, &MathCommand::name);
    if (found != std::end(kMathCommands)) return std::string(found->text);
    failed_ = true;
    return "";
  }

  std::string_view latex_;
  size_t at_ = 0;
  bool failed_ = false;
};

std::string said_math(std::string_view latex, const Language& language, bool in_words) {
  if (in_words) {
    if (const auto words = math_in_words(latex, language)) return " " + *words + " ";
  }
  const std::optional<std::string> plain = PlainMath(latex).read();
  if (!plain || plain->size() > kLongestSaid || std::ranges::none_of(*plain, is_latin_or_digit)) {
    return std::string(spoken_word(SpokenWord::formula, language));
  }
  return "`" + *plain + "`";
}

// "$x^2$", but not "$5 and $6" nor "$HOME/$USER".
bool is_inline_math(std::string_view content) {
  if (content.empty() || content.size() > kLongestInline) return false;
  if (content.front() == ' ' || content.back() == ' ' || content.find('`') != content.npos)
    return false;
  const bool number = content.front() >= '0' && content.front() <= '9';
  return content.find_first_of(number ? "\\^_{=" : "\\^_{=<>+(") != content.npos ||
         (content.size() <= 2 && !number);
}

class MathReader {
 public:
  MathReader(std::string_view source, const Language& language, bool in_words)
      : source_(source), language_(language), in_words_(in_words) {}

  std::string run() {
    while (at_ < source_.size()) {
      const bool line_start = at_ == 0 || source_[at_ - 1] == '\n';
      if (line_start && pass_fence()) continue;
      const char c = source_[at_];
      const bool math = (c == '$' || c == '\\') && read_math();
      if (!math && !(c == '`' && pass_code())) pass(c == '\\' ? 2 : 1);
    }
    return std::move(out_);
  }

 private:
  void pass(size_t n) {
    n = std::min(n, source_.size() - at_);
    out_ += source_.substr(at_, n);
    at_ += n;
  }

  // A line that opens or closes a fence, and the lines between.
  bool pass_fence() {
    const size_t end = std::min(source_.find('\n', at_), source_.size() - 1) + 1;
    std::string_view line = source_.substr(at_, end - at_);
    line.remove_prefix(std::min(line.find_first_not_of(" >"), line.size()));
    const bool fence = line.starts_with("```") || line.starts_with("~~~");
    if (!fence && fence_ == 0) return false;
    if (fence && fence_ == 0) {
      fence_ = line.front();
    } else if (fence && line.front() == fence_) {
      fence_ = 0;
    }
    pass(end - at_);
    return true;
  }

  bool pass_code() {
    const size_t behind = std::min(source_.find_first_not_of('`', at_), source_.size());
    const std::string_view ticks = source_.substr(at_, behind - at_);
    const std::string_view seen = source_.substr(behind, kLongestInline);
    const size_t end = seen.find(ticks);
    pass(ticks.size() + (end == seen.npos ? 0 : end + ticks.size()));
    return true;
  }

  bool read_math() {
    const std::string_view rest = source_.substr(at_);
    if (rest.starts_with("$$")) return read_between("$$", "$$", true);
    if (rest.starts_with("\\[")) return read_between("\\[", "\\]", true);
    if (rest.starts_with("\\(")) return read_between("\\(", "\\)", false);
    if (rest.front() != '$' || (at_ > 0 && is_latin_or_digit(source_[at_ - 1]))) return false;
    const size_t close = rest.substr(0, kLongestInline + 2).find_first_of("$\n", 1);
    if (close == rest.npos || rest[close] != '$') return false;
    if (close + 1 < rest.size() && (is_latin_or_digit(rest[close + 1]) || rest[close + 1] == '$'))
      return false;
    const std::string_view content = rest.substr(1, close - 1);
    if (!is_inline_math(content)) return false;
    out_ += said_math(content, language_, in_words_);
    at_ += close + 1;
    return true;
  }

  // A block begins a line and may have several, none of them empty. While its end has not come, it
  // goes on to the end of the text.
  bool read_between(std::string_view open, std::string_view close, bool block) {
    const size_t begin = at_ + open.size();
    const std::string_view seen = source_.substr(begin, kLongestBlock);
    const size_t end = seen.find(close);
    const size_t limit = std::min(seen.find(block ? "\n\n" : "\n"), seen.size());
    const bool grows = block && begin_of_line() && limit == source_.size() - begin;
    if (end >= limit && !grows) return false;
    const bool closed = end < limit;
    const std::string_view content = seen.substr(0, closed ? end : limit);
    out_ += said_math(content, language_, in_words_);
    out_.append(static_cast<size_t>(std::ranges::count(content, '\n')), '\n');
    at_ = begin + content.size() + (closed ? close.size() : 0);
    return true;
  }

  bool begin_of_line() const {
    const size_t last = out_.find_last_not_of(" >\t");
    return last == out_.npos || out_[last] == '\n';
  }

  std::string_view source_;
  const Language& language_;
  const bool in_words_;
  size_t at_ = 0;
  char fence_ = 0;
  std::string out_;
};

bool has_math_sign(std::string_view markdown) {
  return markdown.find('$') != markdown.npos || markdown.find("\\(") != markdown.npos ||
         markdown.find("\\[") != markdown.npos;
}

}  // namespace

std::string with_plain_math(std::string_view markdown, const Language& language, bool in_words) {
  if (!has_math_sign(markdown)) return std::string(markdown);
  return MathReader(markdown, language, in_words).run();
}

bool may_have_open_math(std::string_view markdown) {
  constexpr size_t kLongest = kLongestBlock + 4;  // with its signs
  return has_math_sign(markdown.substr(markdown.size() - std::min(markdown.size(), kLongest)));
}

}  // namespace sotto::text
