#include "http/ask.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "http/retry.h"

namespace sotto::http {
namespace {

using std::chrono::milliseconds;

constexpr Patience kRequestPatience = {
    .failures = 2, .first_wait = milliseconds{300}, .longest_wait = milliseconds{2000}};

constexpr size_t kLongestComplaint = 200;  // bytes

// Whether the server cannot have done it, or says that it did not.
bool is_unused(const Client& client, const Result<Answer>& answer) {
  if (!answer) return !client.has_sent();
  return answer->status == 429 || answer->status == 503;
}

template <class Send>
Result<Answer> ask_again(const Client& client, const Request& request, const std::stop_token& stop,
                         Again again, const Send& send) {
  Retry retry(kRequestPatience);
  Result<Answer> answer = send();
  while ((again == Again::freely || is_unused(client, answer)) && retry.again(answer, stop))
    answer = send();
  if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
  if (!answer || is_success(*answer)) return answer;
  return Error{Errc::io, fmt::format("{}: answers with status {}{}", request.url, answer->status,
                                     complaint(answer->body))};
}

}  // namespace

// {"error": {"message": ...}} or {"error": ...}; {"message": ...} or {"error_description": ...}.
std::string complaint(std::string_view body) {
  const nlohmann::json said = parse_json(body);
  const nlohmann::json& error = json_member(said, "error");
  std::string text = json_string(error, "message");
  for (const char* key : {"error_description", "error", "message"})
    if (text.empty()) text = json_string(said, key);
  if (text.empty()) return "";
  text = printable(text);
  if (text.size() > kLongestComplaint) {
    size_t end = kLongestComplaint;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.resize(end);
  }
  return ": " + text;
}

Result<Answer> ask(Client& client, const Request& request, const std::stop_token& stop,
                   Again again) {
  return ask_again(client, request, stop, again, [&] { return client.send(request, stop); });
}

Result<Answer> ask(Client& client, const Request& request, const Client::Sink& sink,
                   const std::stop_token& stop, Again again) {
  return ask_again(client, request, stop, again, [&] {
    return client.send(
        request, [](const Answer&) { return true; }, sink, stop);
  });
}

}  // namespace sotto::http
