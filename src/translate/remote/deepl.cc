// DeepL's interface, v2/translate, as its reference and the package deepl 1.32 describe it.
#include "base/json.h"
#include "base/utf8.h"
#include "translate/remote/remote_request.h"

namespace sotto::translate {
namespace {

using nlohmann::json;

constexpr std::string_view kFreeKey = ":fx";  // at the end of keys for the free service
constexpr CodeRow kDeeplTargets[] = {{"eng_Latn", "EN-US"},
                                     {"por_Latn", "PT-BR"},
                                     {"zho_Hans", "ZH-HANS"},
                                     {"zho_Hant", "ZH-HANT"},
                                     {"nob_Latn", "NB"}};

std::string upper(std::string code) {
  for (char& c : code)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return code;
}

}  // namespace

Result<void> identify_deepl(Server& server) {
  auto key = need_key(server.name, "DEEPL_AUTH_KEY");
  if (!key) return key.error();
  server.key = *std::move(key);
  if (server.key.ends_with(kFreeKey) && server.url.host == "api.deepl.com") {
    server.url.base = "https://api-free.deepl.com";
    server.url.host = "api-free.deepl.com";
  }
  return {};
}

Result<Reply> ask_deepl(Connection& connection, const Question& question,
                        const std::stop_token& stop) {
  json body = {{"text", question.texts},
               {"source_lang", upper(service_code(question.from, {}))},
               {"target_lang", upper(service_code(question.to, kDeeplTargets))},
               {"split_sentences", "0"},
               {"show_billed_characters", true}};
  if (question.is_tagged) {
    body["tag_handling"] = "xml";
    body["ignore_tags"] = json::array({kXmlTag.name});
  }
  std::string before;
  for (const Turn& turn : question.before) before += (before.empty() ? "" : " ") + turn.source;
  if (!before.empty()) body["context"] = before;
  http::Request request = remote_request(connection, "/v2/translate", body);
  request.headers.push_back("Authorization: DeepL-Auth-Key " + connection.server.key);
  const auto answer = ask_json(connection, request, stop);
  if (!answer) return answer.error();
  Reply reply;
  for (const json& one : json_member(answer->said, "translations")) {
    if (!json_member(one, "text").is_string()) return strange_answer(connection, "text");
    reply.texts.push_back(json_string(one, "text"));
    const json& billed = json_member(one, "billed_characters");
    if (billed.is_number_unsigned()) reply.usage.characters += billed.get<uint64_t>();
  }
  return reply;
}

}  // namespace sotto::translate
