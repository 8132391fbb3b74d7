#include "speaker/hook_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "agent/questions.h"
#include "base/json.h"
#include "base/utf8.h"
#include "speaker/tool_phrase.h"

namespace sotto::speaker {
namespace {

using nlohmann::json;

constexpr uint64_t kLargestIndex = 1'000'000'000;
constexpr size_t kLongSpokenName = 64;  // bytes: nobody wants to hear more

std::optional<size_t> index_in(const json& event) {
  const auto found = event.find("index");
  if (found == event.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto index = found->get<uint64_t>();
  return index <= kLargestIndex ? std::optional<size_t>(index) : std::nullopt;
}

// The first of these that says something.
std::string first_text(const json& event, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (const std::string& text = json_string(event, key); !trimmed(text).empty()) return text;
  return "";
}

// A name that is said inside a sentence; empty where it is none.
std::string spoken_name(const std::string& name) {
  const bool fits = name.size() <= kLongSpokenName && name.find_first_of("`\n") == name.npos;
  return fits ? std::string(trimmed(name)) : "";
}

// rate_limit: "rate limit".
std::string in_words(std::string code) {
  if (code.find(' ') == code.npos) std::ranges::replace(code, '_', ' ');
  return code;
}

std::string stopped_by(const std::string& why) {
  return trimmed(why).empty() ? "The agent stopped: an error." : "The agent stopped: " + why;
}

bool has_running_agents(const json& event) {
  const json& tasks = json_member(event, "background_tasks");
  if (!tasks.is_array()) return false;
  // A server that runs in the background never ends: only agents are waited for.
  return std::ranges::any_of(tasks, [](const json& task) {
    const bool is_agent = json_string(task, "type").find("agent") != std::string::npos;
    const std::string& status = json_string(task, "status");
    return is_agent && (status == "running" || status == "pending");
  });
}

void read_prompt(const json&, const HookChoice&, HookEvent& said) {
  said.silences = !said.session.empty();  // else it would silence everybody
}

void read_stop(const json& event, const HookChoice&, HookEvent& said) {
  if (has_running_agents(event)) return;  // each of them ends with a Stop of its own
  said.text = json_string(event, "last_assistant_message");
  said.may_repeat = true;
}

void read_sub_agent(const json& event, const HookChoice& choice, HookEvent& said) {
  if (choice.sub_agents == SubAgents::silent) return;
  if (choice.sub_agents == SubAgents::whole) {
    said.text = json_string(event, "last_assistant_message");
    said.may_repeat = true;
    return;
  }
  const std::string kind = spoken_name(first_text(event, {"agent_type", "subagent_type"}));
  said.text = kind.empty() ? "A sub-agent is done." : fmt::format("Sub-agent {} is done.", kind);
}

void read_failure(const json& event, const HookChoice&, HookEvent& said) {
  said.text =
      stopped_by(in_words(first_text(event, {"last_assistant_message", "error_details", "error"})));
}

void read_notification(const json& event, const HookChoice&, HookEvent& said) {
  said.text = json_string(event, "message");
}

std::string question_of(const json& event) {
  return agent::question_in(json_string(event, "tool_name"), json_member(event, "tool_input"));
}

std::string tool_of(const json& event) {
  return tool_phrase(json_string(event, "tool_name"), json_member(event, "tool_input"));
}

void read_permission(const json& event, const HookChoice&, HookEvent& said) {
  said.text = question_of(event);
  if (!said.text.empty() || json_string(event, "tool_name").empty()) return;
  said.text = fmt::format("The agent asks for permission: {}.", tool_of(event));
}

void read_tool(const json& event, const HookChoice& choice, HookEvent& said) {
  said.text = question_of(event);
  if (!said.text.empty()) return;
  if (!choice.tools) {
    said.transcript = json_string(event, "transcript_path");
  } else if (!json_string(event, "tool_name").empty()) {
    said.text = tool_of(event) + ".";
  }
}

void read_display(const json& event, const HookChoice&, HookEvent& said) {
  said.text = json_string(event, "delta");
  said.stream = json_string(event, "message_id");
  if (!said.stream.empty()) said.index = index_in(event);
  said.last = said.stream.empty() || json_flag(event, "final");
}

void read_elicitation(const json& event, const HookChoice&, HookEvent& said) {
  said.text = json_string(event, "message");
}

void read_idle_teammate(const json& event, const HookChoice& choice, HookEvent& said) {
  const std::string name = spoken_name(json_string(event, "teammate_name"));
  if (choice.sub_agents == SubAgents::silent || name.empty()) return;
  said.text = fmt::format("{} waits for work.", name);
}

void read_task(const json& event, const HookChoice& choice, HookEvent& said) {
  const std::string subject = first_text(event, {"task_subject"});
  if (choice.sub_agents == SubAgents::silent || subject.empty()) return;
  said.text = "Task done: " + subject;
}

void read_gemini_answer(const json& event, const HookChoice&, HookEvent& said) {
  said.text = json_string(event, "prompt_response");
  said.may_repeat = true;
}

void read_notify(const json& event, const HookChoice&, HookEvent& said) {
  said.text = json_string(event, "last-assistant-message");
  said.may_repeat = true;
}

void read_approval(const json& event, const HookChoice&, HookEvent& said) {
  said.text = "The agent asks for permission.";
  const std::string command = spoken_name(json_string(event, "command"));
  if (!command.empty())
    said.text = fmt::format("The agent asks for permission: run `{}`.", command);
}

void read_cursor_answer(const json& event, const HookChoice&, HookEvent& said) {
  said.text = json_string(event, "text");
}

void read_cursor_stop(const json& event, const HookChoice&, HookEvent& said) {
  if (json_string(event, "status") == "error")
    said.text = stopped_by(first_text(event, {"error_message", "error"}));
}

// A part is told again whenever it grows, and with its end: its name makes it one message.
void read_opencode_part(const json& event, const HookChoice&, HookEvent& said) {
  const json& part = json_member(json_member(event, "properties"), "part");
  const bool is_done = json_member(json_member(part, "time"), "end").is_number();
  if (json_string(part, "type") != "text" || !is_done || json_flag(part, "synthetic")) return;
  said.text = json_string(part, "text");
  said.stream = json_string(part, "id");
  if (!said.stream.empty()) said.index = 0;
}

void read_opencode_error(const json& event, const HookChoice&, HookEvent& said) {
  const json& error = json_member(json_member(event, "properties"), "error");
  if (json_string(error, "name") == "MessageAbortedError") return;  // the user's own doing
  const std::string message = first_text(json_member(error, "data"), {"message"});
  said.text = stopped_by(message.empty() ? json_string(error, "name") : message);
}

// Says in words what is asked for: bash and "npm test" are "run `npm test`". Empty where nothing is named.
std::string asked_for(const json& asked) {
  const std::string title = first_text(asked, {"title"});  // of older versions
  if (!title.empty()) return in_words(title);
  const std::string kind = first_text(asked, {"permission", "type"});
  const json& patterns = json_member(asked, "patterns");
  std::string pattern;
  if (patterns.is_array() && !patterns.empty() && patterns.front().is_string())
    pattern = spoken_name(patterns.front().get<std::string>());
  if (kind.empty() || pattern.empty() || pattern == "*") return in_words(kind);
  const std::string phrase = tool_phrase(kind, {{"command", pattern}});
  const bool is_known = !phrase.starts_with("use ");
  return is_known ? phrase : fmt::format("{}, `{}`", in_words(kind), pattern);
}

void read_opencode_permission(const json& event, const HookChoice&, HookEvent& said) {
  said.text = "The agent asks for permission.";
  const std::string what = asked_for(json_member(event, "properties"));
  if (!what.empty()) said.text = "The agent asks for permission: " + what;
}

void read_opencode_question(const json& event, const HookChoice&, HookEvent& said) {
  said.text = agent::question_in("question", json_member(event, "properties"));
}

constexpr Agents kClaude = Agents::claude, kCodex = Agents::codex, kGemini = Agents::gemini,
                 kOpencode = Agents::opencode, kCursor = Agents::cursor;
constexpr const char* kWork = "the agent's work, not what it writes";
constexpr const char* kHouse = "the house's keeping";
constexpr const char* kAnswer = "the answer";

constexpr std::array kRows = std::to_array<HookRow>({
    {kClaude | kCodex, "Stop", read_stop, kAnswer},
    {kClaude, "StopFailure", read_failure, "why the agent stopped"},
    {kClaude | kCodex, "SubagentStop", read_sub_agent, "by choice: --subagents", true},
    {kClaude | kGemini, "Notification", read_notification, "what it wants of you"},
    {kClaude | kCodex, "PermissionRequest", read_permission, "what it wants to do; its questions"},
    {kClaude, "MessageDisplay", read_display, "what it writes, as it writes"},
    {kClaude | kCodex, "PreToolUse", read_tool, "questions, plans; by choice the tool: --tools"},
    {kClaude | kCodex, "UserPromptSubmit", read_prompt, "it silences the old answer"},
    {kClaude, "Elicitation", read_elicitation, "what a server of tools asks you"},
    {kClaude, "TeammateIdle", read_idle_teammate, "by choice: --subagents"},
    {kClaude, "TaskCompleted", read_task, "by choice: --subagents"},
    {kClaude, "TaskCreated", nullptr, kWork},
    {kClaude | kCodex, "SubagentStart", nullptr, kWork},
    {kClaude | kCodex, "PostToolUse", nullptr, kWork},
    {kClaude, "PostToolUseFailure", nullptr, "the agent tries again, and says so itself"},
    {kClaude, "PostToolBatch", nullptr, kWork},
    {kClaude, "PermissionDenied", nullptr, "the user's own doing, or a rule of his"},
    {kClaude, "ElicitationResult", nullptr, "the user's own doing"},
    {kClaude, "UserPromptExpansion", nullptr, "the user's own words"},
    {kClaude | kCodex | kGemini, "SessionStart", nullptr, kHouse},
    {kClaude | kCodex | kGemini, "SessionEnd", nullptr, kHouse},
    {kClaude, "Setup", nullptr, kHouse},
    {kClaude | kCodex, "PreCompact", nullptr, kHouse},
    {kClaude | kCodex, "PostCompact", nullptr, kHouse},
    {kClaude, "InstructionsLoaded", nullptr, kHouse},
    {kClaude, "ConfigChange", nullptr, kHouse},
    {kClaude, "CwdChanged", nullptr, kHouse},
    {kClaude, "FileChanged", nullptr, kHouse},
    {kClaude, "WorktreeCreate", nullptr, kHouse},
    {kClaude, "WorktreeRemove", nullptr, kHouse},
    {kCodex, "agent-turn-complete", read_notify, kAnswer},
    {Agents::none, "approval-requested", read_approval, "what older versions of Codex want to do"},
    {kCodex, "Interrupt", read_prompt, "it silences the old answer"},
    {kGemini, "AfterAgent", read_gemini_answer, kAnswer},
    {kGemini, "BeforeAgent", read_prompt, "it silences the old answer"},
    {kGemini, "BeforeTool", read_tool, "questions; by choice the tool: --tools"},
    {kGemini, "AfterTool", nullptr, kWork},
    {kGemini, "BeforeModel", nullptr, kWork},
    {kGemini, "AfterModel", nullptr, "pieces of what AfterAgent has whole"},
    {kGemini, "BeforeToolSelection", nullptr, kWork},
    {kGemini, "PreCompress", nullptr, kHouse},
    {kCursor, "afterAgentResponse", read_cursor_answer, kAnswer},
    {kCursor, "stop", read_cursor_stop, "that it failed"},
    {kCursor, "beforeSubmitPrompt", read_prompt, "it silences the old answer"},
    {kCursor, "subagentStop", read_sub_agent, "by choice: --subagents", true},
    {kCursor, "afterAgentThought", nullptr, "thinking"},
    {kCursor, "preToolUse", read_tool, "by choice the tool: --tools"},
    {kCursor, "beforeShellExecution", nullptr, kWork},
    {kCursor, "afterShellExecution", nullptr, kWork},
    {kCursor, "beforeMCPExecution", nullptr, kWork},
    {kCursor, "afterMCPExecution", nullptr, kWork},
    {kCursor, "beforeReadFile", nullptr, kWork},
    {kCursor, "afterFileEdit", nullptr, kWork},
    {kCursor, "postToolUse", nullptr, kWork},
    {kCursor, "postToolUseFailure", nullptr, "the agent tries again, and says so itself"},
    {kCursor, "subagentStart", nullptr, kWork},
    {kCursor, "beforeTabFileRead", nullptr, "completions, not the agent"},
    {kCursor, "afterTabFileEdit", nullptr, "completions, not the agent"},
    {kCursor, "sessionStart", nullptr, kHouse},
    {kCursor, "sessionEnd", nullptr, kHouse},
    {kCursor, "preCompact", nullptr, kHouse},
    {kOpencode, "message.part.updated", read_opencode_part, "a part of the answer, when it ends"},
    {kOpencode, "session.error", read_opencode_error, "why the agent stopped"},
    {kOpencode, "permission.asked", read_opencode_permission, "what it wants to do"},
    {kOpencode, "permission.updated", read_opencode_permission, "the same in older versions"},
    {kOpencode, "question.asked", read_opencode_question, "its questions"},
    {kOpencode, "permission.replied", nullptr, "the user's own doing"},
    {kOpencode, "question.replied", nullptr, "the user's own doing"},
    {kOpencode, "question.rejected", nullptr, "the user's own doing"},
    {kOpencode, "todo.updated", nullptr, kWork},
    {kOpencode, "session.status", nullptr, kHouse},
    {kOpencode, "session.compacted", nullptr, kHouse},
    {kOpencode, "session.idle", nullptr, "the answer was heard by then"},
    {kOpencode, "message.updated", nullptr, "its parts are heard"},
});

}  // namespace

std::span<const HookRow> hook_rows() { return kRows; }

const HookRow* find_hook_row(std::string_view name) {
  const auto row = std::ranges::find(kRows, name, &HookRow::name);
  return row == kRows.end() ? nullptr : &*row;
}

std::vector<std::string> heard_events(Agents agents) {
  std::vector<std::string> names;
  for (const HookRow& row : kRows)
    if (row.read != nullptr && has_any(row.agents, agents)) names.emplace_back(row.name);
  return names;
}

}  // namespace sotto::speaker
