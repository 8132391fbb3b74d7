#include "tokenize/processor.h"

#include <fmt/format.h>

#include <exception>

namespace sotto::tokenize {

Result<void> load_processor(const SentencepieceModel& model, std::string_view file,
                            sentencepiece::SentencePieceProcessor& processor) {
  std::string refusal;
  try {
    const auto status = processor.LoadFromSerializedProto(model.serialize());
    if (!status.ok()) refusal = status.ToString();
  } catch (const std::exception& e) {
    refusal = e.what();
  }
  if (refusal.empty()) return {};
  return Error{Errc::bad_format, fmt::format("{}: SentencePiece refuses it: {}", file, refusal)};
}

}  // namespace sotto::tokenize
