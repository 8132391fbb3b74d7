// /translate, /detect and /languages, as LibreTranslate has them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <mutex>

#include "base/json_fields.h"
#include "engine/detect.h"
#include "net/departure.h"
#include "serve/handlers.h"
#include "serve/languages.h"
#include "serve/request_fields.h"
#include "serve/translation.h"
#include "translate/document/html.h"
#include "translate/document/passages.h"

namespace sotto::serve {
namespace {

using Json = nlohmann::ordered_json;
constexpr size_t kMostTexts = 1000;    // of a request; each costs, also one without a character
constexpr int kMostAlternatives = 10;  // as many beams are searched, and one more

// The texts of one language, which one translator takes together.
struct Part {
  Language source;
  std::vector<size_t> which;
  std::unique_ptr<translate::Translator> translator;
};

Result<std::vector<std::string>> texts_of(const Service& service, const nlohmann::json& fields) {
  std::vector<std::string> texts;
  const auto q = fields.find("q");
  if (q != fields.end() && q->is_array()) {
    if (q->size() > kMostTexts) {
      return Error{Errc::bad_argument,
                   fmt::format("q: has {} texts, expected at most {}", q->size(), kMostTexts)};
    }
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
  Result<std::string> text = get_string(fields, kRequest, "q");
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

std::string joined(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, "\n"));
}

// Each text's own language; what is too short to tell is in the language of all of them.
std::vector<engine::Detected> detect_each(const std::vector<std::string>& texts, bool is_html) {
  constexpr int kSure = 50;  // percent; a guess never has more
  const engine::Detected all = engine::detect_language(joined(texts), is_html).front();
  std::vector<engine::Detected> each;
  for (const std::string& text : texts) {
    const engine::Detected own = engine::detect_language(text, is_html).front();
    each.push_back(own.confidence > kSure ? own : all);
  }
  return each;
}

// Opens a translator for each language of the texts. Texts in the target language need none.
Result<std::vector<Part>> parts_of(Call& call, const TranslationOrder& order,
                                   const std::stop_token& stop) {
  std::vector<Part> parts;
  for (size_t i = 0; i < order.texts.size(); ++i) {
    const Language& source = order.sources[i].language;
    if (source == order.target) continue;
    auto part = std::ranges::find(parts, source, &Part::source);
    if (part == parts.end()) {
      auto translator = call.service.engine.translators.open({.model = order.model,
                                                              .from = source,
                                                              .to = order.target,
                                                              .caller = call.caller,
                                                              .n_best = order.alternatives + 1},
                                                             stop);
      if (!translator) return translator.error();
      translator = call.service.engine.registers.apply(*std::move(translator), order.target,
                                                       order.in_register);
      if (!translator) return translator.error();
      part = parts.insert(part, {source, {}, *std::move(translator)});
    }
    part->which.push_back(i);
  }
  return parts;
}

// All texts of a part in one go, each into its place.
Result<void> translate_part(Call& call, const TranslationOrder& order, const Part& part,
                            TranslatedTexts& answer, const std::stop_token& stop) {
  std::vector<std::string> texts;
  for (const size_t i : part.which) texts.push_back(order.texts[i]);
  if (order.is_html) {  // as LibreTranslate: no alternatives
    auto html = translate::translate_html(*part.translator, texts, part.source, order.target, stop);
    if (!html) return html.error();
    call.service.metrics.translated(html->sentences, html->from_cache);
    for (size_t i = 0; i < texts.size(); ++i)
      answer.texts[part.which[i]] = std::move(html->documents[i]);
    return {};
  }
  auto done = translate::translate_texts(*part.translator, texts, part.source, order.target, stop);
  if (!done) return done.error();
  for (size_t i = 0; i < texts.size(); ++i) {
    translate::TranslatedPassage& text = (*done)[i];
    call.service.metrics.translated(text.sentences, text.from_cache);
    answer.texts[part.which[i]] = std::move(text.text);
    answer.alternatives[part.which[i]] = std::move(text.others);
  }
  return {};
}

Json detected_json(const engine::Detected& detected) {
  return {{"confidence", detected.confidence}, {"language", detected.language.iso}};
}

Json answer_of(const TranslationOrder& order, const TranslatedTexts& translated) {
  Json answer;
  const auto& [texts, alternatives] = translated;
  answer["translatedText"] = order.is_array ? Json(texts) : Json(texts[0]);
  if (order.detected) {
    std::vector<Json> each;
    for (const engine::Detected& source : order.sources) each.push_back(detected_json(source));
    answer["detectedLanguage"] = order.is_array ? Json(each) : each[0];
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
  const Result<std::string> source = get_string(fields, kRequest, "source");
  if (!source) return source.error();
  const Result<std::string> target = get_string(fields, kRequest, "target");
  if (!target) return target.error();
  const Result<std::string> format = get_string_or(fields, kRequest, "format", "text");
  if (!format) return format.error();
  if (*format != "text" && *format != "html") {
    return Error{Errc::unsupported, fmt::format("format: is {}, expected text or html", *format)};
  }
  order.is_html = *format == "html";
  Result<std::string> model = get_string_or(fields, kRequest, "model", "");
  if (!model) return model.error();
  order.model = *std::move(model);
  const Result<int> alternatives = alternatives_of(fields);
  if (!alternatives) return alternatives.error();
  order.alternatives = *alternatives;
  const auto in_register = register_in(fields);
  if (!in_register) return in_register.error();
  order.in_register = in_register->value_or(japanese::Register::as_is);
  const Result<Language> to = check_language("target", *target);
  if (!to) return to.error();
  order.target = *to;
  order.detected = *source == "auto";
  if (order.detected) {
    order.sources = detect_each(order.texts, order.is_html);
    return order;
  }
  const Result<Language> from = check_language("source", *source);
  if (!from) return from.error();
  order.sources.assign(order.texts.size(), {*from, 100});
  return order;
}

bool check_body_key(Call& call, const nlohmann::json& fields) {
  if (call.admitted) return true;
  const Result<std::string> key = get_string_or(fields, kRequest, "api_key", "");
  if (key) return check_key(call, *key);
  call.exchange.fail(key.error());
  return false;
}

std::optional<TranslatedTexts> translate(Call& call, const TranslationOrder& order) {
  TranslatedTexts answer{order.texts, {}};
  answer.alternatives.resize(answer.texts.size());
  std::stop_source stop;
  const net::Departure departure(call.exchange.socket(), stop);
  const auto fail = [&](const Error& error) {
    call.exchange.fail(error);
    return std::nullopt;
  };
  // Before a place is taken: those who wait for a model that is being loaded keep nobody out.
  const Result<std::vector<Part>> parts = parts_of(call, order, stop.get_token());
  if (!parts) return fail(parts.error());
  if (parts->empty()) return answer;
  const auto pass = enter(call, call.service.translating, stop.get_token());
  if (!pass) return std::nullopt;
  for (const Part& part : *parts) {
    const Result<void> done = translate_part(call, order, part, answer, stop.get_token());
    if (!done) return fail(done.error());
  }
  return answer;
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
  for (const engine::Detected& detected : engine::detect_language(joined(*texts)))
    answer.push_back(detected_json(detected));
  call.exchange.reply(200, "application/json", dumped(answer));
}

void get_languages(Call& call) {
  Service& service = call.service;
  const engine::Translators& translators = service.engine.translators;
  if (translators.are_elsewhere())
    return call.exchange.reply(200, "application/json", list_languages(translators.models()));
  std::call_once(service.languages.made, [&] {
    service.languages.json = list_languages(service.engine.translators.models());
  });
  call.exchange.reply(200, "application/json", service.languages.json);
}

// Answers LibreTranslate's page and clients, which ask this before anything else.
void get_frontend_settings(Call& call) {
  std::optional<Language> target;
  for (const engine::TranslatorChoice& choice : call.service.engine.translators.models())
    for (const Language& to : choice.directions.to)
      if (!target || to.iso == "en") target = to;
  if (!target) target = *find_language("en");
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
