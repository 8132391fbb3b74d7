// /translate, /detect and /languages, as LibreTranslate has them.
#include <fmt/format.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>

#include "checkpoint/config.h"
#include "serve/departure.h"
#include "serve/handlers.h"
#include "serve/request_fields.h"
#include "translate/lines.h"

namespace sotto::serve {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kRequest = "request";

struct Order {
  std::vector<std::string> texts;
  bool is_array = false, detected = false, wants_alternatives = false;
  Detected source;
  text::Language target;
  std::string model;
};

Result<std::vector<std::string>> texts_of(const Service& service, const nlohmann::json& fields) {
  std::vector<std::string> texts;
  const auto q = fields.find("q");
  if (q != fields.end() && q->is_array()) {
    for (const auto& text : *q) {
      if (!text.is_string())
        return Error{Errc::bad_argument, "q: has a value that is no string, expected strings"};
      texts.push_back(text);
    }
    std::string all;
    for (const std::string& text : texts) all += text;
    const Result<std::string> checked = check_text(service, "q", all);
    if (!checked) return checked.error();
    return texts;
  }
  Result<std::string> text = checkpoint::get_string(fields, kRequest, "q");
  if (!text) return text.error();
  Result<std::string> checked = check_text(service, "q", *std::move(text));
  if (!checked) return checked.error();
  texts.push_back(*std::move(checked));
  return texts;
}

Result<Order> order_of(const Service& service, const nlohmann::json& fields) {
  Order order;
  Result<std::vector<std::string>> texts = texts_of(service, fields);
  if (!texts) return texts.error();
  order.texts = *std::move(texts);
  order.is_array = fields["q"].is_array();
  const Result<std::string> source = checkpoint::get_string(fields, kRequest, "source");
  if (!source) return source.error();
  const Result<std::string> target = checkpoint::get_string(fields, kRequest, "target");
  if (!target) return target.error();
  const Result<std::string> format = checkpoint::get_string_or(fields, kRequest, "format", "text");
  if (!format) return format.error();
  if (*format != "text") {
    return Error{Errc::unsupported,
                 fmt::format("format: is {}, expected text: markup is not translated", *format)};
  }
  Result<std::string> model = checkpoint::get_string_or(fields, kRequest, "model", "");
  if (!model) return model.error();
  order.model = *std::move(model);
  order.wants_alternatives = fields.contains("alternatives");
  const Result<text::Language> to = check_language("target", *target);
  if (!to) return to.error();
  order.target = *to;
  order.detected = *source == "auto";
  if (order.detected) {
    order.source = detect_language(order.texts[0]).front();
    return order;
  }
  const Result<text::Language> from = check_language("source", *source);
  if (!from) return from.error();
  order.source = {*from, 100};
  return order;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

Result<std::unique_ptr<translate::Translator>> translator_for(Call& call, const Order& order,
                                                              const std::stop_token& stop) {
  return call.service.translators.open({.model = order.model,
                                        .from = order.source.language,
                                        .to = order.target,
                                        .caller = call.caller},
                                       stop);
}

// Every text line by line, all in one go.
Result<std::vector<std::string>> translate_all(Call& call, const Order& order,
                                               translate::Translator& translator,
                                               const std::stop_token& stop) {
  std::vector<std::string> lines;
  std::vector<size_t> counts;
  for (const std::string& text : order.texts) {
    const std::vector<std::string> own = lines_of(text);
    counts.push_back(own.size());
    lines.insert(lines.end(), own.begin(), own.end());
  }
  translate::LineTranslator line_translator(translator, order.source.language, order.target);
  const auto done = line_translator.translate(lines, stop);
  if (!done) return done.error();
  std::vector<std::string> texts;
  size_t next = 0;
  for (const size_t count : counts) {
    std::string& text = texts.emplace_back();
    for (size_t i = 0; i < count; ++i, ++next) {
      text += (i > 0 ? "\n" : "") + (*done)[next].text;
      for (const auto& part : (*done)[next].parts)
        call.service.metrics.translated(1, part.translation.from_cache ? 1 : 0);
    }
  }
  return texts;
}

Json detected_json(const Detected& detected) {
  return {{"confidence", detected.confidence}, {"language", detected.language.iso}};
}

Json answer_of(const Order& order, const std::vector<std::string>& texts) {
  Json answer;
  const size_t count = order.is_array ? texts.size() : 1;
  answer["translatedText"] = order.is_array ? Json(texts) : Json(texts[0]);
  if (order.detected) {
    const Json one = detected_json(order.source);
    answer["detectedLanguage"] = order.is_array ? Json(std::vector<Json>(count, one)) : one;
  }
  if (order.wants_alternatives) {
    answer["alternatives"] =
        order.is_array ? Json(std::vector<Json>(count, Json::array())) : Json::array();
  }
  return answer;
}

std::string display_name(const text::Language& language) {
  icu::UnicodeString name;
  icu::Locale(language.iso.c_str()).getDisplayLanguage(icu::Locale::getEnglish(), name);
  std::string utf8;
  name.toUTF8String(utf8);
  return utf8;
}

// The key of the body, where the head had none. False: answered.
bool check_body_key(Call& call, const nlohmann::json& fields) {
  if (!call.exchange.request().header("authorization").empty()) return true;
  const Result<std::string> key = checkpoint::get_string_or(fields, kRequest, "api_key", "");
  if (key) return check_key(call, *key);
  call.exchange.fail(key.error());
  return false;
}

}  // namespace

void answer_with(Call& call, const Order& order, const std::vector<std::string>& texts) {
  call.exchange.reply(200, "application/json", dumped(answer_of(order, texts)));
}

void post_translate(Call& call) {
  const auto fields = read_fields(call);
  if (!fields || !check_body_key(call, *fields)) return;
  const Result<Order> order = order_of(call.service, *fields);
  if (!order) return call.exchange.fail(order.error());
  if (order->source.language == order->target) return answer_with(call, *order, order->texts);
  std::stop_source stop;
  const Departure departure(call.exchange.socket(), stop);
  // Before a place is taken: those who wait for a model that is being loaded keep nobody out.
  const auto translator = translator_for(call, *order, stop.get_token());
  if (!translator) return call.exchange.fail(translator.error());
  const auto pass = enter(call, call.service.translating, stop.get_token());
  if (!pass) return;
  const auto texts = translate_all(call, *order, **translator, stop.get_token());
  if (!texts) return call.exchange.fail(texts.error());
  answer_with(call, *order, *texts);
}

void post_detect(Call& call) {
  const auto fields = read_fields(call);
  if (!fields || !check_body_key(call, *fields)) return;
  const Result<std::vector<std::string>> texts = texts_of(call.service, *fields);
  if (!texts) return call.exchange.fail(texts.error());
  Json answer = Json::array();
  for (const Detected& detected : detect_language((*texts)[0]))
    answer.push_back(detected_json(detected));
  call.exchange.reply(200, "application/json", dumped(answer));
}

void get_languages(Call& call) {
  std::vector<text::Language> sources;
  for (const TranslatorChoice& choice : call.service.translators.models())
    for (const text::Language& from : choice.directions.from)
      if (std::ranges::find(sources, from) == sources.end()) sources.push_back(from);
  Json answer = Json::array();
  for (const text::Language& from : sources) {
    std::vector<std::string> targets;
    for (const TranslatorChoice& choice : call.service.translators.models())
      for (const text::Language& to : choice.directions.to)
        if (choice.directions.has(from, to) && std::ranges::find(targets, to.iso) == targets.end())
          targets.push_back(to.iso);
    answer.push_back({{"code", from.iso}, {"name", display_name(from)}, {"targets", targets}});
  }
  call.exchange.reply(200, "application/json", dumped(answer));
}

}  // namespace sotto::serve
