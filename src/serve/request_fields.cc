#include "serve/request_fields.h"

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/utf8.h"

namespace sotto::serve {
namespace {

nlohmann::json form_as_json(const std::string& body) {
  nlohmann::json fields = nlohmann::json::object();
  size_t replaced = 0;
  for (const auto& [name, value] : net::parse_form(body))
    fields[to_valid_utf8(name, replaced)] = to_valid_utf8(value, replaced);
  return fields;
}

Result<nlohmann::json> form_as_json(std::string_view type, std::string_view body,
                                    std::vector<net::FormPart>* files) {
  Result<std::vector<net::FormPart>> parts = net::parse_multipart(type, body);
  if (!parts) return parts.error();
  nlohmann::json fields = nlohmann::json::object();
  size_t replaced = 0;
  for (net::FormPart& part : *parts) {
    if (!part.file_name) {
      fields[to_valid_utf8(part.name, replaced)] = to_valid_utf8(part.content, replaced);
    } else if (files != nullptr) {
      files->push_back(std::move(part));
    }
  }
  return fields;
}

// Half an emoji costs a character, not the request.
Result<nlohmann::json> json_body(std::string_view body) {
  size_t replaced = 0;
  return parse_json_object(repaired_escapes(body, replaced, Nul::kept), "the body");
}

}  // namespace

std::optional<nlohmann::json> read_fields(Call& call, std::vector<net::FormPart>* files) {
  const std::optional<std::string> body = call.exchange.body();
  if (!body) return std::nullopt;
  const std::string given = call.exchange.request().header("content-type");
  const std::string type = lower_ascii(given);  // a boundary keeps its case
  if (type.starts_with("application/x-www-form-urlencoded")) return form_as_json(*body);
  const bool is_multipart = type.starts_with("multipart/form-data");
  if (!type.empty() && !is_multipart && !type.starts_with("application/json")) {
    call.exchange.refuse(415, fmt::format("the body is {}, expected application/json", given));
    return std::nullopt;
  }
  Result<nlohmann::json> fields =
      is_multipart ? form_as_json(given, *body, files) : json_body(*body);
  if (fields) return *std::move(fields);
  call.exchange.fail(fields.error());
  return std::nullopt;
}

Result<void> check_not_blank(const std::string& key, const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") != std::string::npos) return {};
  return Error{Errc::bad_argument, fmt::format("{}: is empty, expected a text", key)};
}

Result<std::string> check_text(const Service& service, const std::string& key, std::string text) {
  size_t characters = 0;
  for (const char c : text) characters += (c & 0xc0) != 0x80 ? 1 : 0;
  const int most = service.options.max_chars;
  if (characters > static_cast<size_t>(most)) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: has {} characters, expected at most {}", key, characters, most)};
  }
  if (const Result<void> some = check_not_blank(key, text); !some) return some.error();
  return text;
}

Result<engine::WantedRegister> check_register(const std::string& name) {
  const engine::WantedRegister found = japanese::find_register(name);
  if (found || name.empty()) return found;
  return Error{Errc::bad_argument,
               fmt::format("register: is {}, expected polite, plain or asis", name)};
}

Result<engine::WantedRegister> register_in(const nlohmann::json& fields) {
  const auto name = get_string_or(fields, kRequest, "register", "");
  if (!name) return name.error();
  return check_register(*name);
}

}  // namespace sotto::serve
