// Google's Cloud Translation, Basic (v2), as its reference describes it.
#include "base/environment.h"
#include "base/json.h"
#include "translate/remote/remote_request.h"

namespace sotto::translate {
namespace {

using nlohmann::json;

constexpr const char* kGoogleAccount = "GOOGLE_APPLICATION_CREDENTIALS";
constexpr CodeRow kGoogleCodes[] = {
    {"zho_Hans", "zh-CN"}, {"zho_Hant", "zh-TW"}, {"nob_Latn", "no"}};

}  // namespace

Result<void> identify_google(Server& server) {
  const auto file = variable(kGoogleAccount);
  if (!file || variable("GOOGLE_API_KEY")) {
    auto key = need_key(server.name, "GOOGLE_API_KEY");
    if (!key) {
      return Error{key.error().code, key.error().message + ", or the file of a service account " +
                                         "named by " + kGoogleAccount};
    }
    server.key = *std::move(key);
    return {};
  }
  auto token = http::GoogleToken::open(*file);
  if (!token) return token.error();
  server.token = *std::move(token);
  return {};
}

Result<Reply> ask_google(Connection& connection, const Question& question,
                         const std::stop_token& stop) {
  const json body = {{"q", question.texts},
                     {"source", service_code(question.from, kGoogleCodes)},
                     {"target", service_code(question.to, kGoogleCodes)},
                     {"format", question.is_tagged ? "html" : "text"}};
  http::Request request = remote_request(connection, "/language/translate/v2", body);
  if (connection.server.token) {
    auto token = connection.server.token->get(connection.client, stop);
    if (!token) return token.error();
    request.token = *std::move(token);
  } else {
    request.headers.push_back("X-Goog-Api-Key: " + connection.server.key);
  }
  const auto answer = ask_json(connection, request, stop);
  if (!answer) return answer.error();
  Reply reply;
  for (const json& one : json_member(json_member(answer->said, "data"), "translations")) {
    if (!json_member(one, "translatedText").is_string())
      return strange_answer(connection, "translatedText");
    reply.texts.push_back(json_string(one, "translatedText"));
  }
  return reply;
}

}  // namespace sotto::translate
