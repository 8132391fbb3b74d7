#include "text/pronouncer.h"

#include <algorithm>
#include <vector>

#include "base/utf8.h"
#include "text/fold.h"
#include "text/phoneme_marks.h"
#include "text/quantity.h"
#include "text/sign_context.h"
#include "text/signs.h"

namespace sotto::text {
namespace {

constexpr size_t kMostWordsOfCode = 12;  // longer code is not read to its end

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_lower(c) || is_upper(c); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_word(char c) { return is_letter(c) || is_digit(c); }

// "parseHTTPResponse2" is parse, HTTP, Response, 2. Letters and digits only.
std::vector<std::string_view> split_camel(std::string_view token) {
  std::vector<std::string_view> out;
  size_t begin = 0;
  for (size_t i = 1; i <= token.size(); ++i) {
    const bool end = i == token.size();
    const bool hump = !end && is_upper(token[i]) && is_lower(token[i - 1]);
    const bool after_acronym = !end && i + 1 < token.size() && is_upper(token[i - 1]) &&
                               is_upper(token[i]) && is_lower(token[i + 1]);
    const bool digits = !end && is_digit(token[i]) != is_digit(token[i - 1]);
    if (!end && !hump && !after_acronym && !digits) continue;
    out.push_back(token.substr(begin, i - begin));
    begin = i;
  }
  return out;
}

// The letters in front of code[i], and behind it, over one space.
std::string_view word_before(std::string_view code, size_t i) {
  if (i > 0 && code[i - 1] == ' ') --i;
  size_t begin = i;
  while (begin > 0 && is_letter(code[begin - 1])) --begin;
  return code.substr(begin, i - begin);
}
std::string_view word_behind(std::string_view code, size_t i) {
  if (i < code.size() && code[i] == ' ') ++i;
  size_t end = i;
  while (end < code.size() && is_letter(code[end])) ++end;
  return code.substr(std::min(i, code.size()), end - i);
}

std::string_view last_component(std::string_view path) {
  while (path.size() > 1 && (path.ends_with('/') || path.ends_with('*'))) path.remove_suffix(1);
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return path;
  const std::string_view name = path.substr(slash + 1);
  // A folder alone says little: its parent comes along.
  const bool has_extension = name.find('.') != std::string_view::npos;
  if (has_extension || slash == 0) return name;
  const size_t parent = path.rfind('/', slash - 1);
  return path.substr(parent == std::string_view::npos ? 0 : parent + 1);
}

// The text between spans and in them, each with letters in their usual form.
Sentence folded_for_ear(const Sentence& sentence, const Language& language) {
  const std::string_view text = sentence.text;
  Sentence out{"", {}, sentence.language};
  out.ipa = sentence.ipa;
  size_t at = 0;
  for (const ProtectedSpan& span : sentence.spans) {
    if (span.begin < at || span.end > text.size() || span.end < span.begin) continue;
    out.text += fold_for_ear(text.substr(at, span.begin - at), language);
    const size_t begin = out.text.size();
    out.text += fold_for_ear(text.substr(span.begin, span.end - span.begin), language);
    out.spans.push_back({begin, out.text.size(), span.kind});
    at = span.end;
  }
  out.text += fold_for_ear(text.substr(std::min(at, text.size())), language);
  return out;
}

}  // namespace

Pronouncer::Pronouncer(Language language)
    : language_(std::move(language)),
      rules_(pronunciation_rules(language_)),
      words_(read_pairs(rules_.words)),
      units_(read_pairs(rules_.units)) {}

Pronouncer Pronouncer::built_in(const Language& language) { return Pronouncer(language); }

// Adds words, with a space in front where the language has some.
void Pronouncer::say(std::string_view words, std::string& out) const {
  if (words.empty()) return;
  const bool joins = !rules_.spaced &&
                     !(is_ascii_word(words.front()) && !out.empty() && is_ascii_word(out.back()));
  if (!out.empty() && !out.ends_with(' ') && !joins) out += ' ';
  out += words;
}

const std::string* Pronouncer::user_entry(std::string_view text) const {
  if (user_.empty()) return nullptr;
  const auto found = user_.find(lower_ascii(text));
  return found == user_.end() ? nullptr : &found->second;
}

// The bytes of the longest dictionary entry at text[i]; 0: none.
size_t Pronouncer::user_match(std::string_view text, size_t i, const std::string*& reading) const {
  if (user_.empty()) return 0;
  if (i > 0 && is_ascii_word(text[i]) && is_ascii_word(text[i - 1])) return 0;
  for (size_t n = std::min(longest_user_key_, text.size() - i); n > 0; --n) {
    const size_t end = i + n;
    const bool splits =
        end < text.size() && is_ascii_word(text[end]) && is_ascii_word(text[end - 1]);
    if (splits) continue;
    reading = user_entry(text.substr(i, n));
    if (reading) return n;
  }
  return 0;
}

void Pronouncer::add_word(std::string_view word, std::string& out) const {
  if (const std::string* reading = user_entry(word)) return say(*reading, out);
  if (!rules_.latin_word || is_digit(word.front())) return say(word, out);
  say(rules_.latin_word(word, words_), out);
}

// Letters, digits, "_" and "-": said word by word.
void Pronouncer::add_compound(std::string_view token, std::string& out) const {
  if (const std::string* reading = user_entry(token)) return say(*reading, out);
  if (words_.contains(lower_ascii(token))) return add_word(token, out);
  if (is_hash(token))
    return say(rules_.latin_word ? rules_.latin_word(token, words_) : std::string(token), out);
  for (const std::string_view word : split_camel(token)) add_word(word, out);
}

// The word for a character that is said wherever it stands in names and addresses.
std::string_view Pronouncer::word_of(char c) const {
  switch (c) {
    case '.':
      return spoken_word(SpokenWord::dot, language_);
    case '/':
      return spoken_word(SpokenWord::slash, language_);
    case '@':
      return spoken_word(SpokenWord::at, language_);
    case '%':
      return spoken_word(SpokenWord::percent, language_);
    default:
      return "";
  }
}

// The symbol at text[i] by its name, and where the run of the same ends: "=====" is said once, and
// "==" is two.
size_t Pronouncer::add_symbols(std::string_view text, size_t i, std::string& out) const {
  constexpr size_t kRule = 4;
  const size_t end = std::min(text.find_first_not_of(text[i], i), text.size());
  const size_t times = end - i < kRule ? end - i : 1;
  for (size_t n = 0; n < times; ++n) say(symbol_name(text[i], language_), out);
  return end;
}

// Adds the sign between words of code, if it is said; returns where it ends.
size_t Pronouncer::add_sign_of_code(std::string_view code, size_t i, std::string& out) const {
  const char c = code[i];
  if (read_.symbols && !symbol_name(c, language_).empty()) return add_symbols(code, i, out);
  if (const SignHere here = sign_in_code(code, i)) {
    const size_t behind = i + here.sign->text.size();
    const bool step = (here.sign->text == ">" || here.sign->role == SignRole::arrow) &&
                      is_menu_step(word_before(code, i), word_behind(code, behind));
    if (step) {
      out += rules_.comma;
    } else {
      say(sign_words(*here.sign, language_, here.before_number), out);
    }
    return step ? behind : i + sign_at(code, i)->text.size();
  }
  const char next = i + 1 < code.size() ? code[i + 1] : ' ';
  const bool inner = next != ' ' && next != '.';
  const bool glob = c == '*' && (next == '.' || next == '*') && (i == 0 || code[i - 1] != '*');
  if (glob) say(spoken_word(SpokenWord::star, language_), out);
  if ((inner || (c == '%' && i > 0 && is_digit(code[i - 1]))) && !(c == '/' && i == 0))
    say(word_of(c), out);
  const Sign* silent = sign_at(code, i);
  return i + (silent ? silent->text.size() : 1);
}

// code[begin, end): words, and the signs that matter between them.
void Pronouncer::add_code(std::string_view code, size_t begin, size_t end, std::string& out) const {
  size_t words = 0;
  for (size_t i = begin; i < end && (words < kMostWordsOfCode || read_.code);) {
    const std::string* reading = nullptr;
    if (const size_t n = user_match(code, i, reading)) {
      say(*reading, out);
      i += n;
      ++words;
      continue;
    }
    if (is_ascii_word(code[i])) {
      const size_t from = i;
      while (i < end && is_ascii_word(code[i])) ++i;
      add_compound(code.substr(from, i - from), out);
      ++words;
    } else if (static_cast<unsigned char>(code[i]) >= 0x80 && !sign_at(code, i)) {
      const size_t from = i;
      while (i < end && static_cast<unsigned char>(code[i]) >= 0x80 && !sign_at(code, i)) ++i;
      say(code.substr(from, i - from), out);
      ++words;
    } else {
      i = add_sign_of_code(code, i, out);
    }
  }
}

void Pronouncer::add_tokens(std::string_view text, std::string& out) const {
  add_code(text, 0, text.size(), out);
}

// Paths in it are said as such.
void Pronouncer::add_command(std::string_view command, std::string& out) const {
  for (size_t begin = 0; begin < command.size();) {
    const size_t end = std::min(command.find(' ', begin), command.size());
    const std::string_view part = command.substr(begin, end - begin);
    if (part.size() > 1 && part.find('/') != std::string_view::npos) {
      add_path(part, out);
    } else {
      add_code(command, begin, end, out);
    }
    begin = end + 1;
  }
}

// "app.ts:42:7" is said with its line, and without the column.
void Pronouncer::add_path(std::string_view path, std::string& out) const {
  const std::string_view file = path.substr(0, path.find(':'));
  add_tokens(last_component(file), out);
  std::string_view line = path.substr(std::min(file.size() + 1, path.size()));
  line = line.substr(0, line.find(':'));
  if (line.empty()) return;
  const std::string_view word = spoken_word(SpokenWord::line, language_);
  const bool is_behind = is_written_without_spaces(language_) || language_.iso == "ko";
  if (!is_behind) say(word, out);
  add_number(line, out);
  if (is_behind) out += word;
}

void Pronouncer::add_number(std::string_view number, std::string& out) const {
  const std::optional<Quantity> quantity = parse_quantity(number, language_);
  say(quantity ? text::spoken(*quantity, language_) : spoken_number(number, language_), out);
}

void Pronouncer::add_span(std::string_view text, SpanKind kind, std::string& out) const {
  if (const std::string* reading = user_entry(text)) return say(*reading, out);
  switch (kind) {
    case SpanKind::url:
      if (text.find("://") == std::string_view::npos && text.find('@') != std::string_view::npos) {
        return add_tokens(text, out);
      }
      return say(spoken_word(SpokenWord::link, language_), out);
    case SpanKind::path:
      return add_path(text, out);
    case SpanKind::number:
      return add_number(text, out);
    case SpanKind::version:
      if (text.starts_with('v')) {
        say(spoken_word(SpokenWord::version, language_), out);
        text.remove_prefix(1);
      }
      if (text.find_first_not_of("0123456789.") == std::string_view::npos) {
        return add_number(text, out);
      }
      return add_tokens(text, out);
    case SpanKind::command:
      return add_command(text, out);
    default:
      return add_tokens(text, out);
  }
}

// A word of Latin letters in a language that says it in its own; where it ends.
size_t Pronouncer::add_latin(std::string_view text, size_t i, size_t end, std::string& out) const {
  const size_t begin = i;
  while (i < end && is_ascii_word(text[i])) ++i;
  const std::string_view token = text.substr(begin, i - begin);
  const size_t last = out.find_last_not_of(' ');
  const bool after_number = last != std::string::npos && is_digit(out[last]);
  const auto unit = after_number ? units_.find(token) : units_.end();
  if (unit != units_.end()) {
    out.resize(last + 1);
    out += unit->second;
  } else {
    std::string words;
    add_compound(token, words);
    out += words;
  }
  return i;
}

// A character of prose that is no letter, by its meaning; where it ends. At `i` itself: it is left
// to the voice.
size_t Pronouncer::add_sign(std::string_view text, size_t i, std::string& out) const {
  constexpr std::string_view kMute = "*_`~^|\\<>{}[]\"#";
  constexpr std::string_view kPauses = ".,;:!?'\"-";  // what a voice makes of them is heard
  const char c = text[i];
  const Sign* sign = sign_at(text, i);
  const size_t behind = sign ? i + sign->text.size() : i + 1;
  const bool has_name = read_.symbols && kPauses.find(c) == std::string_view::npos &&
                        !symbol_name(c, language_).empty();
  if (has_name) {
    const size_t end = add_symbols(text, i, out);
    if (rules_.spaced && end < text.size() && text[end] != ' ') out += ' ';
    return end;
  }
  if (const SignHere here = sign_in_prose(text, i)) {
    if (!rules_.spaced && out.ends_with(' ')) out.pop_back();
    say(sign_words(*here.sign, language_, here.before_number), out);
    const bool space = behind < text.size() && text[behind] == ' ';
    constexpr std::string_view kClosing = ".,;:!?)]}\"'";
    if (rules_.spaced && !space && behind < text.size() &&
        kClosing.find(text[behind]) == std::string_view::npos)
      out += ' ';
    return !rules_.spaced && space ? behind + 1 : behind;
  }
  if (kMute.find(c) != std::string_view::npos) {
    const bool digits =
        i > 0 && behind < text.size() && is_digit(text[i - 1]) && is_digit(text[behind]);
    if (digits) out += ' ';
    return behind;
  }
  if (!rules_.latin_word || c == '.') return i;
  if (sign && (c == '+' || c == '=' || c == '&')) {
    out += sign_words(*sign, language_);
    return behind;
  }
  if (word_of(c).empty()) return i;
  const bool between = i > 0 && i + 1 < text.size() && text[i - 1] != ' ' && text[i + 1] != ' ';
  out += c == '/' && !between ? " " : word_of(c);
  return behind;
}

// text[begin, end), which is outside of spans.
void Pronouncer::add_prose(std::string_view text, size_t begin, size_t end,
                           std::string& out) const {
  for (size_t i = begin; i < end;) {
    const std::string* reading = nullptr;
    if (const size_t n = user_match(text, i, reading)) {
      out += *reading;
      i += n;
    } else if (rules_.latin_word && is_letter(text[i])) {
      i = add_latin(text, i, end, out);
    } else if (const size_t behind = add_sign(text, i, out); behind > i) {
      i = behind;
    } else {
      out += text[i];
      ++i;
    }
  }
}

void Pronouncer::add_text(std::string_view text, std::string& out) const {
  add_prose(text, 0, text.size(), out);
}

std::string Pronouncer::spoken(const Sentence& as_written) const {
  const Sentence sentence = folded_for_ear(as_written, language_);
  std::string out;
  const std::string_view text = sentence.text;
  size_t at = 0, given = 0;
  for (const ProtectedSpan& span : sentence.spans) {
    add_prose(text, at, span.begin, out);
    const std::string_view part = text.substr(span.begin, span.end - span.begin);
    std::string words;
    if (span.kind == SpanKind::phonemes) {
      words = given < sentence.ipa.size() ? with_phonemes(part, sentence.ipa[given]) : part;
      ++given;
    } else {
      add_span(part, span.kind, words);
    }
    out += words;
    at = span.end;
  }
  add_prose(text, at, text.size(), out);
  return out;
}

}  // namespace sotto::text
