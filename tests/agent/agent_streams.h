// Streams as each agent writes them, of texts that are given: for tests that ask that each is heard
// once.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::agent {

struct AgentStream {
  const char* name;
  // Lines of such a stream that says these texts, one after the other, with tools between them.
  std::string (*make)(const std::vector<std::string>& texts);
};

namespace streams {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

inline std::string line(const Json& json) { return json.dump() + "\n"; }

// The text in pieces of a few bytes, which cut no character.
inline Texts pieces(const std::string& text, unsigned seed, size_t longest = 24) {
  std::mt19937 random(seed);
  Texts all;
  for (size_t i = 0; i < text.size();) {
    size_t end = std::min(text.size(), i + 1 + random() % longest);
    while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
    all.push_back(text.substr(i, end - i));
    i = end;
  }
  return all;
}

// The text as it grows, `step` bytes or a little more at a time, without its whole.
inline Texts beginnings(const std::string& text, size_t step) {
  Texts all;
  for (size_t end = 1; end < text.size(); end += step) {
    while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
    if (end < text.size()) all.push_back(text.substr(0, end));
  }
  return all;
}

inline Json text_block(const std::string& text) { return {{"type", "text"}, {"text", text}}; }
inline std::string id_of(size_t i) { return "msg_" + std::to_string(i); }

// --- Claude Code ---
inline std::string claude(Json fields) {
  fields["session_id"] = "s";
  return line(fields);
}
inline std::string claude_init() { return claude({{"type", "system"}, {"subtype", "init"}}); }
inline std::string claude_says(const std::string& id, const Json& content) {
  Json message = {{"role", "assistant"}, {"content", content}};
  if (!id.empty()) message["id"] = id;
  return claude({{"type", "assistant"}, {"message", message}, {"parent_tool_use_id", nullptr}});
}
inline std::string claude_tool(const std::string& id) {
  return claude_says(id, Json::array({{{"type", "tool_use"}, {"id", "t"}, {"name", "Bash"}}})) +
         claude({{"type", "user"},
                 {"message", {{"content", {{{"type", "tool_result"}, {"content", "ok"}}}}}}});
}
inline std::string claude_result(const std::string& text) {
  return claude({{"type", "result"}, {"subtype", "success"}, {"result", text}});
}
inline std::string claude_event(const Json& event) {
  return claude({{"type", "stream_event"}, {"event", event}});
}
inline std::string claude_start(const std::string& id) {
  return claude_event({{"type", "message_start"}, {"message", {{"id", id}}}}) +
         claude_event(
             {{"type", "content_block_start"}, {"index", 0}, {"content_block", text_block("")}});
}
inline std::string claude_delta(const std::string& text) {
  return claude_event({{"type", "content_block_delta"},
                       {"index", 0},
                       {"delta", {{"type", "text_delta"}, {"text", text}}}});
}
inline std::string claude_stop() {
  return claude_event({{"type", "content_block_stop"}, {"index", 0}}) +
         claude_event({{"type", "message_stop"}});
}
inline std::string claude_partial(const Texts& texts) {
  std::string all = claude_init();
  for (size_t i = 0; i < texts.size(); ++i) {
    all += claude_start(id_of(i));
    for (const std::string& piece : pieces(texts[i], i)) all += claude_delta(piece);
    all += claude_says(id_of(i), Json::array({text_block(texts[i])})) + claude_stop() +
           claude_tool(id_of(i));
  }
  return all + claude_result(texts.back());
}
inline std::string claude_snapshots(const Texts& texts) {
  std::string all = claude_init();
  for (size_t i = 0; i < texts.size(); ++i)
    all += claude_says(id_of(i), Json::array({text_block(texts[i])})) + claude_tool(id_of(i));
  return all + claude_result(texts.back());
}
inline std::string claude_growing(const Texts& texts) {
  std::string all = claude_init();
  for (size_t i = 0; i < texts.size(); ++i) {
    for (const std::string& beginning : beginnings(texts[i], 29))
      all += claude_says(id_of(i), Json::array({text_block(beginning)}));
    all += claude_says(id_of(i), Json::array({text_block(texts[i])})) + claude_tool(id_of(i));
  }
  return all + claude_result(texts.back());
}
inline std::string claude_in_pieces(const Texts& texts, bool with_ids) {
  std::string all = claude_init();
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string id = with_ids ? id_of(i) : "";
    for (const std::string& piece : pieces(texts[i], i))
      all += claude_says(id, Json::array({text_block(piece)}));
    all += claude_says(id, Json::array({text_block(texts[i])})) + claude_tool(id);
  }
  return all + claude_result(texts.back());
}
inline std::string claude_pieces(const Texts& texts) { return claude_in_pieces(texts, true); }
inline std::string claude_pieces_no_ids(const Texts& texts) {
  return claude_in_pieces(texts, false);
}
// Each message breaks off in its middle and comes again under another id.
inline std::string claude_retried(const Texts& texts, bool told) {
  std::string all = claude_init();
  for (size_t i = 0; i < texts.size(); ++i) {
    const Texts parts = pieces(texts[i], i);
    all += claude_start(id_of(i) + "_first");
    for (size_t k = 0; k < parts.size() / 2; ++k) all += claude_delta(parts[k]);
    if (told) all += claude({{"type", "system"}, {"subtype", "api_retry"}, {"attempt", 1}});
    all += claude_start(id_of(i));
    for (const std::string& piece : pieces(texts[i], i + 1000)) all += claude_delta(piece);
    all += claude_stop() + claude_says(id_of(i), Json::array({text_block(texts[i])})) +
           claude_tool(id_of(i));
  }
  return all + claude_result(texts.back());
}
inline std::string claude_retried_told(const Texts& texts) { return claude_retried(texts, true); }
inline std::string claude_retried_untold(const Texts& texts) {
  return claude_retried(texts, false);
}
// --output-format json --verbose: one array.
inline std::string claude_array(const Texts& texts) {
  std::string lines = claude_snapshots(texts);
  lines.pop_back();
  for (size_t i = 0; (i = lines.find('\n', i)) != std::string::npos; ++i) lines[i] = ',';
  return "[" + lines + "]\n";
}

// --- Cursor ---
inline std::string cursor_says(const std::string& text, bool piece, bool before_tool) {
  Json fields = {{"type", "assistant"},
                 {"message", {{"role", "assistant"}, {"content", {text_block(text)}}}},
                 {"session_id", "s"}};
  if (piece || before_tool) fields["timestamp_ms"] = 1795600000000;
  if (before_tool) fields["model_call_id"] = "c";
  return line(fields);
}
inline std::string cursor_tool() {
  return line(
      {{"type", "tool_call"}, {"subtype", "started"}, {"call_id", "t"}, {"session_id", "s"}});
}
inline std::string cursor_stream(const Texts& texts, bool partial, bool replay_behind_tool) {
  std::string all = line({{"type", "system"}, {"subtype", "init"}, {"apiKeySource", "login"}});
  std::string joined;
  for (size_t i = 0; i < texts.size(); ++i) {
    joined += texts[i];
    if (partial)
      for (const std::string& piece : pieces(texts[i], i)) all += cursor_says(piece, true, false);
    const bool last = i + 1 == texts.size();
    const std::string whole = cursor_says(texts[i], false, partial && !last);
    const std::string tool = last ? "" : cursor_tool();
    all += replay_behind_tool ? tool + whole : whole + tool;
  }
  return all + line({{"type", "result"}, {"subtype", "success"}, {"result", joined}});
}
inline std::string cursor_partial(const Texts& t) { return cursor_stream(t, true, false); }
inline std::string cursor_replay(const Texts& t) { return cursor_stream(t, true, true); }
inline std::string cursor_whole(const Texts& t) { return cursor_stream(t, false, false); }

// --- Codex ---
inline std::string codex_item(const char* type, size_t i, const std::string& text) {
  return line(
      {{"type", type},
       {"item", {{"id", "item_" + std::to_string(i)}, {"type", "agent_message"}, {"text", text}}}});
}
inline std::string codex_stream(const Texts& texts, bool grows) {
  std::string all =
      line({{"type", "thread.started"}, {"thread_id", "t"}}) + line({{"type", "turn.started"}});
  for (size_t i = 0; i < texts.size(); ++i) {
    if (grows) {
      all += codex_item("item.started", 2 * i, "");
      for (const std::string& beginning : beginnings(texts[i], 31))
        all += codex_item("item.updated", 2 * i, beginning);
    }
    all += codex_item("item.completed", 2 * i, texts[i]);
    all += line({{"type", "item.completed"},
                 {"item",
                  {{"id", "item_" + std::to_string(2 * i + 1)},
                   {"type", "command_execution"},
                   {"command", "ctest"}}}});
  }
  return all + line({{"type", "turn.completed"}, {"usage", Json::object()}});
}
inline std::string codex(const Texts& texts) { return codex_stream(texts, false); }
inline std::string codex_growing(const Texts& texts) { return codex_stream(texts, true); }

// --- Gemini CLI ---
inline std::string gemini(const Texts& texts) {
  std::string all = line({{"type", "init"}, {"session_id", "s"}, {"model", "m"}}) +
                    line({{"type", "message"}, {"role", "user"}, {"content", "Not for ears."}});
  for (size_t i = 0; i < texts.size(); ++i) {
    for (const std::string& piece : pieces(texts[i], i))
      all +=
          line({{"type", "message"}, {"role", "assistant"}, {"content", piece}, {"delta", true}});
    all += line({{"type", "tool_use"}, {"tool_name", "shell"}, {"tool_id", "c"}}) +
           line({{"type", "tool_result"}, {"tool_id", "c"}, {"output", "ok"}});
  }
  return all + line({{"type", "result"}, {"status", "success"}, {"stats", Json::object()}});
}
inline std::string gemini_behind_banner(const Texts& texts) {
  return "Loaded cached credentials.\n" + gemini(texts);
}

// --- opencode ---
inline std::string opencode_line(const char* type, const Json& part) {
  return line({{"type", type}, {"sessionID", "ses"}, {"part", part}});
}
inline std::string opencode_stream(const Texts& texts, bool grows, bool in_pieces, bool with_ids) {
  std::string all;
  for (size_t i = 0; i < texts.size(); ++i) {
    all += opencode_line("step_start", {{"type", "step-start"}});
    const auto part = [&](const std::string& text) {
      Json fields = {{"type", "text"}, {"text", text}};
      if (with_ids) fields["id"] = "prt_" + std::to_string(i);
      return fields;
    };
    if (grows)
      for (const std::string& beginning : beginnings(texts[i], 37))
        all += opencode_line("text", part(beginning));
    if (in_pieces)
      for (const std::string& piece : pieces(texts[i], i))
        all += opencode_line("text_delta", part(piece));
    if (!with_ids)
      for (const std::string& piece : pieces(texts[i], i))
        all += opencode_line("text", part(piece));
    if (with_ids) all += opencode_line("text", part(texts[i]));
    all += opencode_line("tool_use", {{"type", "tool"}, {"tool", "bash"}});
  }
  return all + line({{"type", "done"}, {"sessionID", "ses"}});
}
inline std::string opencode(const Texts& t) { return opencode_stream(t, false, false, true); }
inline std::string opencode_growing(const Texts& t) {
  return opencode_stream(t, true, false, true);
}
inline std::string opencode_deltas(const Texts& t) { return opencode_stream(t, false, true, true); }
inline std::string opencode_no_ids(const Texts& t) {
  return opencode_stream(t, false, false, false);
}

// --- Copilot CLI ---
inline std::string copilot_stream(const Texts& texts, bool partial) {
  std::string all = line({{"type", "session.start"}, {"data", {{"sessionId", "s"}}}});
  for (size_t i = 0; i < texts.size(); ++i) {
    if (partial)
      for (const std::string& piece : pieces(texts[i], i))
        all += line({{"type", "assistant.message_delta"},
                     {"data", {{"messageId", id_of(i)}, {"deltaContent", piece}}}});
    all += line({{"type", "assistant.message"},
                 {"data",
                  {{"messageId", id_of(i)},
                   {"content", texts[i]},
                   {"toolRequests", {{{"name", "bash"}, {"toolCallId", "c"}}}}}}});
    all += line({{"type", "tool.execution_start"}, {"data", {{"toolCallId", "c"}}}});
  }
  return all + line({{"type", "result"}, {"exitCode", 0}});
}
inline std::string copilot(const Texts& texts) { return copilot_stream(texts, true); }
inline std::string copilot_whole(const Texts& texts) { return copilot_stream(texts, false); }

// --- pi ---
inline Json pi_message(const std::string& text, const char* stop) {
  return {{"role", "assistant"}, {"content", {text_block(text)}}, {"stopReason", stop}};
}
inline std::string pi_update(const std::string& piece) {
  return line(
      {{"type", "message_update"},
       {"message", {{"role", "assistant"}}},
       {"assistantMessageEvent", {{"type", "text_delta"}, {"contentIndex", 0}, {"delta", piece}}}});
}
inline std::string pi_stream(const Texts& texts, bool partial, bool retried) {
  std::string all = line({{"type", "session"}, {"version", 3}}) + line({{"type", "agent_start"}});
  Json messages = Json::array();
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string start =
        line({{"type", "message_start"}, {"message", {{"role", "assistant"}}}});
    const Texts parts = pieces(texts[i], i);
    if (retried) {
      all += start;
      for (size_t k = 0; k < parts.size() / 2; ++k) all += pi_update(parts[k]);
      all += line({{"type", "message_end"}, {"message", pi_message("", "error")}}) +
             line({{"type", "auto_retry_start"}, {"attempt", 1}});
    }
    all += start;
    if (partial)
      for (const std::string& piece : parts) all += pi_update(piece);
    const Json message = pi_message(texts[i], "toolUse");
    all += line({{"type", "message_end"}, {"message", message}}) +
           line({{"type", "tool_execution_start"}, {"toolName", "bash"}}) +
           line({{"type", "turn_end"}, {"message", message}});
    messages.push_back(message);
  }
  return all + line({{"type", "agent_end"}, {"messages", messages}});
}
inline std::string pi(const Texts& texts) { return pi_stream(texts, true, false); }
inline std::string pi_whole(const Texts& texts) { return pi_stream(texts, false, false); }
inline std::string pi_retried(const Texts& texts) { return pi_stream(texts, true, true); }

}  // namespace streams

inline std::vector<AgentStream> agent_streams() {
  using namespace streams;
  return {{"ClaudePartial", claude_partial},
          {"ClaudeSnapshots", claude_snapshots},
          {"ClaudeGrowing", claude_growing},
          {"ClaudePieces", claude_pieces},
          {"ClaudePiecesWithoutIds", claude_pieces_no_ids},
          {"ClaudeRetriedTold", claude_retried_told},
          {"ClaudeRetriedUntold", claude_retried_untold},
          {"ClaudeArray", claude_array},
          {"CursorPartial", cursor_partial},
          {"CursorReplayBehindTheTool", cursor_replay},
          {"CursorWhole", cursor_whole},
          {"Codex", codex},
          {"CodexGrowing", codex_growing},
          {"Gemini", gemini},
          {"GeminiBehindItsBanner", gemini_behind_banner},
          {"Opencode", opencode},
          {"OpencodeGrowing", opencode_growing},
          {"OpencodeDeltas", opencode_deltas},
          {"OpencodeWithoutIds", opencode_no_ids},
          {"Copilot", copilot},
          {"CopilotWhole", copilot_whole},
          {"Pi", pi},
          {"PiWhole", pi_whole},
          {"PiRetried", pi_retried}};
}

}  // namespace sotto::agent
