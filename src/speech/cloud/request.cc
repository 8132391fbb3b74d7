#include "speech/cloud/request.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "http/retry.h"

namespace sotto::speech {
namespace {

using std::chrono::milliseconds;

constexpr http::Patience kRequestPatience = {
    .failures = 2, .first_wait = milliseconds{300}, .longest_wait = milliseconds{2000}};

// Google's errors are {"error": {"message": ...}}; those of its token server {"error_description":
// ...}.
std::string complaint(const std::string& body) {
  const auto json = nlohmann::json::parse(body, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return "";
  const auto text = [](const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? ": " + found->get<std::string>() : "";
  };
  const auto error = json.find("error");
  if (error != json.end() && error->is_object()) return text(*error, "message");
  return text(json, "error_description");
}

}  // namespace

Result<std::string> ask_cloud(http::Client& client, const http::Request& request,
                              const std::stop_token& stop) {
  http::Retry retry(kRequestPatience);
  Result<http::Answer> answer = client.send(request, stop);
  while (retry.again(answer, stop)) answer = client.send(request, stop);
  if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
  if (!answer) return answer.error();
  if (http::is_success(*answer)) return std::move(answer->body);
  return Error{Errc::io, fmt::format("{}: answers with status {}{}", request.url, answer->status,
                                     complaint(answer->body))};
}

}  // namespace sotto::speech
