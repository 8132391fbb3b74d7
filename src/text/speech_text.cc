#include "text/speech_text.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "text/character.h"
#include "text/markdown.h"
#include "text/math.h"
#include "text/notes.h"
#include "text/reparse_policy.h"
#include "text/segments.h"
#include "text/sentence_maker.h"

namespace sotto::text {
namespace {

// The unfinished top-level block is parsed again at every look, so its length and the bytes parsed
// in all are bounded; beyond, it is cut where it stands and the rest is read as a new block.
constexpr size_t kLongestBlock = 8192;
constexpr size_t kLongestOpenWord = 1024;  // waited for beyond that
constexpr size_t kParsedBytes = size_t{1} << 20;
constexpr size_t kLongestCarry = 2048;
constexpr size_t kLongParagraph = 512;  // of which the beginning is forgotten when it was said
// An opener ("`", "*", "[") that nothing closed within so many bytes is a character like others.
constexpr size_t kLongestMarkup = 400;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool ends_with_blank_line(std::string_view text) {
  if (!text.ends_with('\n')) return false;
  text.remove_suffix(1);
  const size_t begin = text.rfind('\n');
  return is_blank(text.substr(begin == std::string_view::npos ? 0 : begin + 1));
}

bool is_prose(const MarkdownUnit& unit) {
  return unit.kind == MarkdownUnit::Kind::prose || unit.kind == MarkdownUnit::Kind::heading;
}

// The bytes of `carry` and what is behind it that more text cannot turn into markup; SIZE_MAX: all.
size_t stable_bytes(std::string_view carry, const SpeechPiece& piece) {
  if (piece.open == SpeechPiece::kNothingOpen) return SIZE_MAX;
  const size_t open = carry.size() + piece.open;
  return open + kLongestMarkup > carry.size() + piece.text.size() ? open : SIZE_MAX;
}

// "3." that may become "3.5".
bool ends_inside_number(std::string_view text) {
  return text.size() >= 2 && text.back() == '.' && text[text.size() - 2] >= '0' &&
         text[text.size() - 2] <= '9';
}

// The end of the last sentence of a text that stands still; `from`: none ends.
size_t complete_end(GrowingText text, size_t from) {
  text.pause = true;
  size_t end = from;
  while (const std::optional<size_t> next = sentence_end(text, end)) end = *next;
  return end;
}

char32_t last_character(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && (static_cast<unsigned char>(text[--begin]) & 0xC0) == 0x80) {
  }
  return begin < text.size() ? next_code_point(text, begin) : 0;
}

// Text that is passed over until a line ends it.
struct Skip {
  enum class Until { nothing, fence, blank_line };
  Until until = Until::nothing;
  char fence = 0;
  size_t fence_length = 0;
  bool code = false;  // what is passed over is code

  bool ends_at(std::string_view line) const {
    if (until == Until::blank_line) return is_blank(line);
    const size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const size_t end = std::min(line.find_first_not_of(fence, begin), line.size());
    return end - begin >= fence_length && is_blank(line.substr(end));
  }
};

}  // namespace

struct SpeechText::State {
  State(SpeechTextOptions o, Handler h)
      : options(std::move(o)),
        handler(std::move(h)),
        maker(options.language),
        growth(next_cut({}, limit())) {}

  SpeechTextOptions options;
  Handler handler;
  SentenceMaker maker;
  bool first = true;  // nothing has left since the block began
  ReparsePolicy growth;
  std::string partial;         // the beginning of a character
  std::string buffer;          // the source of the top-level block that is not finished
  size_t parsed_bytes = 0;     // of all looks at this buffer
  size_t unit = 0;             // the first unit of the buffer that is not finished
  std::string carry;           // text of that unit from before the buffer was cut
  size_t said = 0;             // bytes of the unit's text that have left
  bool after_pause = false;    // the last to leave did not wait for what follows
  bool has_much_said = false;  // the buffer, of an open paragraph
  Skip skip;
  std::string skipped_line;  // as much of it as can end the skip

  void add(char32_t c);
  void look(ReparsePolicy::Look kind, bool block_ends);
  bool is_finished(const MarkdownTree& tree, size_t index, ReparsePolicy::Look kind) const;
  void say_unit(const MarkdownUnit& unit, bool finished, ReparsePolicy::Look kind);
  void say_prose(const SpeechPiece& piece, bool finished, ReparsePolicy::Look kind);
  void say_note(Note note);
  void say_code(std::string_view lines);
  void say_table(const MarkdownUnit& table, ReparsePolicy::Look kind);
  void trim(const MarkdownTree& tree, ReparsePolicy::Look kind);
  void restart(std::string_view beginning);
  void cut_block();
  void forget_what_was_said(char32_t next);
  size_t limit() const;  // of a sentence, in half words
  void skip_character(char32_t c);
  MarkdownTree read() const;
};

MarkdownTree SpeechText::State::read() const {
  return options.markdown
             ? read_markdown(with_plain_math(buffer, options.language, options.read.math), unit)
             : read_plain(buffer, unit, options.backticks);
}

void SpeechText::State::restart(std::string_view beginning) {
  buffer = beginning;
  parsed_bytes = 0;
  unit = 0;
  said = 0;
  after_pause = has_much_said = false;
  carry.clear();
  growth.restart(!beginning.empty());
}

void SpeechText::State::add(char32_t c) {
  if (skip.until != Skip::Until::nothing) return skip_character(c);
  if (has_much_said) forget_what_was_said(c);
  append_utf8(buffer, c);
  const ReparsePolicy::Look kind = growth.add(c);
  if (kind != ReparsePolicy::Look::none) look(kind, false);
  const bool long_block = buffer.size() >= kLongestBlock || parsed_bytes >= kParsedBytes;
  const bool at_space = c == ' ' || c == '\n' || c == 0x3002;
  if (long_block && (at_space || buffer.size() >= kLongestBlock + kLongestOpenWord)) cut_block();
}

void SpeechText::State::skip_character(char32_t c) {
  if (c != '\n') {
    if (skipped_line.size() < kLongestOpenWord) append_utf8(skipped_line, c);
    return;
  }
  if (skip.ends_at(skipped_line)) {
    skip = {};
    restart("");
  } else if (skip.code) {
    say_code(skipped_line);
  }
  skipped_line.clear();
}

bool SpeechText::State::is_finished(const MarkdownTree& tree, size_t index,
                                    ReparsePolicy::Look kind) const {
  if (index + 1 < tree.units.size()) return true;
  if (kind != ReparsePolicy::Look::line_end) return false;
  const MarkdownUnit::Kind unit_kind = tree.units[index].kind;
  if (unit_kind == MarkdownUnit::Kind::heading) return true;
  return unit_kind == MarkdownUnit::Kind::prose && ends_with_blank_line(buffer);
}

// Says what has become certain, and forgets the source of what is finished.
void SpeechText::State::look(ReparsePolicy::Look kind, bool block_ends) {
  if (buffer.empty()) return;
  parsed_bytes += buffer.size();
  const MarkdownTree tree = read();
  while (unit < tree.units.size()) {
    const bool finished = block_ends || is_finished(tree, unit, kind);
    const MarkdownUnit& current = tree.units[unit];
    // Inside a list, code that is to be heard is waited for; else its lines are passed over one by
    // one, or heard so.
    const bool passes = !options.read.code || tree.fence_is_top_level;
    const bool open_fence = current.kind == MarkdownUnit::Kind::code && tree.fence && passes &&
                            kind == ReparsePolicy::Look::line_end;
    say_unit(current, finished, kind);
    if (!finished && !open_fence) break;
    if (open_fence && !finished && !options.read.code) say_note(Note::code);
    ++unit;
    said = 0;
    after_pause = false;
    carry.clear();
  }
  if (block_ends) return;
  has_much_said = said > 0 && unit + 1 == tree.units.size() && tree.last_block_is_leaf &&
                  buffer.size() >= kLongParagraph;
  if (unit >= tree.units.size() || !is_prose(tree.units[unit]))
    growth.looked({}, next_cut({}, limit()));
  trim(tree, kind);
}

void SpeechText::State::trim(const MarkdownTree& tree, ReparsePolicy::Look kind) {
  const bool all_said = unit >= tree.units.size();
  if (kind == ReparsePolicy::Look::line_end && tree.fence && tree.fence_is_top_level) {
    skip = {Skip::Until::fence, tree.fence, tree.fence_length, options.read.code};
    skipped_line.clear();
    buffer.clear();
  } else if (all_said && tree.last_block_is_leaf && kind == ReparsePolicy::Look::line_end) {
    restart("");
  } else if (tree.last_block_line > 0 && unit >= tree.units_before_last_block) {
    size_t begin = 0;
    for (size_t line = 0; line < tree.last_block_line; ++line) {
      const size_t newline = buffer.find('\n', begin);
      if (newline == std::string::npos) return;
      begin = newline + 1;
    }
    buffer.erase(0, begin);
    unit -= tree.units_before_last_block;
    parsed_bytes = 0;
  }
}

// A long paragraph would be read again at every look. Its beginning goes between two words, where
// nothing that begins in front of them can end behind: the same is said.
void SpeechText::State::forget_what_was_said(char32_t next) {
  std::string_view before = buffer;
  const bool at_space = before.ends_with(' ');
  if (at_space) before.remove_suffix(1);
  const char32_t last = last_character(before);
  const bool between_words = is_alphabetic(last) && is_alphabetic(next) &&
                             growth.is_inside_prose() &&
                             (at_space || (is_cjk(last) && is_cjk(next)));
  if (!between_words) return;
  has_much_said = false;
  const bool has_math = options.markdown && may_have_open_math(buffer);
  const bool has_code = !options.markdown && options.backticks && buffer.find('`') != buffer.npos;
  if (has_math || has_code) return;
  const MarkdownTree tree = read();
  const bool is_open = unit + 1 == tree.units.size() && tree.last_block_is_leaf;
  if (!is_open || stable_bytes(carry, tree.units.back().piece) < SIZE_MAX) return;
  std::string rest = carry + tree.units.back().piece.text;
  rest.erase(0, std::min(said, rest.size()));
  if (rest.empty() || rest.size() > kLongestCarry) return;
  if (at_space && !(is_cjk(last) && is_cjk(next))) rest += ' ';
  carry = std::move(rest);
  buffer.clear();
  append_utf8(buffer, kGuard);
  if (at_space) buffer += ' ';
  parsed_bytes = unit = said = 0;
}

size_t SpeechText::State::limit() const {
  return static_cast<size_t>(std::max(first ? options.first_max_words : options.max_words, 4)) * 2;
}

// The block is too long: what is certain leaves, the rest goes on as a block of its own.
void SpeechText::State::cut_block() {
  const MarkdownTree tree = read();
  const bool inside_line = !buffer.ends_with('\n');
  const auto last_kind = tree.units.empty() ? MarkdownUnit::Kind::prose : tree.units.back().kind;
  if (!tree.units.empty() && !is_prose(tree.units.back())) {
    look(ReparsePolicy::Look::line_end, true);
    restart("");
    skip = {tree.fence ? Skip::Until::fence : Skip::Until::blank_line, tree.fence,
            tree.fence_length, options.read.code && last_kind == MarkdownUnit::Kind::code};
    skipped_line.clear();
    if (inside_line) skipped_line.push_back('-');  // this line ends nothing
    return;
  }
  std::string rest;
  if (inside_line && unit + 1 == tree.units.size()) {
    rest = carry + tree.units.back().piece.text;
    rest.erase(0, std::min(said, rest.size()));
    if (buffer.ends_with(' ')) rest += ' ';
  }
  if (rest.size() > kLongestCarry || rest.empty()) {
    look(ReparsePolicy::Look::line_end, true);
    rest.clear();
  }
  std::string guard;
  if (inside_line) append_utf8(guard, kGuard);
  restart(guard);
  carry = std::move(rest);
}

void SpeechText::State::say_note(Note note) {
  if (!options.notes) return;
  first = false;
  handler({std::string(note_text(note, options.language)), {}, options.language, note});
}

void SpeechText::State::say_code(std::string_view lines) {
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    auto sentence = maker.make_code(line, options.read.symbols);
    if (!sentence) continue;
    first = false;
    handler(std::move(*sentence));
  }
}

void SpeechText::State::say_table(const MarkdownUnit& table, ReparsePolicy::Look kind) {
  for (const SpeechPiece& row : table.rows) {
    said = 0;
    after_pause = false;
    carry.clear();
    say_prose(row, true, kind);
  }
}

void SpeechText::State::say_unit(const MarkdownUnit& current, bool finished,
                                 ReparsePolicy::Look kind) {
  switch (current.kind) {
    case MarkdownUnit::Kind::prose:
    case MarkdownUnit::Kind::heading:
      return say_prose(current.piece, finished, kind);
    case MarkdownUnit::Kind::code:
      if (!finished) return;
      return options.read.code ? say_code(current.code) : say_note(Note::code);
    case MarkdownUnit::Kind::table:
      if (!finished) return;
      return options.read.tables ? say_table(current, kind) : say_note(Note::table);
    case MarkdownUnit::Kind::silent:
      return;
  }
}

void SpeechText::State::say_prose(const SpeechPiece& piece, bool finished,
                                  ReparsePolicy::Look kind) {
  std::string joined;
  std::string_view text = piece.text;
  if (!carry.empty()) text = joined = carry + piece.text;
  const size_t stable = finished ? text.size() : std::min(text.size(), stable_bytes(carry, piece));
  if (std::exchange(after_pause, false)) said = behind_end(text, said);  // a quote's other end
  GrowingText growing{text, stable, finished};
  if (kind == ReparsePolicy::Look::pause && !finished) {
    text = text.substr(0, complete_end(growing, said));
    growing = {text, text.size(), true};
    after_pause = said < text.size();
  }
  while (said < text.size()) {
    if (text[said] == ' ') {
      ++said;
      continue;
    }
    const std::optional<size_t> end = segment_end(growing, said, limit(), first);
    if (!end || *end <= said) break;
    auto sentence = maker.make(text.substr(said, *end - said), finished && *end >= text.size());
    said = *end;
    if (!sentence) continue;
    first = false;
    handler(std::move(*sentence));
  }
  const std::string_view rest = text.substr(std::min(said, text.size()));
  const TextSize waits = {half_words(rest), rest.size()};
  growth.looked(waits, next_cut(waits, limit()));
}

SpeechText::SpeechText(SpeechTextOptions options, Handler handler)
    : state_(std::make_unique<State>(std::move(options), std::move(handler))) {}
SpeechText::~SpeechText() = default;

void SpeechText::push(std::string_view markdown) {
  State& s = *state_;
  std::string joined;
  if (!s.partial.empty()) markdown = joined = s.partial + std::string(markdown);
  const size_t tail = unfinished_tail(markdown);
  s.partial = markdown.substr(markdown.size() - tail);
  size_t replaced = 0;
  const std::string valid = to_valid_utf8(markdown.substr(0, markdown.size() - tail), replaced);
  for (size_t i = 0; i < valid.size();) s.add(next_code_point(valid, i));
}

void SpeechText::pause() {
  State& s = *state_;
  if (s.skip.until != Skip::Until::nothing || !s.growth.line_is_certain()) return;
  if (!ends_inside_number(s.buffer)) s.look(ReparsePolicy::Look::pause, false);
}

void SpeechText::end_block() {
  State& s = *state_;
  s.partial.clear();
  if (s.skip.until == Skip::Until::nothing) {
    if (s.buffer.empty() && !s.carry.empty()) append_utf8(s.buffer, kGuard);
    s.look(ReparsePolicy::Look::none, true);
  }
  if (s.skip.code && !s.skip.ends_at(s.skipped_line)) s.say_code(s.skipped_line);
  s.skip = {};
  s.skipped_line.clear();
  s.restart("");
  s.first = true;
}

}  // namespace sotto::text
