// HTML with its text translated and its markup as it was (docs/decisions/015-html.md).
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/language.h"
#include "sotto/error.h"
#include "translate/translator.h"

namespace sotto::translate {

struct TranslatedHtml {
  std::vector<std::string> documents;
  int sentences = 0, from_cache = 0;
};

// Valid UTF-8, any HTML. The only error is `cancelled`.
Result<TranslatedHtml> translate_html(Translator& translator,
                                      std::span<const std::string> documents, const Language& from,
                                      const Language& to, const std::stop_token& stop);

}  // namespace sotto::translate
