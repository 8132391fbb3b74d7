// LibreTranslate's interface, POST /translate.
#include "base/json.h"
#include "http/key.h"
#include "translate/remote/remote_request.h"

namespace sotto::translate {
namespace {

using nlohmann::json;

constexpr CodeRow kLibreCodes[] = {{"zho_Hans", "zh"}, {"zho_Hant", "zt"}, {"nob_Latn", "nb"}};

}  // namespace

Result<void> identify_libretranslate(Server& server) {
  const auto key = http::find_key("LIBRETRANSLATE_API_KEY");
  if (!key) return key.error();
  server.key = key->value_or("");
  return {};
}

Result<Reply> ask_libretranslate(Connection& connection, const Question& question,
                                 const std::stop_token& stop) {
  json body = {{"source", service_code(question.from, kLibreCodes)},
               {"target", service_code(question.to, kLibreCodes)},
               {"format", question.is_tagged ? "html" : "text"}};
  const bool is_one = question.texts.size() == 1;
  if (is_one) {
    body["q"] = question.texts.front();
  } else {
    body["q"] = question.texts;
  }
  if (!connection.server.key.empty()) body["api_key"] = connection.server.key;
  const auto answer = ask_json(connection, remote_request(connection, "/translate", body), stop);
  if (!answer) return answer.error();
  Reply reply;
  const json& made = json_member(answer->said, "translatedText");
  const json list = made.is_array() ? made : json::array({made});
  for (const json& one : list) {
    if (!one.is_string()) return strange_answer(connection, "translatedText");
    reply.texts.push_back(one.get<std::string>());
  }
  return reply;
}

}  // namespace sotto::translate
