#include "text/math_words.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "base/utf8.h"

namespace sotto::text {
namespace {

constexpr size_t kDeepestFormula = 12;
constexpr size_t kLongestWords = 2000;  // bytes

struct MathWord {
  std::string_view latex, english, japanese;
};

// Signs and commands; letters of Greek and functions are read by their names.
constexpr MathWord kMathWords[] = {
    {"+", "plus", "プラス"},
    {"-", "minus", "マイナス"},
    {"=", "equals", "イコール"},
    {"<", "is less than", "小なり"},
    {">", "is greater than", "大なり"},
    {"*", "times", "かける"},
    {"/", "over", "割る"},
    {"!", "factorial", "の階乗"},
    {"'", "prime", "プライム"},
    {"|", "", ""},
    {"%", "percent", "パーセント"},
    {"leq", "is at most", "以下"},
    {"le", "is at most", "以下"},
    {"geq", "is at least", "以上"},
    {"ge", "is at least", "以上"},
    {"neq", "is not equal to", "ノットイコール"},
    {"ne", "is not equal to", "ノットイコール"},
    {"lt", "is less than", "小なり"},
    {"gt", "is greater than", "大なり"},
    {"approx", "is about", "ニアリーイコール"},
    {"sim", "is distributed as", "は次に従う"},
    {"equiv", "is equivalent to", "は次と合同"},
    {"propto", "is proportional to", "は次に比例"},
    {"times", "times", "かける"},
    {"cdot", "times", "かける"},
    {"div", "divided by", "割る"},
    {"pm", "plus or minus", "プラスマイナス"},
    {"to", "to", "から"},
    {"rightarrow", "to", "から"},
    {"Rightarrow", "implies", "ならば"},
    {"implies", "implies", "ならば"},
    {"iff", "if and only if", "同値"},
    {"in", "in", "は次の要素、"},
    {"notin", "not in", "は次の要素でない、"},
    {"subset", "is a subset of", "は次の部分集合、"},
    {"subseteq", "is a subset of", "は次の部分集合、"},
    {"cup", "union", "和集合"},
    {"cap", "intersection", "共通部分"},
    {"land", "and", "かつ"},
    {"wedge", "and", "かつ"},
    {"lor", "or", "または"},
    {"vee", "or", "または"},
    {"neg", "not", "ノット"},
    {"forall", "for all", "すべての"},
    {"exists", "there is", "ある"},
    {"infty", "infinity", "無限大"},
    {"partial", "partial", "ラウンド"},
    {"nabla", "nabla", "ナブラ"},
    {"emptyset", "the empty set", "空集合"},
    {"ldots", "and so on", "など"},
    {"cdots", "and so on", "など"},
    {"dots", "and so on", "など"},
    {"circ", "degrees", "度"},
    {"top", "transpose", "転置"},
    {"mid", "given", "のもとで"},
};

// With bounds: what stands below and above them.
constexpr MathWord kMathBig[] = {
    {"sum", "the sum", "総和"},        {"prod", "the product", "総乗"},
    {"int", "the integral", "積分"},   {"lim", "the limit", "極限"},
    {"bigcup", "the union", "和集合"}, {"bigcap", "the intersection", "共通部分"},
};

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
  MathWordsReader(std::string_view latex, bool japanese) : latex_(latex), japanese_(japanese) {}

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
  std::string_view say(const MathWord& word) const {
    return japanese_ ? word.japanese : word.english;
  }
  std::string_view say(std::string_view english, std::string_view japanese) const {
    return japanese_ ? japanese : english;
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
        add(out, say("sub", ""));
        add(out, script);
      } else if (script == say("prime", "プライム") || script == say("transpose", "転置") ||
                 script == say("degrees", "度")) {
        add(out, script);
      } else if (japanese_) {
        add(out, "の " + script + " 乗");
      } else if (script == "2" || script == "3") {
        add(out, script == "2" ? "squared" : "cubed");
      } else {
        add(out, "to the power of " + script);
      }
    }
    return out;
  }

  static bool is_big(std::string_view name) {
    return std::ranges::find(kMathBig, name, &MathWord::latex) != std::end(kMathBig);
  }

  std::string bounds(const std::string& name, size_t depth) {
    std::string below, above;
    while (!failed_ && at_ < latex_.size() &&
           (latex_[at_] == '^' || latex_[at_] == '_' || latex_[at_] == ' ')) {
      const char c = latex_[at_++];
      if (c == ' ') continue;
      (c == '_' ? below : above) = argument(depth);
    }
    std::string out;
    if (japanese_) {
      if (!below.empty()) add(out, below + " から");
      if (!above.empty()) add(out, above + " までの");
      add(out, name);
      return out;
    }
    add(out, name);
    if (!below.empty()) add(out, (above.empty() ? "over " : "from ") + below);
    if (!above.empty()) add(out, "to " + above);
    add(out, "of");
    return out;
  }

  // Of a command or a script: a group, or one atom.
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
    const auto found = std::ranges::find(kMathWords, latex_.substr(at_, 1), &MathWord::latex);
    if (found != std::end(kMathWords)) return ++at_, std::string(say(*found));
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
      return c == '\\' ? "," : c == '%' ? std::string(say("percent", "パーセント")) : "";
    }
    const std::string listed = " " + std::string(name) + " ";
    if (kMathSilent.find(listed) != kMathSilent.npos) return "";
    if (name == "begin" || name == "end") return argument(depth), "";
    if (name == "frac" || name == "dfrac" || name == "tfrac") return fraction(depth);
    if (name == "sqrt") return root(depth);
    if (kMathPlain.find(listed) != kMathPlain.npos) return raw_argument(depth, name);
    for (const auto& table :
         {std::span<const MathWord>(kMathWords), std::span<const MathWord>(kMathBig)}) {
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
    if (japanese_) return below + " 分の " + above;
    const bool is_short = above.find(' ') == above.npos && below.find(' ') == below.npos;
    return is_short ? above + " over " + below : "the fraction " + above + ", over " + below + ",";
  }

  std::string root(size_t depth) {
    std::string order;
    if (at_ < latex_.size() && latex_[at_] == '[') {
      ++at_;
      order = sequence(']', depth + 1);
    }
    const std::string of = argument(depth);
    if (japanese_) return (order.empty() ? "ルート " : order + " 乗根 ") + of;
    return (order.empty() ? "the square root of " : "the root of order " + order + " of ") + of;
  }

  std::string_view latex_;
  const bool japanese_;
  size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> math_in_words(std::string_view latex, const Language& language) {
  if (language.iso != "en" && language.iso != "ja") return std::nullopt;
  std::optional<std::string> words = MathWordsReader(latex, language.iso == "ja").read();
  if (!words) return words;
  while (words->ends_with(' ') || words->ends_with(',')) words->pop_back();
  const bool says = std::ranges::any_of(*words, [](char c) {
    return is_math_letter(c) || is_math_digit(c) || static_cast<unsigned char>(c) >= 0x80;
  });
  return says ? words : std::nullopt;
}

}  // namespace sotto::text
