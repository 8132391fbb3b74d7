// Tools for agents, by the Model Context Protocol, that ask a server.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "terminal/projects.h"

namespace sotto::cli {

// The agent that calls the tools, as the server's speaker knows its sessions.
struct McpAgent {
  std::string session, project;
  std::filesystem::path folder;  // that it works in
  terminal::Projects projects;   // of the configuration
};

// A tool's request to the server: `json` is posted, or (empty) the path is fetched.
struct ServerQuestion {
  std::string path, json;
  std::chrono::milliseconds patience;
};

struct McpTool {
  const char* name;
  const char* description;  // for the agent
  const char* schema;       // of its arguments, JSON
  bool takes_long;          // others are answered meanwhile
  // The error is about the arguments. They have no names that the schema has not.
  Result<ServerQuestion> (*ask)(const McpAgent& agent, const nlohmann::json& arguments);
  // Makes the text that the agent reads out of the server's answer.
  std::string (*read)(const nlohmann::json& answer, const nlohmann::json& arguments);
};

const std::vector<McpTool>& mcp_tools();

}  // namespace sotto::cli
