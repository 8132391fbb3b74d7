// JSON-RPC 2.0: what one line of a client asks, and the line that answers it.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace sotto::cli {

struct RpcError {
  enum Code {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602
  };
  Code code;
  std::string message;
};

// The result of a method; ordered, for people who read it.
using RpcResult = std::variant<nlohmann::ordered_json, RpcError>;

// Is called for requests, not for notifications. `params` is an object, empty where there are none,
// and may be nested deeply: it is not copied.
using RpcMethod = std::function<RpcResult(const std::string& method, const nlohmann::json& params)>;

// The answer to a line: one message, or an array of them. None: nothing in it wants one
// (notifications, and answers to what we never asked).
std::optional<std::string> answer_rpc(std::string_view line, const RpcMethod& method);

// The answer to a line whose request could not be read.
std::string refuse_rpc(const RpcError& error);

}  // namespace sotto::cli
