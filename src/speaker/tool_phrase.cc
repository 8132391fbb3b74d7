#include "speaker/tool_phrase.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>

#include "base/json.h"
#include "base/utf8.h"

namespace sotto::speaker {
namespace {

using nlohmann::json;

constexpr size_t kLongDescription = 160, kLongCode = 80, kLongToolWord = 64;  // bytes

// Tools of all agents by what they do; names are compared without case and underscores.
struct ToolRow {
  std::string_view name, verb;
};
constexpr std::array<ToolRow, 29> kTools = {{{"bash", "run"},
                                             {"shell", "run"},
                                             {"localshell", "run"},
                                             {"execcommand", "run"},
                                             {"runshellcommand", "run"},
                                             {"powershell", "run"},
                                             {"read", "read"},
                                             {"readfile", "read"},
                                             {"readmanyfiles", "read"},
                                             {"edit", "edit"},
                                             {"multiedit", "edit"},
                                             {"notebookedit", "edit"},
                                             {"applypatch", "edit"},
                                             {"patch", "edit"},
                                             {"replace", "edit"},
                                             {"write", "write"},
                                             {"writefile", "write"},
                                             {"grep", "search for"},
                                             {"glob", "search for"},
                                             {"searchfilecontent", "search for"},
                                             {"websearch", "search for"},
                                             {"googlewebsearch", "search for"},
                                             {"webfetch", "fetch"},
                                             {"list", "list"},
                                             {"listdirectory", "list"},
                                             {"ls", "list"},
                                             {"task", "start a sub-agent for"},
                                             {"agent", "start a sub-agent for"},
                                             {"skill", "use"}}};

std::string squeezed_name(std::string_view tool) {
  std::string name;
  for (const unsigned char c : tool)
    if (std::isalnum(c) != 0) name += static_cast<char>(std::tolower(c));
  return name;
}

bool is_one_line(std::string_view text, size_t longest) {
  return !text.empty() && text.size() <= longest && text.find('\n') == text.npos;
}

// "Run the tests." -> "run the tests"; "API keys" keeps its capitals.
std::string as_clause(std::string_view description) {
  while (description.ends_with('.')) description.remove_suffix(1);
  std::string clause(description);
  const bool is_word = clause.size() > 1 && std::islower(static_cast<unsigned char>(clause[1]));
  if (is_word) clause[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(clause[0])));
  return clause;
}

// Makes the text a span that is not translated; empty if it cannot be one.
std::string as_code(std::string_view text) {
  text = trimmed(text);
  const bool fits = is_one_line(text, kLongCode) && text.find('`') == text.npos;
  return fits ? fmt::format("`{}`", text) : "";
}

std::string file_name(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return std::string(path.substr(path.find_last_of('/') + 1));
}

// The object of its work: a file's name, a command, a pattern, an address.
std::string object_of(const json& input) {
  for (const char* key : {"file_path", "filePath", "path", "absolute_path", "notebook_path"})
    if (const std::string& path = json_string(input, key); !path.empty())
      return as_code(file_name(path));
  for (const char* key : {"command", "pattern", "query", "url", "prompt", "skill"})
    if (const std::string& text = json_string(input, key); !text.empty()) return as_code(text);
  return "";
}

// mcp__github__create_issue: "use create issue of github".
std::string mcp_phrase(std::string_view tool) {
  tool.remove_prefix(std::string_view("mcp__").size());
  const size_t gap = tool.find("__");
  if (gap == tool.npos) return "";
  std::string server(tool.substr(0, gap)), name(tool.substr(gap + 2));
  std::ranges::replace(server, '_', ' ');
  std::ranges::replace(name, '_', ' ');
  if (!is_one_line(server, kLongToolWord) || !is_one_line(name, kLongToolWord)) return "";
  return fmt::format("use {} of {}", name, server);
}

}  // namespace

std::string tool_phrase(std::string_view tool, const json& input) {
  const std::string_view description = trimmed(json_string(input, "description"));
  const std::string name = squeezed_name(tool);
  const auto row = std::ranges::find(kTools, name, &ToolRow::name);
  if (is_one_line(description, kLongDescription)) {
    const bool is_task = row != kTools.end() && row->verb.ends_with("for");
    return is_task ? fmt::format("{}: {}", row->verb, as_clause(description))
                   : as_clause(description);
  }
  if (tool.starts_with("mcp__"))
    if (const std::string phrase = mcp_phrase(tool); !phrase.empty()) return phrase;
  if (row == kTools.end()) {
    const std::string code = as_code(tool);
    return code.empty() ? "use a tool" : "use the tool " + code;
  }
  if (const std::string object = object_of(input); !object.empty())
    return fmt::format("{} {}", row->verb, object);
  if (row->verb == "run") return "run a command";
  if (row->verb == "edit" || row->verb == "write") return fmt::format("{} files", row->verb);
  return row->verb.ends_with("for") ? "search" : fmt::format("{} something", row->verb);
}

}  // namespace sotto::speaker
