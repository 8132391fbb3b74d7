// Fields of a request, out of its body: JSON, or one of the forms that LibreTranslate's clients
// send.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "engine/registers.h"
#include "net/multipart.h"
#include "serve/router.h"

namespace sotto::serve {

// The rate of speech without a header: OpenAI's clients expect it of pcm.
constexpr int kSpeechRateHz = 24000;
constexpr const char* kRequest = "request";  // what errors call a body

// The body as an object, whatever its form. None: it is none, and that has been answered. `files`:
// those of a multipart form, where they are wanted.
std::optional<nlohmann::json> read_fields(Call& call, std::vector<net::FormPart>* files = nullptr);

// The error names `key`.
Result<void> check_not_blank(const std::string& key, const std::string& text);

// The same, of a text of at most options.max_chars characters.
Result<std::string> check_text(const Service& service, const std::string& key, std::string text);

// "polite", "plain" or "asis"; none where it is empty.
Result<engine::WantedRegister> check_register(const std::string& name);
// The same of the field "register".
Result<engine::WantedRegister> register_in(const nlohmann::json& fields);

}  // namespace sotto::serve
