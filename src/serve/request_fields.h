// What a request asks for, out of its body: JSON, or one of the forms that LibreTranslate's clients
// send.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/registers.h"
#include "serve/multipart.h"
#include "serve/router.h"

namespace sotto::serve {

// Of speech that has no header to say so: what OpenAI's clients expect of pcm.
constexpr int kSpeechRateHz = 24000;
constexpr const char* kRequest = "request";  // what errors call a body

// The body as an object, whatever its form. None: it is none, and that has been answered. `files`:
// those of a multipart form, where they are wanted.
std::optional<nlohmann::json> read_fields(Call& call, std::vector<FormPart>* files = nullptr);

// The error names `key`.
Result<void> check_not_blank(const std::string& key, const std::string& text);

// The same, of a text of at most options.max_chars characters.
Result<std::string> check_text(const Service& service, const std::string& key, std::string text);

// Empty: there is none, or no string.
std::string string_in(const nlohmann::json& object, const char* key);

// The language that `code` names; the error names `key`.
Result<text::Language> check_language(const std::string& key, const std::string& code);

// "polite", "plain" or "asis"; none where it is empty.
Result<engine::WantedRegister> check_register(const std::string& name);
// The same of the field "register".
Result<engine::WantedRegister> register_in(const nlohmann::json& fields);

// JSON that can always be written.
std::string dumped(const nlohmann::ordered_json& json);

}  // namespace sotto::serve
