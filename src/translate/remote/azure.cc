// Azure's Translator, v3.0, as its reference describes it; no client of Azure's was run against it.
// Containers on one's own machine have the same interface.
#include <charconv>

#include "base/environment.h"
#include "base/json.h"
#include "http/key.h"
#include "translate/remote/remote_request.h"

namespace sotto::translate {
namespace {

using nlohmann::json;

constexpr CodeRow kAzureCodes[] = {
    {"zho_Hans", "zh-Hans"}, {"zho_Hant", "zh-Hant"}, {"nob_Latn", "nb"}};

}  // namespace

Result<void> identify_azure(Server& server) {
  auto key = http::find_key("AZURE_TRANSLATOR_KEY");
  if (key && !*key && server.url.is_loopback()) return {};  // a container
  if (!key || !*key) return need_key(server.name, "AZURE_TRANSLATOR_KEY").error();
  server.key = **key;
  server.region = variable("AZURE_TRANSLATOR_REGION").value_or("");
  for (const char c : server.region)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')))
      return Error{Errc::bad_argument,
                   "AZURE_TRANSLATOR_REGION: is none, expected one such as "
                   "westeurope"};
  return {};
}

Result<Reply> ask_azure(Connection& connection, const Question& question,
                        const std::stop_token& stop) {
  json body = json::array();
  for (const std::string& text : question.texts) body.push_back({{"text", text}});
  const std::string path =
      "/translate?api-version=3.0&from=" + service_code(question.from, kAzureCodes) +
      "&to=" + service_code(question.to, kAzureCodes) +
      "&textType=" + (question.is_tagged ? "html" : "plain");
  http::Request request = remote_request(connection, path, body);
  const Server& server = connection.server;
  if (!server.key.empty()) request.headers.push_back("Ocp-Apim-Subscription-Key: " + server.key);
  if (!server.region.empty())
    request.headers.push_back("Ocp-Apim-Subscription-Region: " + server.region);
  const auto answer = ask_json(connection, request, stop);
  if (!answer) return answer.error();
  Reply reply;
  if (!answer->said.is_array()) return strange_answer(connection, "list");
  for (const json& one : answer->said) {
    const json& made = json_member(one, "translations");
    if (!made.is_array() || made.size() != 1 || !json_member(made[0], "text").is_string())
      return strange_answer(connection, "text");
    reply.texts.push_back(json_string(made[0], "text"));
  }
  const auto charged = answer->headers.find("x-metered-usage");
  if (charged != answer->headers.end()) {
    const std::string& said = charged->second;
    (void)std::from_chars(said.data(), said.data() + said.size(), reply.usage.characters);
  }
  return reply;
}

}  // namespace sotto::translate
