// SentencePiece itself, with a model that was checked before.
#pragma once

#include <sentencepiece_processor.h>

#include <string_view>

#include "sotto/error.h"
#include "tokenize/sentencepiece_model.h"

namespace sotto::tokenize {

// `file` is for the message.
Result<void> load_processor(const SentencepieceModel& model, std::string_view file,
                            sentencepiece::SentencePieceProcessor& processor);

}  // namespace sotto::tokenize
