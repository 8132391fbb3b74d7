// The server's description of itself.
#include <nlohmann/json.hpp>

#include "serve/embedded.h"
#include "serve/handlers.h"
#include "serve/request_fields.h"

namespace sotto::serve {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kJson = "application/json";

// The page may load nothing but what comes from here, and be shown in no other page.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct ServedFile {
  const char* path;
  const char* name;
  const char* type;
};
constexpr ServedFile kFiles[] = {
    {"/", "page/index.html", "text/html; charset=utf-8"},
    {"/page.js", "page/page.js", "text/javascript; charset=utf-8"},
    {"/arena.js", "page/arena.js", "text/javascript; charset=utf-8"},
    {"/page.css", "page/page.css", "text/css; charset=utf-8"},
    {"/openapi.json", "openapi.json", kJson},
};

}  // namespace

void get_health(Call& call) {
  const std::string trouble = call.service.options.trouble();
  if (trouble.empty()) return call.exchange.reply(200, kJson, R"({"status":"ok"})");
  call.exchange.refuse(503, trouble);
}

void get_ready(Call& call) {
  if (call.service.draining) return call.exchange.refuse(503, "the server is ending");
  const std::string trouble = call.service.options.trouble();
  if (trouble.empty()) return call.exchange.reply(200, kJson, R"({"status":"ready"})");
  call.exchange.refuse(503, trouble);
}

void get_metrics(Call& call) {
  call.exchange.reply(200, "text/plain; version=0.0.4; charset=utf-8", call.service.metrics.text());
}

void get_models(Call& call) {
  Json models = Json::array();
  const auto add = [&](const std::string& id) {
    models.push_back({{"id", id}, {"object", "model"}, {"created", 0}, {"owned_by", "sotto"}});
  };
  add("sotto");
  for (const engine::TranslatorChoice& choice : call.service.engine.translators.models())
    add(choice.name);
  call.exchange.reply(200, kJson, dumped({{"object", "list"}, {"data", models}}));
}

void get_voices(Call& call) {
  Json voices = Json::array();
  voices.push_back({{"id", "auto"}, {"name", "auto"}, {"languages", Json::array()}});
  for (const speech::SingleVoice& voice : call.service.engine.voices.served())
    voices.push_back({{"id", voice.name}, {"name", voice.name}, {"languages", voice.languages}});
  call.exchange.reply(200, kJson, dumped({{"voices", voices}}));
}

void get_file(Call& call) {
  for (const ServedFile& file : kFiles) {
    if (call.exchange.request().path != file.path) continue;
    for (const embedded::File& content : embedded::files()) {
      if (content.name != file.name) continue;
      call.exchange.add_header("Content-Security-Policy", kPolicy);
      call.exchange.add_header("Referrer-Policy", "no-referrer");
      call.exchange.add_header("Cache-Control", "no-cache");
      return call.exchange.reply(200, file.type, content.content);
    }
  }
}

}  // namespace sotto::serve
