// Shared by the routes of translation.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/detect.h"
#include "japanese/register.h"
#include "serve/router.h"

namespace sotto::serve {

struct TranslationOrder {
  std::vector<std::string> texts;
  bool is_array = false, detected = false, is_html = false;
  int alternatives = 0;                   // of each text, at most
  std::vector<engine::Detected> sources;  // of each text
  Language target;
  std::string model;
  japanese::Register in_register = japanese::Register::as_is;
};
Result<TranslationOrder> read_translation_order(const Service& service,
                                                const nlohmann::json& fields);

struct TranslatedTexts {
  std::vector<std::string> texts;
  std::vector<std::vector<std::string>> alternatives;  // of each text
};
// None: it could not be done, and that has been answered.
std::optional<TranslatedTexts> translate(Call& call, const TranslationOrder& order);

// The key of the body, where the head had none. False: answered.
bool check_body_key(Call& call, const nlohmann::json& fields);

}  // namespace sotto::serve
