// Sentences and their translations as JSON, between machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"
#include "text/sentence.h"
#include "translate/translator.h"

namespace sotto::cluster {

nlohmann::ordered_json spans_json(const std::vector<text::ProtectedSpan>& spans);

// `what`: "the job", for messages, which have nothing of the text in them.
Result<std::vector<text::ProtectedSpan>> read_spans(std::string_view what,
                                                    const nlohmann::json& list,
                                                    const std::string& text);

nlohmann::ordered_json sentence_json(const text::Sentence& sentence);
Result<text::Sentence> read_sentence(std::string_view what, const nlohmann::json& json);

// All of it: what comes out is what went in.
nlohmann::ordered_json translation_json(const translate::Translation& translation);
Result<translate::Translation> read_translation(std::string_view what, const nlohmann::json& json);

}  // namespace sotto::cluster
