#include "agent/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/fence.h"
#include "agent/json_extent.h"
#include "agent/json_lines.h"
#include "agent/output.h"
#include "agent/plain_text.h"
#include "agent/preface.h"
#include "base/json.h"
#include "base/utf8.h"

namespace sotto::agent {
namespace {

// Text that turns out to have been what a program printed before its stream is left behind when a
// line of a stream follows within so many lines.
constexpr size_t kLinesBeforeStream = 50;

// A line buffer that grew beyond this is given back.
constexpr size_t kKeptBytes = size_t{1} << 20;

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

}  // namespace

struct Reader::State {
  State(ReaderOptions o, Handler h)
      : options(o), handler(std::move(h)), output(handler, stats), json(options, output, stats) {
    stats.format = options.format;
  }

  // Knowledge of the line that is being read.
  enum class Line {
    unknown,  // it is blank or JSON so far, and is kept
    held,     // text, which is kept: it may be of a preface
    text,     // text, which leaves as it comes
    noise     // JSON that broke off, or a line that is too long: passed over
  };

  ReaderOptions options;
  Handler handler;
  ReaderStats stats;
  Output output;
  JsonLines json;
  PlainText plain;
  Preface preface;
  Fence fence;
  Line line = Line::unknown;
  std::string buffer;        // the line that is not whole yet, or the document of several lines
  size_t line_begin = 0;     // of the last line in it
  JsonExtent extent;         // of the buffer
  size_t mark = 0;           // bytes of a byte order mark that the stream began with
  bool at_begin = true;      // such a mark may still come
  bool in_line = false;      // something of the line was there
  bool plain_spoke = false;  // text left that no block_end has followed
  bool some_text = false;    // something other than white space was there

  void push(std::string_view bytes);
  std::string_view without_mark(std::string_view bytes, std::string& joined);
  void take(std::string_view piece);
  bool begins_text(std::string_view piece) const;
  void take_unknown(std::string_view piece);
  void end_line(bool last);
  void end_unknown(bool last);
  void end_open_json(bool last);
  void take_document(std::string_view text);
  void release();
  void say_plain(std::string_view text);
  void end_plain();
  void start_line();
  void count_replaced() { stats.replaced_bytes = json.replaced() + plain.replaced(); }
  bool is_stream() const { return stats.format == Format::stream_json; }
  bool is_undecided() const { return stats.format == Format::automatic; }
};

void Reader::State::say_plain(std::string_view text) {
  some_text = some_text || text.find_first_not_of(" \t\r\v\f\n") != std::string_view::npos;
  fence.push(text);
  std::string valid = plain.push(text);
  count_replaced();
  if (valid.empty()) return;
  plain_spoke = true;
  handler({.kind = TextEvent::Kind::text, .text = std::move(valid)});
}

void Reader::State::end_plain() {
  const std::string rest = plain.finish();
  count_replaced();
  if (plain.binary()) return;
  if (!rest.empty()) handler({.kind = TextEvent::Kind::text, .text = rest});
  if (plain_spoke || !rest.empty()) {
    ++stats.blocks;
    handler({.kind = TextEvent::Kind::block_end});
  }
  plain_spoke = false;
}

// The stream is text: what was kept leaves.
void Reader::State::release() {
  const std::string lines = preface.release();
  const bool has_line = line == Line::held;
  if (lines.empty() && !has_line) return;  // nothing but banners: a stream may follow
  stats.format = Format::plain;
  say_plain(lines);
  if (!has_line) return;
  line = Line::text;
  say_plain(buffer);
  buffer.clear();
}

void Reader::State::start_line() {
  line = Line::unknown;
  in_line = false;
  line_begin = 0;
  extent = {};
  buffer.clear();
  if (buffer.capacity() > kKeptBytes) std::string().swap(buffer);
}

// A piece of one line, without its newline.
void Reader::State::take(std::string_view piece) {
  in_line = in_line || !piece.empty();
  const bool is_code = fence.is_open() && stats.format == Format::plain;
  if (options.format == Format::plain || (is_code && line == Line::unknown)) line = Line::text;
  if (line == Line::noise) return;
  if (line == Line::text) return say_plain(piece);
  if (line == Line::held) {
    buffer += piece;
    if (!preface.may_have(buffer)) release();
    return;
  }
  if (buffer.size() + piece.size() > options.max_line_bytes && !begins_text(piece)) {
    line = Line::noise;
    buffer.clear();
    return;
  }
  if (is_stream()) {
    buffer += piece;
  } else {
    take_unknown(piece);
  }
}

// Whether the line turns out to be text with this piece.
bool Reader::State::begins_text(std::string_view piece) const {
  if (is_stream()) return false;
  JsonExtent longer = extent;
  longer.push(piece);
  return longer.state() == JsonExtent::State::broken && !longer.has_key();
}

void Reader::State::take_unknown(std::string_view piece) {
  const size_t taken = extent.push(piece);
  buffer += piece;
  bool is_text = extent.state() == JsonExtent::State::broken;
  if (is_text && line_begin > 0) {  // a document that broke off in a line before this one
    const std::string newest = buffer.substr(line_begin);
    ++stats.skipped_lines;
    start_line();
    return take(newest);
  }
  if (extent.state() == JsonExtent::State::complete && !is_blank_line(piece.substr(taken)))
    is_text = true;  // "{} are braces."
  else if (is_text && extent.has_key()) {
    line = Line::noise;
    buffer.clear();
    return;
  }
  if (!is_text) return;
  line = Line::held;
  if (!is_undecided() || !preface.may_have(buffer)) release();
}

// `last`: the stream ends, without a newline.
void Reader::State::end_line(bool last) {
  ++stats.lines;
  switch (line) {
    case Line::noise:
      ++stats.skipped_lines;
      break;
    case Line::text:
      if (!last) say_plain("\n");
      break;
    case Line::held:
      if (last) {
        release();
      } else {
        preface.add(buffer);
        if (!preface.may_have("")) {
          line = Line::unknown;
          release();
        }
      }
      break;
    case Line::unknown:
      return end_unknown(last);
  }
  start_line();
}

void Reader::State::end_unknown(bool last) {
  if (is_stream()) {
    if (!is_blank_line(buffer)) {
      some_text = true;
      json.read(buffer);
      count_replaced();
    }
    return start_line();
  }
  if (extent.state() == JsonExtent::State::open) return end_open_json(last);
  if (extent.state() == JsonExtent::State::complete) {
    take_document(buffer);
  } else if (is_undecided()) {
    release();  // a blank line: what stands before it is text
    if (!is_undecided()) say_plain("\n");
  } else {
    say_plain(buffer);
    if (!last) say_plain("\n");
  }
  start_line();
}

// At the end of a line of JSON that has not ended: a document of several lines, where nothing was
// said yet; else, or where a line of a stream follows, what broke off.
void Reader::State::end_open_json(bool last) {
  const std::string_view newest = std::string_view(buffer).substr(line_begin);
  if (line_begin > 0 && buffer[buffer.find_first_not_of(" \t\r\n")] == '{') {
    JsonExtent own;
    own.push(newest);
    if (own.state() == JsonExtent::State::complete) {
      const nlohmann::json value = parse_json(newest);
      if (value.is_object() && json.knows(value, false)) {
        ++stats.skipped_lines;
        take_document(std::string(newest));
        return start_line();
      }
    }
  }
  if (!last && is_undecided()) {
    extent.push("\n");
    if (extent.state() == JsonExtent::State::open) {
      buffer += '\n';
      line_begin = buffer.size();
      return;
    }
  }
  if (extent.has_key()) {
    ++stats.skipped_lines;
  } else {
    line = Line::held;
    release();
    if (!last) say_plain("\n");
  }
  start_line();
}

// A whole JSON value, where no stream was known yet.
void Reader::State::take_document(std::string_view text) {
  some_text = true;
  size_t replaced = 0;
  const nlohmann::json value = parse_json(text, replaced);
  if (!value.is_object() && !value.is_array()) {
    ++stats.skipped_lines;
    return;
  }
  const bool begins = is_undecided() || stats.lines <= kLinesBeforeStream;
  if (!begins || !json.knows(value, !is_undecided())) return json.pass_over(value);
  stats.skipped_lines += preface.drop();
  if (!is_undecided()) end_plain();
  stats.format = Format::stream_json;
  json.read(value, replaced);
  count_replaced();
}

// A byte order mark at the beginning of the stream is no part of it.
std::string_view Reader::State::without_mark(std::string_view bytes, std::string& joined) {
  while (at_begin && mark < kByteOrderMark.size() && !bytes.empty() &&
         bytes.front() == kByteOrderMark[mark]) {
    bytes.remove_prefix(1);
    ++mark;
  }
  const bool whole = mark == kByteOrderMark.size();
  if (!at_begin || (bytes.empty() && !whole)) return bytes;
  at_begin = false;
  if (whole || mark == 0) return bytes;
  joined = std::string(kByteOrderMark.substr(0, mark)) + std::string(bytes);
  return joined;
}

void Reader::State::push(std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t newline = bytes.find('\n');
    take(bytes.substr(0, newline));
    if (newline == std::string_view::npos) return;
    end_line(false);
    bytes.remove_prefix(newline + 1);
  }
}

Reader::Reader(ReaderOptions options, Handler handler)
    : state_(std::make_unique<State>(options, std::move(handler))) {}
Reader::~Reader() = default;

void Reader::push(std::string_view bytes) {
  std::string joined;
  state_->push(state_->without_mark(bytes, joined));
}

bool Reader::is_waiting() const {
  return state_->is_undecided() &&
         (!state_->preface.is_empty() || state_->line == State::Line::held);
}

void Reader::pause() {
  if (is_waiting()) state_->release();
}

Result<void> Reader::finish() {
  State& s = *state_;
  if (s.at_begin && s.mark > 0 && s.mark < kByteOrderMark.size())
    s.push(kByteOrderMark.substr(0, s.mark));
  s.at_begin = false;
  if (s.in_line || !s.buffer.empty()) s.end_line(true);
  // Short lines beside JSON that nobody knows are not what somebody wanted to hear.
  if (s.is_undecided() && !s.json.unknown_types().empty())
    s.stats.skipped_lines += s.preface.drop();
  if (s.is_undecided()) s.release();
  if (s.stats.format == Format::plain) {
    s.end_plain();
    if (s.plain.binary()) {
      return Error{Errc::bad_format,
                   fmt::format("the input is binary ({} of its first {} bytes are control "
                               "characters or not UTF-8), expected stream-json or text",
                               s.plain.bad(), s.plain.bytes())};
    }
  }
  s.json.finish();
  if (!s.some_text && s.stats.skipped_lines == 0) {
    return Error{Errc::bad_format, "the input is empty, expected stream-json or text"};
  }
  if (s.json.understood() > 0 || s.stats.format == Format::plain) return {};
  if (s.json.objects() == 0) {
    return Error{Errc::bad_format,
                 fmt::format("none of the {} lines of the input is a JSON object, expected "
                             "stream-json (one object a line)",
                             s.stats.lines)};
  }
  const std::string types = s.json.unknown_types();
  return Error{Errc::bad_format,
               fmt::format("the input is JSON {}, expected the stream of {}, or text",
                           types.empty() ? "without a type" : "of the unknown type " + types,
                           agents_known())};
}

const ReaderStats& Reader::stats() const { return state_->stats; }

}  // namespace sotto::agent
