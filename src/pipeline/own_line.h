// Sotto's own lines in the listener's language (text/own_lines.h): the table, with what is translated
// of the slots.
#pragma once

#include <optional>
#include <stop_token>

#include "sotto/error.h"
#include "text/sentence.h"
#include "translate/translator.h"

namespace sotto::pipeline {

// None: the table does not have it, or the translator has lost a slot, and the sentence is as any
// other. The error is the translator's.
Result<std::optional<translate::Translation>> translate_own_line(const text::Sentence& sentence,
                                                                 const Language& listener,
                                                                 translate::Translator& translator,
                                                                 const std::stop_token& stop);

}  // namespace sotto::pipeline
