#include "agent/stream_json.h"

#include <simdjson.h>

#include <cstdint>
#include <optional>

#include "agent/json_string.h"
#include "base/utf8.h"

namespace sotto::agent {
namespace {

namespace ondemand = simdjson::ondemand;

// A parser that has read a longer line gives its memory back.
constexpr size_t kKeptCapacity = size_t{1} << 20;

// simdjson's values must not be touched again once it has found the JSON to be broken; `broken`
// says so, and the helpers below then answer that there is nothing.
struct Context {
  std::string_view line;
  Line& out;
  size_t& replaced;
  bool broken = false;

  // False for an error; a wrong type or a missing field is harmless, everything else is final.
  bool good(simdjson::error_code error) {
    if (error && error != simdjson::NO_SUCH_FIELD && error != simdjson::INCORRECT_TYPE) {
      broken = true;
    }
    return !error;
  }
};

using Value = std::optional<ondemand::value>;
using Object = std::optional<ondemand::object>;

Value field(Context& context, ondemand::object& object, std::string_view key) {
  ondemand::value value;
  if (context.broken) return std::nullopt;
  if (!context.good(object.find_field_unordered(key).get(value))) return std::nullopt;
  return value;
}

Object object_in(Context& context, Value value) {
  ondemand::object object;
  if (!value || !context.good(value->get_object().get(object))) return std::nullopt;
  return object;
}

std::optional<ondemand::json_type> type_of(Context& context, Value& value) {
  ondemand::json_type type;
  if (!value || !context.good(value->type().get(type))) return std::nullopt;
  return type;
}

// A string value, appended to `out`. False when the value is something else.
bool read_string(Context& context, Value value, std::string& out) {
  ondemand::raw_json_string raw;
  if (!value || !context.good(value->get_raw_json_string().get(raw))) return false;
  const char* const end = context.line.data() + context.line.size();
  if (raw.raw() > end) return false;
  append_json_string({raw.raw(), static_cast<size_t>(end - raw.raw())}, out, context.replaced);
  return true;
}

std::string string_field(Context& context, ondemand::object& object, std::string_view key) {
  std::string text;
  read_string(context, field(context, object, key), text);
  return text;
}

ContentBlock::Kind block_kind(std::string_view type) {
  if (type == "text") return ContentBlock::Kind::text;
  if (type == "thinking") return ContentBlock::Kind::thinking;
  return ContentBlock::Kind::other;
}

// {"type": "text", "text": ...} or {"type": "thinking", "thinking": ...} or anything else.
ContentBlock read_block(Context& context, ondemand::object& object) {
  ContentBlock block;
  block.kind = block_kind(string_field(context, object, "type"));
  if (block.kind == ContentBlock::Kind::text) {
    block.text = string_field(context, object, "text");
  } else if (block.kind == ContentBlock::Kind::thinking) {
    block.text = string_field(context, object, "thinking");
  }
  return block;
}

Line::Kind read_delta(Context& context, ondemand::object& event) {
  Object delta = object_in(context, field(context, event, "delta"));
  if (!delta) return Line::Kind::silent;
  const std::string type = string_field(context, *delta, "type");
  ContentBlock block;
  if (type == "text_delta") {
    block = {ContentBlock::Kind::text, string_field(context, *delta, "text")};
  } else if (type == "thinking_delta") {
    block = {ContentBlock::Kind::thinking, string_field(context, *delta, "thinking")};
  } else {
    return Line::Kind::silent;
  }
  context.out.blocks.push_back(std::move(block));
  return Line::Kind::delta;
}

Line::Kind read_event(Context& context, ondemand::object& line) {
  Object event = object_in(context, field(context, line, "event"));
  if (!event) return Line::Kind::silent;
  const std::string type = string_field(context, *event, "type");
  if (type == "message_start") {
    Object message = object_in(context, field(context, *event, "message"));
    if (message) context.out.id = string_field(context, *message, "id");
    return Line::Kind::message_start;
  }
  if (type == "message_stop") return Line::Kind::message_stop;
  if (!type.starts_with("content_block_")) return Line::Kind::silent;

  uint64_t index = 0;
  Value number = field(context, *event, "index");
  if (type_of(context, number) == ondemand::json_type::number &&
      context.good(number->get_uint64().get(index))) {
    context.out.index = index;
  }
  if (type == "content_block_stop") return Line::Kind::block_stop;
  if (type == "content_block_delta") return read_delta(context, *event);
  if (type != "content_block_start") return Line::Kind::silent;
  Object block = object_in(context, field(context, *event, "content_block"));
  if (!block) return Line::Kind::silent;
  context.out.blocks.push_back(read_block(context, *block));
  return Line::Kind::block_start;
}

void read_blocks(Context& context, Value content) {
  ondemand::array blocks;
  if (!content || !context.good(content->get_array().get(blocks))) return;
  for (auto element : blocks) {
    ondemand::value value;
    if (!context.good(element.get(value))) return;
    Object object = object_in(context, value);
    if (object) context.out.blocks.push_back(read_block(context, *object));
    if (context.broken) return;
  }
}

Line::Kind read_snapshot(Context& context, ondemand::object& line) {
  Object message = object_in(context, field(context, line, "message"));
  if (!message) return Line::Kind::silent;
  context.out.id = string_field(context, *message, "id");
  Value content = field(context, *message, "content");
  if (type_of(context, content) == ondemand::json_type::string) {
    ContentBlock block{ContentBlock::Kind::text, {}};
    read_string(context, content, block.text);
    context.out.blocks.push_back(std::move(block));
  } else {
    read_blocks(context, content);
  }
  return Line::Kind::snapshot;
}

// The final text of a run. A run that failed has none, and says how in its subtype.
Line::Kind read_result(Context& context, ondemand::object& line) {
  ContentBlock block{ContentBlock::Kind::text, {}};
  if (!read_string(context, field(context, line, "result"), block.text)) {
    const std::string subtype = string_field(context, line, "subtype");
    if (context.broken || !subtype.starts_with("error")) return Line::Kind::silent;
    block.text =
        subtype == "error_max_turns" ? "The run ended after too many turns." : "The run failed.";
  }
  context.out.blocks.push_back(std::move(block));
  return Line::Kind::result;
}

Line::Kind read_line(Context& context, ondemand::object& line) {
  std::string type;
  if (!read_string(context, field(context, line, "type"), type)) return Line::Kind::no_type;
  std::string session;
  context.out.has_session = read_string(context, field(context, line, "session_id"), session);
  const bool speaks = type == "stream_event" || type == "assistant" || type == "result";
  if (!speaks) {
    const bool known = type == "system" || type == "user" || type == "rate_limit_event" ||
                       type == "conversation_reset";
    return known ? Line::Kind::silent : Line::Kind::unknown;
  }
  Value parent = field(context, line, "parent_tool_use_id");
  const auto parent_type = type_of(context, parent);
  if (parent_type && *parent_type != ondemand::json_type::null) {
    return Line::Kind::silent;  // a sub-agent speaks
  }
  if (type == "stream_event") return read_event(context, line);
  return type == "assistant" ? read_snapshot(context, line) : read_result(context, line);
}

}  // namespace

const size_t LineParser::kPadding = simdjson::SIMDJSON_PADDING;

struct LineParser::State {
  ondemand::parser parser;
  Line line;

  // An error of stage 1 (UTF-8, strings that do not end) or SUCCESS.
  simdjson::error_code read(std::string_view text, size_t& replaced) {
    line.kind = Line::Kind::not_json;
    line.has_session = false;
    line.id.clear();
    line.index = 0;
    line.blocks.clear();
    ondemand::document document;
    const auto error =
        parser.iterate(simdjson::padded_string_view(text, text.size() + kPadding)).get(document);
    if (error) return error;
    ondemand::object object;
    if (document.get_object().get(object)) return simdjson::SUCCESS;
    Context context{text, line, replaced};
    line.kind = read_line(context, object);
    if (context.broken) line.kind = Line::Kind::not_json;
    return simdjson::SUCCESS;
  }
};

LineParser::LineParser() : state_(std::make_unique<State>()) {}
LineParser::~LineParser() = default;

const Line& LineParser::parse(std::string_view line, size_t& replaced) {
  if (state_->read(line, replaced) == simdjson::UTF8_ERROR) {
    std::string valid = to_valid_utf8(line, replaced);
    const size_t size = valid.size();
    valid.resize(size + kPadding);
    state_->read(std::string_view(valid).substr(0, size), replaced);
  }
  if (state_->parser.capacity() > kKeptCapacity) state_->parser = ondemand::parser{};
  return state_->line;
}

}  // namespace sotto::agent
