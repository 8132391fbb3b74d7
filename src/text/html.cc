#include "text/html.h"

#include <algorithm>
#include <array>

namespace sotto::text {
namespace {

using TokenKind = HtmlToken::Kind;

bool is_html_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; }
bool is_tag_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool equal(std::string_view text, std::string_view lower_case) {
  return std::ranges::equal(text, lower_case, {}, lower);
}

// Elements whose content is no markup.
constexpr std::array<std::string_view, 8> kRaw = {"script",  "style",    "xmp",      "iframe",
                                                  "noembed", "noframes", "textarea", "title"};

class Reader {
 public:
  explicit Reader(std::string_view html) : html_(html) {}

  std::vector<HtmlToken> read() {
    while (at_ < html_.size()) {
      const size_t begin = at_;
      if (html_[at_] != '<' || !read_markup()) read_text(begin);
    }
    return std::move(tokens_);
  }

 private:
  bool at_end() const { return at_ >= html_.size(); }
  char peek(size_t ahead) const { return at_ + ahead < html_.size() ? html_[at_ + ahead] : '\0'; }
  HtmlToken& add(TokenKind kind, size_t begin) {
    tokens_.push_back({kind, html_.substr(begin, at_ - begin), {}, false, false});
    return tokens_.back();
  }
  // Behind `end`, or the end of the document.
  void go_behind(std::string_view end, size_t from) {
    const size_t found = html_.find(end, from);
    at_ = found == std::string_view::npos ? html_.size() : found + end.size();
  }

  // Up to the next "<" that begins some markup.
  void read_text(size_t begin) {
    at_ = std::min(html_.find('<', begin + 1), html_.size());
    if (!tokens_.empty() && tokens_.back().kind == TokenKind::text) {  // "a < b"
      std::string_view& whole = tokens_.back().source;
      whole = {whole.data(), whole.size() + (at_ - begin)};
    } else {
      add(TokenKind::text, begin);
    }
  }

  // False: the "<" is a text.
  bool read_markup() {
    const size_t begin = at_;
    if (is_tag_letter(peek(1))) {
      read_tag(TokenKind::open);
    } else if (peek(1) == '/' && is_tag_letter(peek(2))) {
      read_tag(TokenKind::close);
    } else if (html_.substr(at_).starts_with("<!--")) {
      read_comment();
    } else if (peek(1) == '!' || peek(1) == '?' || (peek(1) == '/' && at_ + 2 < html_.size())) {
      go_behind(">", at_ + 1);
      add(TokenKind::other, begin);
    } else {
      return false;
    }
    return true;
  }

  void read_comment() {
    const size_t begin = at_;
    const std::string_view rest = html_.substr(at_ + 4);
    if (rest.starts_with(">")) {
      at_ += 5;
    } else if (rest.starts_with("->")) {
      at_ += 6;
    } else {
      go_behind("-->", at_ + 4);
      const size_t odd = html_.substr(0, at_).find("--!>", begin + 4);
      if (odd != std::string_view::npos) at_ = odd + 4;
    }
    add(TokenKind::other, begin);
  }

  void read_tag(TokenKind kind) {
    const size_t begin = at_;
    at_ += kind == TokenKind::open ? 1 : 2;
    HtmlToken tag;
    for (; !at_end() && !is_html_space(html_[at_]) && html_[at_] != '/' && html_[at_] != '>'; ++at_)
      tag.name += lower(html_[at_]);
    while (!at_end() && html_[at_] != '>') read_attribute(tag);
    if (at_end()) {  // it is dropped by whoever shows the document
      add(TokenKind::other, begin);
      return;
    }
    tag.self_closing = html_[at_ - 1] == '/' && !value_is_last_;
    ++at_;
    tag.kind = kind;
    tag.source = html_.substr(begin, at_ - begin);
    tokens_.push_back(std::move(tag));
    if (kind == TokenKind::open) read_content(tokens_.back().name);
  }

  // Spaces, slashes or one attribute.
  void read_attribute(HtmlToken& tag) {
    value_is_last_ = false;
    if (is_html_space(html_[at_]) || html_[at_] == '/') {
      ++at_;
      return;
    }
    const size_t begin = at_++;  // a "=" here belongs to the name
    while (!at_end() && !is_html_space(html_[at_]) &&
           std::string_view("/>=").find(html_[at_]) == std::string_view::npos)
      ++at_;
    const std::string_view name = html_.substr(begin, at_ - begin);
    size_t equals = at_;
    while (equals < html_.size() && is_html_space(html_[equals])) ++equals;
    if (equals == html_.size() || html_[equals] != '=') return;
    at_ = equals + 1;
    while (!at_end() && is_html_space(html_[at_])) ++at_;
    const std::string_view value = read_value();
    if (equal(name, "translate") && equal(value, "no")) tag.untranslated = true;
    if (equal(name, "class") && has_word(value, "notranslate")) tag.untranslated = true;
  }

  std::string_view read_value() {
    if (at_end() || html_[at_] == '>') return {};
    const size_t begin = at_;
    if (const char quote = html_[at_]; quote == '"' || quote == '\'') {
      go_behind({&quote, 1}, at_ + 1);
      return html_.substr(begin + 1, at_ - begin - 2);
    }
    while (!at_end() && !is_html_space(html_[at_]) && html_[at_] != '>') ++at_;
    value_is_last_ = true;
    return html_.substr(begin, at_ - begin);
  }

  static bool has_word(std::string_view list, std::string_view word) {
    for (size_t i = 0; i < list.size();) {
      const size_t end = static_cast<size_t>(
          std::find_if(list.begin() + i, list.end(), is_html_space) - list.begin());
      if (equal(list.substr(i, end - i), word)) return true;
      i = end + 1;
    }
    return false;
  }

  // Reads an element in which tags are text, up to its own end.
  void read_content(const std::string& name) {
    if (name == "plaintext") return add_rest(TokenKind::other, html_.size());
    if (std::ranges::find(kRaw, name) == kRaw.end()) return;
    add_rest(name == "title" ? TokenKind::text : TokenKind::other,
             name == "script" ? end_of_script() : find_tag("</", name, at_, html_.size()));
  }

  void add_rest(TokenKind kind, size_t end) {
    const size_t begin = at_;
    at_ = end;
    if (at_ > begin) add(kind, begin);
  }

  // The place at which `opener` and the name stand as a tag, before `limit`; else `limit`.
  size_t find_tag(std::string_view opener, std::string_view name, size_t from, size_t limit) const {
    const std::string_view part = html_.substr(0, limit);
    for (; (from = part.find(opener, from)) != std::string_view::npos; ++from) {
      const size_t end = from + opener.size() + name.size();
      if (end < html_.size() && equal(html_.substr(from + opener.size(), name.size()), name) &&
          (is_html_space(html_[end]) || html_[end] == '/' || html_[end] == '>'))
        return from;
    }
    return limit;
  }

  // A script in a comment in a script ends itself only.
  size_t end_of_script() const {
    const size_t last = html_.size();
    size_t at = at_, end = find_tag("</", "script", at, last);
    for (;;) {
      const size_t comment = html_.substr(0, end).find("<!--", at);
      if (comment == std::string_view::npos) return end;
      const size_t comment_end = std::min(html_.find("-->", comment + 2), last);
      const size_t inner = find_tag("<", "script", comment, std::min(end, comment_end));
      at = comment_end;
      if (inner < std::min(end, comment_end)) {
        at = std::min(find_tag("</", "script", inner, last) + 1, last);
      } else if (end < comment_end) {
        return end;
      }
      if (end < at) end = find_tag("</", "script", at, last);
    }
  }

  std::string_view html_;
  size_t at_ = 0;
  bool value_is_last_ = false;  // a slash at its end is its own
  std::vector<HtmlToken> tokens_;
};

}  // namespace

std::vector<HtmlToken> read_html(std::string_view html) { return Reader(html).read(); }

}  // namespace sotto::text
