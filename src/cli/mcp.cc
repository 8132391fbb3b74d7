// sotto mcp: the user's server as tools of an agent, by the Model Context Protocol
// (modelcontextprotocol.io, transport "stdio": one JSON-RPC message a line).
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "base/json.h"
#include "base/json_fields.h"
#include "cli/json_rpc.h"
#include "cli/mcp_tools.h"
#include "cli/socket_flag.h"
#include "cli/start_server.h"
#include "cli/verbs.h"
#include "net/local_client.h"
#include "speaker/hook_event.h"
#include "terminal/flags.h"
#include "terminal/line_reader.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;

constexpr const char* kMcpHelp = R"(Examples:
  claude mcp add sotto -- sotto mcp --start
  echo '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}' | sotto mcp)";

constexpr size_t kLongestMessage = size_t{1} << 20;  // bytes
constexpr std::array<const char*, 3> kProtocols = {"2025-06-18", "2025-03-26", "2024-11-05"};

struct McpFlags {
  std::string socket = "auto";
  bool start = false;
};

class McpServer {
 public:
  McpServer(const McpFlags& flags, const terminal::Projects& projects)
      : socket_(std::filesystem::absolute(socket_flag(flags.socket))), start_(flags.start) {
    agent_.session = fmt::format("{:06x}-mcp", ::getpid());
    std::error_code failed;
    agent_.folder = std::filesystem::current_path(failed);
    agent_.project = speaker::project_of(agent_.folder);
    agent_.projects = projects;
  }

  RpcResult answer(const std::string& method, const json& params) const {
    if (method == "initialize") return initialize(params);
    if (method == "ping") return Json::object();
    if (method == "tools/list") return list_tools();
    if (method == "tools/call") return call_tool(params);
    return RpcError{RpcError::method_not_found, fmt::format("method: {} is unknown", method)};
  }

 private:
  static RpcResult initialize(const json& params) {
    const auto wanted = get_string(params, "params", "protocolVersion");
    if (!wanted) return RpcError{RpcError::invalid_params, wanted.error().message};
    const auto known = std::ranges::find(kProtocols, *wanted);
    return Json{{"protocolVersion", known != kProtocols.end() ? *known : kProtocols.front()},
                {"capabilities", {{"tools", Json::object()}}},
                {"serverInfo", {{"name", "sotto"}, {"version", SOTTO_VERSION}}},
                {"instructions",
                 "speak is heard by the user: short sentences, no code, nothing that only makes "
                 "sense to the eye."}};
  }

  static RpcResult list_tools() {
    Json tools = Json::array();
    for (const McpTool& tool : mcp_tools())
      tools.push_back({{"name", tool.name},
                       {"description", tool.description},
                       {"inputSchema", exact_ordered_json(tool.schema)}});
    return Json{{"tools", std::move(tools)}};
  }

  RpcResult call_tool(const json& params) const {
    const auto wrong = [](std::string message) {
      return RpcError{RpcError::invalid_params, std::move(message)};
    };
    const std::string name = json_string(params, "name");
    const auto tool = std::ranges::find(mcp_tools(), name, &McpTool::name);
    if (tool == mcp_tools().end()) return wrong(fmt::format("name: {:?} is no tool", name));
    static const json kNone = json::object();
    const json& arguments = params.contains("arguments") ? params["arguments"] : kNone;
    if (!arguments.is_object()) return wrong("arguments: expected an object");
    const json known = exact_json(tool->schema)["properties"];
    for (const auto& [key, value] : arguments.items())
      if (!known.contains(key)) return wrong(fmt::format("arguments: {:?} is unknown", key));
    const Result<ServerQuestion> question = tool->ask(agent_, arguments);
    if (!question) return wrong(question.error().message);
    const Result<json> answer = ask(*question);
    const std::string text = answer ? tool->read(*answer, arguments) : answer.error().message;
    return Json{{"content", Json::array({{{"type", "text"}, {"text", text}}})},
                {"isError", !answer}};
  }

  Result<json> ask(const ServerQuestion& q) const {
    auto answer = net::ask_server(socket_, q.path, q.json, q.patience);
    if (!answer && answer.error().code == Errc::not_found && start_) {
      const std::lock_guard lock(starting_);
      const Result<void> started = start_server(socket_);
      if (!started) return started.error();
      answer = net::ask_server(socket_, q.path, q.json, q.patience);
    }
    if (!answer) return answer.error();
    if (answer->status != 200 && answer->status != 202)
      return Error{Errc::io, fmt::format("The server refused: {}.", net::refusal_of(*answer))};
    return parse_json_object(answer->body, "the server's answer");
  }

  const std::filesystem::path socket_;
  const bool start_;
  McpAgent agent_;
  mutable std::mutex starting_;
};

// Messages are answered one after the other, but for those that may take long (a translation, and
// whatever comes in an array): these have a queue of their own, so that a `stop` does not wait
// behind them, and what is to be said is still said in its order.
class McpSession {
 public:
  McpSession(const McpFlags& flags, const terminal::Projects& projects)
      : out_(STDOUT_FILENO, "standard output"),
        server_(flags, projects),
        slow_([this] { work(); }) {}
  ~McpSession() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  // False: nobody reads the answers.
  bool take(const std::string& line) {
    if (!takes_long(line)) return write(answer_rpc(line, method_));
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.size() < kMostWaiting; });
    waiting_.push_back(line);
    changed_.notify_all();
    return true;
  }
  bool refuse(const Error& error) {
    return write(refuse_rpc({RpcError::parse_error, error.message}));
  }
  int exit_code() const { return out_.error() ? fail(*out_.error()) : kDone; }

 private:
  static constexpr size_t kMostWaiting = 64;  // messages

  static bool takes_long(const std::string& line) {
    const json message = parse_json(line);
    if (message.is_array()) return true;
    if (!message.is_object() || json_string(message, "method") != "tools/call") return false;
    const auto params = message.find("params");
    if (params == message.end() || !params->is_object()) return false;
    const auto tool = std::ranges::find(mcp_tools(), json_string(*params, "name"), &McpTool::name);
    return tool != mcp_tools().end() && tool->takes_long;
  }

  bool write(const std::optional<std::string>& answer) {
    const std::lock_guard lock(writing_);
    return !answer || out_.write(*answer, {});
  }

  // To the end of what waits, also when no more comes.
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const std::string line = std::move(waiting_.front());
      waiting_.pop_front();
      changed_.notify_all();
      lock.unlock();
      write(answer_rpc(line, method_));
      lock.lock();
    }
  }

  LineWriter out_;
  McpServer server_;
  const std::function<RpcResult(const std::string&, const json&)> method_ =
      [this](const std::string& name, const json& params) { return server_.answer(name, params); };
  std::mutex writing_, mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  bool ended_ = false;
  std::jthread slow_;  // the last: it uses the others
};

// Until the client closes standard input, which is the orderly end.
int mcp(const McpFlags& flags, const terminal::Projects& projects) {
  auto source = pipeline::open_source("-");
  if (!source) return fail(source.error());
  LineReader lines(**source, kLongestMessage);
  McpSession session(flags, projects);
  for (;;) {
    const Result<std::optional<std::string>> line = lines.next({});
    if (!line && line.error().code != Errc::bad_format) return fail(line.error());
    if (line && !*line) return kDone;
    if (line && (**line).find_first_not_of(" \t") == std::string::npos) continue;
    if (!(line ? session.take(**line) : session.refuse(line.error()))) return session.exit_code();
  }
}

}  // namespace

Verb add_mcp(CLI::App& app) {
  auto flags = std::make_shared<McpFlags>();
  CLI::App* verb = app.add_subcommand(
      "mcp", "Be a server of the Model Context Protocol: speak, stop, translate, voices");
  verb->footer(kMcpHelp);
  add_socket_flag(*verb, flags->socket);
  verb->add_flag("--start", flags->start, "Start a server where none is running");
  return {verb, [flags](Session& session) { return mcp(*flags, session.projects); }};
}

}  // namespace sotto::cli
