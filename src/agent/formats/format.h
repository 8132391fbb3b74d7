// The streams of coding agents: a row each. A row knows the lines of its agent and says in events
// that all share what is in them; what is a repetition of what, agent/conversation.h finds out.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/stream_event.h"

namespace sotto::agent {

using StreamEvents = std::vector<StreamEvent>;

struct StreamFormat {
  const char* agent;  // for messages
  // Whether a line, a JSON object, is of this agent: of a type that it has, whatever that says.
  bool (*knows)(const nlohmann::json& line);
  // Adds what such a line says; nothing where it is not for a listener.
  void (*read)(const nlohmann::json& line, StreamEvents& events);
  // Lines of text that the agent prints before its stream.
  std::span<const std::string_view> banners = {};
};

extern const StreamFormat kClaudeCode, kCursor, kCodex, kGemini, kOpencode, kCopilot, kPi;

std::span<const StreamFormat* const> stream_formats();

// The one whose line it is, `current` before others; null: nobody's.
const StreamFormat* format_of(const nlohmann::json& line, const StreamFormat* current);

// The names of all agents, for messages.
std::string agents_known();

// Shared by several formats.

bool is_one_of(std::string_view type, std::span<const std::string_view> types);

// The text in {"content": "..."} or {"content": [{"type": "text", "text": "..."}, {"type":
// "thinking", "thinking": "..."}, ...]} as events of that kind; a question that a tool asks the
// user is one, too, and every other block is an interlude.
void read_content(const nlohmann::json& content, StreamEvent::Kind kind, const std::string& message,
                  StreamEvents& events);

// A call of a tool: what it asks the user, or an interlude. `id` is the call's.
void read_tool_call(std::string_view name, const nlohmann::json& input, const std::string& id,
                    StreamEvents& events);

// Why something failed: `error` is a text, or an object with a message somewhere; JSON in a text
// counts as such an object.
std::string reason_in(const nlohmann::json& error);

}  // namespace sotto::agent
