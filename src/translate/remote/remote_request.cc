#include "translate/remote/remote_request.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/printable.h"
#include "http/ask.h"
#include "http/key.h"

namespace sotto::translate {
namespace {

constexpr long kConnectSeconds = 5;

}  // namespace

Result<std::string> need_key(std::string_view who, const std::string& variable_name) {
  const auto key = http::find_key(variable_name);
  if (!key) return key.error();
  if (*key) return **key;
  return Error{Errc::not_found, fmt::format("{}: needs a key in {}, or a file with it named by "
                                            "{}_FILE",
                                            who, variable_name, variable_name)};
}

http::Request remote_request(const Connection& connection, std::string_view path,
                             const nlohmann::json& body) {
  using nlohmann::json;
  return {.url = connection.server.url.base + std::string(path),
          .body = dumped_sorted(body),
          .headers = {"Content-Type: application/json", "Accept: application/json"},
          .most_redirects = 0,
          .connect_seconds = std::min(kConnectSeconds, connection.most_seconds),
          .silent_seconds = connection.most_seconds,
          .most_seconds = connection.most_seconds,
          .direct = connection.server.url.is_loopback()};
}

Result<JsonAnswer> ask_json(Connection& connection, const http::Request& request,
                            const std::stop_token& stop) {
  auto answer = http::ask(connection.client, request, stop, http::Again::unused);
  if (!answer) return without_key(connection, answer.error());
  nlohmann::json said = parse_json(answer->body);
  if (said.is_discarded()) return strange_answer(connection, "JSON");
  return JsonAnswer{std::move(said), std::move(answer->headers)};
}

Error without_key(const Connection& connection, Error error) {
  const std::string& key = connection.server.key;
  constexpr std::string_view kInstead = "...";
  for (size_t at = 0; !key.empty(); at += kInstead.size()) {
    at = error.message.find(key, at);
    if (at == std::string::npos) break;
    error.message.replace(at, key.size(), kInstead);
  }
  return error;
}

Error strange_answer(const Connection& connection, std::string_view lacks) {
  return {Errc::io, fmt::format("{}: the answer has no {}", connection.server.name, lacks)};
}

uint64_t characters_of(std::span<const std::string> texts) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  uint64_t count = 0;
  for (const std::string& text : texts)
    count += static_cast<uint64_t>(std::ranges::count_if(text, begins));
  return count;
}

std::string service_code(const Language& language, std::span<const CodeRow> special) {
  const auto row = std::ranges::find(special, language.flores, &CodeRow::first);
  return row != special.end() ? std::string(row->second) : language.iso;
}

}  // namespace sotto::translate
