#include "cli/json_rpc.h"

#include <cstdint>

#include "base/json.h"

namespace sotto::cli {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;

Json envelope(const json& id) {
  Json answer = {{"jsonrpc", "2.0"}, {"id", nullptr}};
  if (id.is_string()) answer["id"] = id.get<std::string>();
  if (id.is_number_float()) answer["id"] = id.get<double>();
  if (id.is_number_unsigned()) answer["id"] = id.get<uint64_t>();
  if (id.is_number_integer() && !id.is_number_unsigned()) answer["id"] = id.get<int64_t>();
  return answer;
}

Json failure(const json& id, const RpcError& error) {
  Json answer = envelope(id);
  answer["error"] = {{"code", static_cast<int>(error.code)}, {"message", error.message}};
  return answer;
}

// The member of that name; null where there is none.
const json& member(const json& object, const char* name) {
  static const json kNone;
  const auto found = object.find(name);
  return found == object.end() ? kNone : *found;
}

std::optional<Json> answer_one(const json& message, const RpcMethod& method) {
  const auto invalid = [](const json& id, const char* what) {
    return failure(id, {RpcError::invalid_request, what});
  };
  if (!message.is_object()) return invalid({}, "the message is no object");
  const json& id = member(message, "id");
  const bool is_request = message.contains("id");
  if (is_request && !id.is_string() && !id.is_number())
    return invalid({}, "id: expected a string or a number");
  if (member(message, "jsonrpc") != "2.0") return invalid(id, "jsonrpc: expected \"2.0\"");
  const json& name = member(message, "method");
  if (!message.contains("method") && (message.contains("result") || message.contains("error")))
    return std::nullopt;
  if (!name.is_string()) return invalid(id, "method: expected a string");
  if (!is_request) return std::nullopt;
  static const json kNoParams = json::object();
  const json& params = message.contains("params") ? message["params"] : kNoParams;
  if (!params.is_object())
    return failure(id, {RpcError::invalid_params, "params: expected an object"});
  RpcResult result = method(name.get_ref<const std::string&>(), params);
  if (const auto* error = std::get_if<RpcError>(&result)) return failure(id, *error);
  Json answer = envelope(id);
  answer["result"] = std::move(std::get<Json>(result));
  return answer;
}

std::string line_of(const Json& answer) { return dumped(answer); }

}  // namespace

std::optional<std::string> answer_rpc(std::string_view line, const RpcMethod& method) {
  const json message = parse_json(line);
  if (message.is_discarded())
    return refuse_rpc({RpcError::parse_error, "the line is no valid JSON"});
  if (!message.is_array()) {
    const std::optional<Json> answer = answer_one(message, method);
    return answer ? std::optional(line_of(*answer)) : std::nullopt;
  }
  if (message.empty()) return refuse_rpc({RpcError::invalid_request, "the array is empty"});
  Json answers = Json::array();
  for (const json& one : message)
    if (std::optional<Json> answer = answer_one(one, method)) answers.push_back(*std::move(answer));
  return answers.empty() ? std::nullopt : std::optional(line_of(answers));
}

std::string refuse_rpc(const RpcError& error) { return line_of(failure({}, error)); }

}  // namespace sotto::cli
