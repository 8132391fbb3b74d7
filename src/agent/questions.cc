#include "agent/questions.h"

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/utf8.h"

namespace sotto::agent {
namespace {

using nlohmann::json;

constexpr size_t kMostQuestions = 8, kMostOptions = 16, kPlanLines = 5;

// The same tool in Claude Code, Gemini CLI and Copilot CLI, opencode, Codex, Cursor.
constexpr std::array<std::string_view, 6> kAskingTools = {
    "AskUserQuestion", "ask_user", "question", "request_user_input", "AskQuestion", "ask_question"};

std::string option_text(const json& option) {
  if (option.is_string()) return option.get<std::string>();
  for (const char* key : {"label", "title", "name", "value"})
    if (const std::string& text = json_string(option, key); !text.empty()) return text;
  return "";
}

// A paragraph, and an item an option.
std::string question_text(const json& question) {
  std::string text = json_string(question, "question");
  if (text.empty()) text = json_string(question, "prompt");
  if (trimmed(text).empty()) return "";
  text += "\n\n";
  for (const char* key : {"options", "choices"}) {
    const json& options = json_member(question, key);
    if (!options.is_array()) continue;
    size_t number = 0;  // as the agent's dialog has it
    for (size_t i = 0; i < std::min(options.size(), kMostOptions); ++i) {
      const std::string option(trimmed(option_text(options[i])));
      ++number;
      if (!option.empty()) text += "- " + std::to_string(number) + ": " + option + "\n";
    }
  }
  return text + "\n";
}

std::string first_lines(const std::string& plan) {
  std::string text;
  size_t lines = 0;
  for (size_t begin = 0; begin < plan.size() && lines < kPlanLines;) {
    const size_t end = std::min(plan.find('\n', begin), plan.size());
    const std::string_view line = std::string_view(plan).substr(begin, end - begin);
    lines += trimmed(line).empty() ? 0 : 1;
    text += line;
    text += '\n';
    begin = end + 1;
  }
  return text;
}

}  // namespace

std::string question_in(std::string_view tool, const json& input) {
  if (tool == "ExitPlanMode") return first_lines(json_string(input, "plan"));
  if (std::ranges::find(kAskingTools, tool) == kAskingTools.end()) return "";
  const json& questions = json_member(input, "questions");
  if (!questions.is_array()) return question_text(input);
  std::string text;
  for (size_t i = 0; i < std::min(questions.size(), kMostQuestions); ++i)
    text += question_text(questions[i]);
  return text;
}

}  // namespace sotto::agent
