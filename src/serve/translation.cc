// /translate, /detect and /languages, as LibreTranslate has them.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "checkpoint/config.h"
#include "serve/departure.h"
#include "serve/handlers.h"
#include "serve/request_fields.h"
#include "serve/translation.h"
#include "translate/html.h"
#include "translate/passages.h"

namespace sotto::serve {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kRequest = "request";
constexpr int kMostAlternatives = 10;  // as many beams are searched, and one more

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

// A number, or one in digits, as forms have it.
Result<int> alternatives_of(const nlohmann::json& fields) {
  const auto given = fields.find("alternatives");
  if (given == fields.end() || given->is_null()) return 0;
  int number = -1;
  if (given->is_number_integer() && *given >= 0 && *given <= kMostAlternatives) {
    number = *given;
  } else if (given->is_string()) {
    const std::string& text = given->get_ref<const std::string&>();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) number = -1;
  }
  if (number >= 0 && number <= kMostAlternatives) return number;
  return Error{Errc::bad_argument,
               fmt::format("alternatives: is {}, expected 0 to {}",
                           given->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                           kMostAlternatives)};
}

Result<std::unique_ptr<translate::Translator>> translator_for(Call& call,
                                                              const TranslationOrder& order,
                                                              const std::stop_token& stop) {
  return call.service.translators.open({.model = order.model,
                                        .from = order.source.language,
                                        .to = order.target,
                                        .caller = call.caller,
                                        .n_best = order.alternatives + 1},
                                       stop);
}

// All texts in one go.
Result<TranslatedTexts> translate_all(Call& call, const TranslationOrder& order,
                                      translate::Translator& translator,
                                      const std::stop_token& stop) {
  TranslatedTexts answer;
  if (order.is_html) {
    auto html = translate::translate_html(translator, order.texts, order.source.language,
                                          order.target, stop);
    if (!html) return html.error();
    call.service.metrics.translated(html->sentences, html->from_cache);
    answer.texts = std::move(html->documents);
    answer.alternatives.resize(answer.texts.size());  // as LibreTranslate: none of HTML
    return answer;
  }
  auto texts = translate::translate_texts(translator, order.texts, order.source.language,
                                          order.target, stop);
  if (!texts) return texts.error();
  for (translate::TranslatedPassage& text : *texts) {
    call.service.metrics.translated(text.sentences, text.from_cache);
    answer.texts.push_back(std::move(text.text));
    answer.alternatives.push_back(std::move(text.others));
  }
  return answer;
}

Json detected_json(const Detected& detected) {
  return {{"confidence", detected.confidence}, {"language", detected.language.iso}};
}

Json answer_of(const TranslationOrder& order, const TranslatedTexts& translated) {
  Json answer;
  const auto& [texts, alternatives] = translated;
  answer["translatedText"] = order.is_array ? Json(texts) : Json(texts[0]);
  if (order.detected) {
    const Json one = detected_json(order.source);
    answer["detectedLanguage"] = order.is_array ? Json(std::vector<Json>(texts.size(), one)) : one;
  }
  if (order.alternatives > 0)
    answer["alternatives"] = order.is_array ? Json(alternatives) : Json(alternatives[0]);
  return answer;
}

}  // namespace

Result<TranslationOrder> read_translation_order(const Service& service,
                                                const nlohmann::json& fields) {
  TranslationOrder order;
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
  if (*format != "text" && *format != "html") {
    return Error{Errc::unsupported, fmt::format("format: is {}, expected text or html", *format)};
  }
  order.is_html = *format == "html";
  Result<std::string> model = checkpoint::get_string_or(fields, kRequest, "model", "");
  if (!model) return model.error();
  order.model = *std::move(model);
  const Result<int> alternatives = alternatives_of(fields);
  if (!alternatives) return alternatives.error();
  order.alternatives = *alternatives;
  const Result<text::Language> to = check_language("target", *target);
  if (!to) return to.error();
  order.target = *to;
  order.detected = *source == "auto";
  if (order.detected) {
    order.source = detect_language(order.texts[0], order.is_html).front();
    return order;
  }
  const Result<text::Language> from = check_language("source", *source);
  if (!from) return from.error();
  order.source = {*from, 100};
  return order;
}

bool check_body_key(Call& call, const nlohmann::json& fields) {
  if (call.admitted) return true;
  const Result<std::string> key = checkpoint::get_string_or(fields, kRequest, "api_key", "");
  if (key) return check_key(call, *key);
  call.exchange.fail(key.error());
  return false;
}

std::optional<TranslatedTexts> translate(Call& call, const TranslationOrder& order) {
  if (order.source.language == order.target) {
    TranslatedTexts same{order.texts, {}};
    same.alternatives.resize(same.texts.size());
    return same;
  }
  std::stop_source stop;
  const Departure departure(call.exchange.socket(), stop);
  const auto fail = [&](const Error& error) {
    call.exchange.fail(error);
    return std::nullopt;
  };
  // Before a place is taken: those who wait for a model that is being loaded keep nobody out.
  const auto translator = translator_for(call, order, stop.get_token());
  if (!translator) return fail(translator.error());
  const auto pass = enter(call, call.service.translating, stop.get_token());
  if (!pass) return std::nullopt;
  auto answer = translate_all(call, order, **translator, stop.get_token());
  if (!answer) return fail(answer.error());
  return *std::move(answer);
}

void post_translate(Call& call) {
  const auto fields = read_fields(call);
  if (!fields || !check_body_key(call, *fields)) return;
  const Result<TranslationOrder> order = read_translation_order(call.service, *fields);
  if (!order) return call.exchange.fail(order.error());
  const auto translated = translate(call, *order);
  if (translated)
    call.exchange.reply(200, "application/json", dumped(answer_of(*order, *translated)));
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
  // Clients show this list for both sides: also what is only translated into is in it.
  std::vector<text::Language> all;
  for (const auto side : {&translate::Directions::from, &translate::Directions::to})
    for (const TranslatorChoice& choice : call.service.translators.models())
      for (const text::Language& language : choice.directions.*side)
        if (std::ranges::find(all, language) == all.end()) all.push_back(language);
  Json answer = Json::array();
  for (const text::Language& from : all) {
    std::vector<std::string> targets;
    for (const TranslatorChoice& choice : call.service.translators.models())
      for (const text::Language& to : choice.directions.to)
        if (choice.directions.has(from, to) && std::ranges::find(targets, to.iso) == targets.end())
          targets.push_back(to.iso);
    answer.push_back({{"code", from.iso}, {"name", english_name(from)}, {"targets", targets}});
  }
  call.exchange.reply(200, "application/json", dumped(answer));
}

// What LibreTranslate's page and clients ask before anything else.
void get_frontend_settings(Call& call) {
  std::optional<text::Language> target;
  for (const TranslatorChoice& choice : call.service.translators.models())
    for (const text::Language& to : choice.directions.to)
      if (!target || to.iso == "en") target = to;
  if (!target) target = *text::find_language("en");
  const bool has_keys = !call.service.options.keys.empty();
  const Json languages = {{"source", {{"code", "auto"}, {"name", "Auto Detect"}}},
                          {"target", {{"code", target->iso}, {"name", english_name(*target)}}}};
  call.exchange.reply(200, "application/json",
                      dumped({{"apiKeys", has_keys},
                              {"keyRequired", has_keys},
                              {"charLimit", call.service.options.max_chars},
                              {"frontendTimeout", 500},
                              {"suggestions", false},
                              {"filesTranslation", true},
                              {"supportedFilesFormat", {".txt", ".html", ".srt"}},
                              {"language", languages}}));
}

}  // namespace sotto::serve
