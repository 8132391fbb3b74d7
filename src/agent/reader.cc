#include "agent/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/conversation.h"
#include "agent/plain_text.h"
#include "agent/stream_json.h"
#include "base/utf8.h"

namespace sotto::agent {
namespace {

// A program may print a few lines before the stream begins ("npm warn ..."): text that turns out to
// be such a preface is left behind when a line of the stream follows within this many lines.
constexpr size_t kPrefaceLines = 50;
constexpr size_t kPrefaceLineBytes = size_t{1} << 20;

// A line buffer that grew beyond this is given back.
constexpr size_t kKeptBytes = size_t{1} << 20;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

struct Reader::State {
  State(ReaderOptions o, Handler h)
      : options(o), handler(std::move(h)), conversation(options, handler, stats) {
    stats.format = options.format;
  }

  ReaderOptions options;
  Handler handler;
  ReaderStats stats;
  LineParser parser;
  Conversation conversation;
  PlainText plain;
  std::string buffer;          // the line that is not whole yet
  size_t blank_bytes = 0;      // of that line: blanks that it is known to begin with
  size_t line_bytes = 0;       // of that line, also when it is too long to be kept
  size_t objects = 0;          // lines that were JSON objects
  bool plain_spoke = false;    // text left that no block_end has followed
  bool in_plain_line = false;  // the current line is known to be text and streams
  bool some_text = false;      // something other than white space was there

  void take(std::string_view piece);
  void end_line(std::string_view line, bool padded);
  void read_json(std::string_view line, bool padded);
  const Line& parse(std::string_view line, bool padded);
  bool decide(std::string_view line, bool padded);
  void say_plain(std::string_view text);
  void end_plain();
  bool streams_now();
  bool may_be_object();
};

// The line as the parser wants it: with readable bytes behind it.
const Line& Reader::State::parse(std::string_view line, bool padded) {
  if (padded) return parser.parse(line, stats.replaced_bytes);
  std::string copy;
  copy.reserve(line.size() + LineParser::kPadding);
  copy = line;
  copy.resize(line.size() + LineParser::kPadding);
  return parser.parse(std::string_view(copy).substr(0, line.size()), stats.replaced_bytes);
}

void Reader::State::read_json(std::string_view line, bool padded) {
  const Line& parsed = parse(line, padded);
  switch (parsed.kind) {
    case Line::Kind::not_json:
      ++stats.skipped_lines;
      return;
    case Line::Kind::no_type:
    case Line::Kind::unknown:
      ++stats.unknown_types;
      break;
    default:
      break;
  }
  ++objects;
  conversation.read(parsed);
}

// Whether the stream is stream-json, as far as this line tells; notes the format.
bool Reader::State::decide(std::string_view line, bool padded) {
  const bool first = stats.format == Format::automatic;
  const size_t replaced = stats.replaced_bytes;
  const Line& parsed = parse(line, padded);
  stats.replaced_bytes = replaced;  // whoever reads the line counts
  bool json = parsed.kind != Line::Kind::not_json && parsed.kind != Line::Kind::no_type;
  if (!first) json = json && parsed.has_session && parsed.kind != Line::Kind::unknown;
  if (json && !first) end_plain();
  if (json || first) stats.format = json ? Format::stream_json : Format::plain;
  return json;
}

void Reader::State::say_plain(std::string_view text) {
  some_text = some_text || text.find_first_not_of(" \t\r\v\f\n") != std::string_view::npos;
  std::string valid = plain.push(text);
  stats.replaced_bytes = plain.replaced();
  if (valid.empty()) return;
  plain_spoke = true;
  handler({TextEvent::Kind::text, std::move(valid)});
}

void Reader::State::end_plain() {
  const std::string rest = plain.finish();
  stats.replaced_bytes = plain.replaced();
  if (plain.binary()) return;
  if (!rest.empty()) handler({TextEvent::Kind::text, rest});
  if (plain_spoke || !rest.empty()) {
    ++stats.blocks;
    handler({TextEvent::Kind::block_end, ""});
  }
  plain_spoke = false;
}

// Text need not wait for the end of its line, unless the line may be an object.
bool Reader::State::streams_now() {
  if (stats.format == Format::stream_json) return false;
  if (in_plain_line) return true;
  if (stats.format == Format::plain) {
    const bool looks_for_json = options.format == Format::automatic && stats.lines < kPrefaceLines;
    if (!looks_for_json || buffer.size() > kPrefaceLineBytes) return true;
  }
  return !may_be_object();
}

// Whether the line in `buffer` is blank so far or begins like an object.
bool Reader::State::may_be_object() {
  const std::string_view line = buffer;
  size_t begin = std::min(blank_bytes, line.size());  // looked at before: once is enough
  if (stats.lines == 0) {
    if (kByteOrderMark.starts_with(line)) return true;
    if (line.starts_with(kByteOrderMark)) begin = std::max(begin, kByteOrderMark.size());
  }
  const size_t first = line.find_first_not_of(" \t\r\v\f", begin);
  blank_bytes = std::min(first, line.size());
  return first == std::string::npos || line[first] == '{';
}

// `line` is whole and has no newline; `padded`: kPadding readable bytes follow it.
void Reader::State::end_line(std::string_view line, bool padded) {
  ++stats.lines;
  if (line_bytes > options.max_line_bytes && stats.format != Format::plain) {
    ++stats.skipped_lines;
    return;
  }
  std::string_view content = without_return(line);
  if (stats.lines == 1 && content.starts_with(kByteOrderMark)) {
    content.remove_prefix(kByteOrderMark.size());
  }
  const bool blank = is_blank(content);
  some_text = some_text || !blank;
  if (stats.format == Format::stream_json) {
    if (!blank) read_json(content, padded);
    return;
  }
  if (!in_plain_line && !blank && decide(content, padded)) {
    read_json(content, padded);
    return;
  }
  if (stats.format != Format::plain) return;  // blank lines before anything else
  say_plain(line);
  say_plain("\n");
}

// A piece of one line, without a newline.
void Reader::State::take(std::string_view piece) {
  const size_t before = line_bytes;
  if (before == 0) blank_bytes = 0;
  line_bytes += piece.size();
  if (piece.empty()) return;
  if (in_plain_line) return say_plain(piece);
  const bool bounded = stats.format != Format::plain;
  const size_t room =
      bounded ? options.max_line_bytes - std::min(options.max_line_bytes, before) : piece.size();
  buffer += piece.substr(0, room);
  if (streams_now()) {
    in_plain_line = true;
    stats.format = Format::plain;
    say_plain(buffer);
    if (room < piece.size()) say_plain(piece.substr(room));
    buffer.clear();
  } else if (bounded && line_bytes > options.max_line_bytes) {
    buffer.clear();
  }
}

Reader::Reader(ReaderOptions options, Handler handler)
    : state_(std::make_unique<State>(options, std::move(handler))) {}
Reader::~Reader() = default;

void Reader::push(std::string_view bytes) {
  State& s = *state_;
  while (!bytes.empty()) {
    const size_t newline = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, newline);
    const bool ends = newline != std::string_view::npos;
    // A line that is whole in this piece, with enough behind it, is read where it stands.
    if (ends && s.line_bytes == 0 && s.stats.format == Format::stream_json &&
        bytes.size() - newline >= LineParser::kPadding) {
      s.line_bytes = piece.size();
      s.end_line(piece, true);
    } else {
      s.take(piece);
      if (ends) {
        const size_t size = s.buffer.size();
        s.buffer.resize(size + LineParser::kPadding);
        s.end_line(std::string_view(s.buffer).substr(0, size), true);
      }
    }
    if (!ends) return;
    bytes.remove_prefix(newline + 1);
    s.line_bytes = 0;
    s.in_plain_line = false;
    s.buffer.clear();
    if (s.buffer.capacity() > kKeptBytes) std::string().swap(s.buffer);
  }
}

Result<void> Reader::finish() {
  State& s = *state_;
  if (s.line_bytes > 0 || !s.buffer.empty()) {
    if (s.in_plain_line) {
      ++s.stats.lines;
    } else {
      const std::string last = std::move(s.buffer);
      s.end_line(last, false);
    }
    s.buffer.clear();
    s.line_bytes = 0;
  }
  if (s.stats.format == Format::plain) {
    s.end_plain();
    if (s.plain.binary()) {
      return Error{Errc::bad_format,
                   fmt::format("the input is binary ({} of its first {} bytes are control "
                               "characters or not UTF-8), expected stream-json or text",
                               s.plain.bad(), s.plain.bytes())};
    }
  }
  s.conversation.finish();
  if (!s.some_text && s.stats.skipped_lines == 0) {
    return Error{Errc::bad_format, "the input is empty, expected stream-json or text"};
  }
  if (s.stats.format == Format::stream_json && s.objects == 0) {
    return Error{Errc::bad_format,
                 fmt::format("none of the {} lines of the input is a JSON object, expected "
                             "stream-json (one object a line)",
                             s.stats.lines)};
  }
  return {};
}

const ReaderStats& Reader::stats() const { return state_->stats; }

}  // namespace sotto::agent
