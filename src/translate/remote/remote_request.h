// The common part of requests to other people's translators.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "http/client.h"
#include "translate/remote/remote_kind.h"

namespace sotto::translate {

// The secret of http/key.h, where there has to be one.
Result<std::string> need_key(std::string_view who, const std::string& variable);

// A POST of JSON that waits as long as the connection may, follows no redirect and is not made
// again where the server may have worked for it.
http::Request remote_request(const Connection& connection, std::string_view path,
                             const nlohmann::json& body);

struct JsonAnswer {
  nlohmann::json said;
  std::map<std::string, std::string> headers;  // in lower case
};
// The answer to it. The error never holds the key.
Result<JsonAnswer> ask_json(Connection& connection, const http::Request& request,
                            const std::stop_token& stop);

Error without_key(const Connection& connection, Error error);

// "the answer has no ...".
Error strange_answer(const Connection& connection, std::string_view lacks);

// The characters of all texts.
uint64_t characters_of(std::span<const std::string> texts);

// "pt-BR": the language, with script or region where the service asks for one; `special` are pairs
// of FLORES codes and the service's names, the others go by ISO code.
using CodeRow = std::pair<std::string_view, std::string_view>;
std::string service_code(const Language& language, std::span<const CodeRow> special);

}  // namespace sotto::translate
