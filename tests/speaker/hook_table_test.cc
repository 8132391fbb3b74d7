// Hook events of all agents, as files: what is heard of each.
#include "speaker/hook_table.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "paths.h"

namespace sotto::speaker::hook_table_test {
namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  size_t begin = 0;
  for (size_t tab = 0; (tab = line.find('\t', begin)) != line.npos; begin = tab + 1)
    cells.push_back(line.substr(begin, tab - begin));
  cells.push_back(line.substr(begin));
  return cells;
}

std::string unescaped(std::string text) {
  for (size_t at = 0; (at = text.find("\\n", at)) != text.npos; ++at) text.replace(at, 2, "\n");
  return text;
}

HookChoice choice_named(const std::string& name) {
  HookChoice choice;
  choice.tools = name == "tools";
  if (name == "subagents-none") choice.sub_agents = SubAgents::silent;
  if (name == "subagents-whole") choice.sub_agents = SubAgents::whole;
  return choice;
}

TEST(HookTable, WhatIsHeardOfEachEvent) {
  const std::string folder = test_data("agent_hooks") + "/";
  std::ifstream expected(folder + "expected.tsv");
  size_t lines = 0;
  for (std::string line; std::getline(expected, line); ++lines) {
    const std::vector<std::string> cells = cells_of(line);
    ASSERT_EQ(cells.size(), 5u) << line;
    SCOPED_TRACE(cells[1]);
    const auto json = read_file(folder + cells[1] + ".json");
    ASSERT_TRUE(json) << json.error().message;
    const auto event = read_hook_event(*json, choice_named(cells[0]));
    ASSERT_TRUE(event) << event.error().message;
    EXPECT_EQ(event->has_value() ? (*event)->text : "", unescaped(cells[4]));
    if (!event->has_value()) continue;
    EXPECT_EQ((*event)->session, cells[2]);
    EXPECT_EQ((*event)->project, cells[3]);
  }
  EXPECT_GE(lines, 24u);
}

TEST(HookTable, EachEventHasOneRowAndAReason) {
  std::set<std::string_view> names;
  for (const HookRow& row : hook_rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.why.empty()) << row.name;
  }
}

TEST(HookTable, APartOfOpencodeIsOneMessageHoweverOftenItComes) {
  const auto json = read_file(test_data("agent_hooks/own-opencode-part.json"));
  ASSERT_TRUE(json);
  const auto event = read_hook_event(*json);
  ASSERT_TRUE(event && *event);
  EXPECT_EQ((*event)->stream, "prt_1");
  EXPECT_EQ((*event)->index, 0u);
}

TEST(HookTable, FieldsOfOtherTypesAreSilence) {
  for (const HookRow& row : hook_rows())
    for (const char* value : {"null", "7", "[]", "[[]]", "{}", "\"\"", "true"}) {
      std::string json = "{\"hook_event_name\":\"" + std::string(row.name) + "\"";
      for (const char* key : {"last_assistant_message",
                              "last-assistant-message",
                              "message",
                              "prompt_response",
                              "text",
                              "delta",
                              "tool_input",
                              "questions",
                              "background_tasks",
                              "properties",
                              "workspace_roots",
                              "cwd",
                              "error",
                              "session_id",
                              "message_id",
                              "index",
                              "final",
                              "agent_type",
                              "teammate_name",
                              "task_subject",
                              "status"})
        json += ",\"" + std::string(key) + "\":" + value;
      EXPECT_TRUE(read_hook_event(json + "}")) << json;
    }
}

}  // namespace
}  // namespace sotto::speaker::hook_table_test
