#include "translate/document/html_runs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/html.h"
#include "text/speech_builder.h"
#include "translate/document/passages.h"

namespace sotto::translate {
namespace {

using text::HtmlToken;
using Kind = InlineNode::Kind;

constexpr size_t kDeepest = 3;  // every level is translated once more

using Name = std::string_view;
constexpr auto kInline = std::to_array<Name>(
    {"a",     "abbr", "acronym", "b",      "bdi", "bdo",   "big",  "cite", "del",
     "dfn",   "em",   "font",    "i",      "ins", "label", "mark", "q",    "s",
     "small", "span", "strike",  "strong", "sub", "sup",   "time", "tt",   "u"});
constexpr auto kCode = std::to_array<Name>({"code", "data", "kbd", "samp", "var"});
// Shown inside a line, without words.
constexpr auto kEmpty = std::to_array<Name>({"img", "input", "wbr"});
constexpr auto kVoid = std::to_array<Name>(
    {"area", "base", "br", "col", "embed", "hr", "link", "meta", "param", "source", "track"});
constexpr auto kUntouched =
    std::to_array<Name>({"script", "style", "pre", "textarea", "svg", "math", "xmp", "iframe",
                         "noembed", "noframes", "plaintext", "listing"});

bool has(const auto& names, Name name) { return std::ranges::find(names, name) != names.end(); }
bool is_code(Name name) { return has(kCode, name); }
bool is_empty(Name name) { return has(kEmpty, name) || has(kVoid, name); }
bool is_in_line(Name name) { return has(kInline, name) || is_code(name) || has(kEmpty, name); }
bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\n\f\r") == std::string_view::npos;
}

// Decoded, with single spaces, also at its ends.
std::string words_of(std::string_view source) {
  std::string words;
  for (const char c : text::decode_entities(source)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    if (!space) {
      words += c;
    } else if (!words.ends_with(' ')) {
      words += ' ';
    }
  }
  return text::to_nfc(words);
}

class RunMaker {
 public:
  explicit RunMaker(std::string_view html) : html_(html), tokens_(text::read_html(html)) {}

  std::vector<HtmlPart> make() {
    for (next_ = 0; next_ < tokens_.size();) take(tokens_[next_]);
    flush();
    return std::move(parts_);
  }

 private:
  void take(const HtmlToken& token) {
    const bool open = token.kind == HtmlToken::Kind::open;
    if (open && !is_empty(token.name) &&
        (is_code(token.name) || has(kUntouched, token.name) || token.untranslated))
      return keep_element();
    ++next_;
    if (token.kind == HtmlToken::Kind::text) {
      take_text(token.source);
    } else if (is_comment(token.source)) {
      part_.markup += token.source;
      after_comment_ = true;
    } else if (open && has(kEmpty, token.name)) {
      add({Kind::mark, std::string(token.source), {}, {}, {}, {}});
    } else if (open && has(kInline, token.name)) {
      take_open(token);
    } else if (token.kind == HtmlToken::Kind::close && is_in_line(token.name)) {
      take_close(token);
    } else {
      flush();
      part_.markup += token.source;
    }
  }

  // One that is not closed takes all that comes behind it, and has to stay there.
  static bool is_comment(std::string_view source) {
    return source.starts_with("<!--") && (source.ends_with("-->") || source.ends_with("--!>"));
  }

  void take_text(std::string_view source) {
    if (part_.run.empty() && open_.empty() && is_blank(source)) {
      part_.markup += source;
    } else {
      add({Kind::text, std::string(source), words_of(source), {}, {}, {}});
    }
  }

  void take_open(const HtmlToken& token) {
    InlineNode node{Kind::element, std::string(token.source), {}, token.name, {}, {}};
    if (open_.size() < kDeepest) {
      open_.push_back(std::move(node));
    } else {
      node.kind = Kind::mark;
      add(std::move(node));
    }
  }

  // A tag that does not close the innermost element closes none: browsers differ from that, but
  // what is a mark stays where it is.
  void take_close(const HtmlToken& token) {
    if (open_.empty() || open_.back().name != token.name)
      return add({Kind::mark, std::string(token.source), {}, {}, {}, {}});
    InlineNode node = std::move(open_.back());
    open_.pop_back();
    node.close = token.source;
    if (std::ranges::all_of(node.children, has_no_words)) {
      InlineNode mark;
      mark.kind = Kind::mark;
      append_source(node, mark.source);
      node = std::move(mark);
    } else if (is_number(node)) {
      InlineNode number;
      number.kind = Kind::code;
      append_source(node, number.source);
      number.words = words_in(node);
      node = std::move(number);
    }
    add(std::move(node));
  }

  static bool has_no_words(const InlineNode& node) {
    // A no-break space has both of these bytes, and few others have.
    return node.kind == Kind::mark ||
           (node.kind == Kind::text &&
            node.words.find_first_not_of(" \xC2\xA0") == std::string::npos);
  }

  static std::string words_in(const InlineNode& node) {
    std::string words = node.words;
    for (const InlineNode& child : node.children) words += words_in(child);
    return words;
  }

  // "42", "[1]": the same in every language.
  static bool is_number(const InlineNode& node) {
    const std::string words = words_in(node);
    return words.find_first_of("0123456789") != std::string::npos && !has_letters(words) &&
           !words.starts_with(' ') && !words.ends_with(' ');
  }

  // An element that nobody translates, whole.
  void keep_element() {
    const HtmlToken& first = tokens_[next_];
    const bool in_line = is_in_line(first.name);
    const auto [end, closed] = end_of(next_, in_line);
    const char* begin = first.source.data();
    const char* behind = end < tokens_.size() ? tokens_[end].source.data() : html_.end();
    const std::string_view source(begin, static_cast<size_t>(behind - begin));
    if (in_line && closed) {
      std::string words;
      for (size_t i = next_; i < end; ++i)
        if (tokens_[i].kind == HtmlToken::Kind::text) words += tokens_[i].source;
      words = words_of(words);
      if (words.ends_with(' ')) words.pop_back();
      if (words.starts_with(' ')) words.erase(0, 1);
      add({words.empty() ? Kind::mark : Kind::code, std::string(source), words, {}, {}, {}});
    } else {
      flush();
      part_.markup += source;
    }
    next_ = end;
  }

  // Behind the element that begins at a token; one inside a line ends with its paragraph.
  std::pair<size_t, bool> end_of(size_t first, bool in_line) const {
    const std::string& name = tokens_[first].name;
    const bool foreign = name == "svg" || name == "math";
    int depth = 0;
    for (size_t i = first; i < tokens_.size(); ++i) {
      const HtmlToken& token = tokens_[i];
      const bool is_tag =
          token.kind == HtmlToken::Kind::open || token.kind == HtmlToken::Kind::close;
      if (in_line && is_tag && !is_in_line(token.name)) return {i, false};
      if (!is_tag || token.name != name) continue;
      const bool opens = token.kind == HtmlToken::Kind::open;
      if (!opens || !(foreign && token.self_closing)) depth += opens ? 1 : -1;
      if (depth == 0) return {i + 1, true};
    }
    return {tokens_.size(), false};
  }

  void add(InlineNode node) {
    std::vector<InlineNode>& siblings = open_.empty() ? part_.run : open_.back().children;
    // Without the comment that was between them, "<" and "!" would be the beginning of another.
    if (after_comment_ && !siblings.empty() && siblings.back().kind == Kind::text) {
      std::string& source = siblings.back().source;
      source = text::encode_entities(text::decode_entities(source));
    }
    after_comment_ = false;
    siblings.push_back(std::move(node));
  }

  // The run is over. What was not closed in it is no element of it.
  void flush() {
    while (!open_.empty()) {
      InlineNode node = std::move(open_.back());
      open_.pop_back();
      std::vector<InlineNode> children = std::move(node.children);
      node.kind = Kind::mark;
      add(std::move(node));
      for (InlineNode& child : children) add(std::move(child));
    }
    if (!part_.run.empty() || !part_.markup.empty()) parts_.push_back(std::exchange(part_, {}));
  }

  std::string_view html_;
  std::vector<HtmlToken> tokens_;
  size_t next_ = 0;
  std::vector<HtmlPart> parts_;
  HtmlPart part_;
  std::vector<InlineNode> open_;
  bool after_comment_ = false;
};

}  // namespace

std::vector<HtmlPart> html_runs(std::string_view html) { return RunMaker(html).make(); }

void append_source(const InlineNode& node, std::string& out) {
  out += node.source;
  for (const InlineNode& child : node.children) append_source(child, out);
  out += node.close;
}

}  // namespace sotto::translate
