#include "models/xtts/tokens.h"

#include <fmt/format.h>

#include <utility>

namespace sotto::models::xtts {

Result<TextTokens> TextTokens::load(const std::filesystem::path& file) {
  Result<tokenize::BpeTokenizer> tokenizer = tokenize::BpeTokenizer::load(file);
  if (!tokenizer) return tokenizer.error();
  const auto start = tokenizer->find("[START]"), stop = tokenizer->find("[STOP]");
  if (!start || !stop) {
    return Error{Errc::bad_format,
                 fmt::format("{}: has no token {}", file.string(), start ? "[STOP]" : "[START]")};
  }
  return TextTokens(*std::move(tokenizer), *start, *stop);
}

std::vector<int> TextTokens::encode(std::string_view cleaned, std::string_view language) const {
  std::string input = fmt::format("[{}]", language == "zh" ? "zh-cn" : language);
  for (const char c : cleaned) input += c == ' ' ? std::string("[SPACE]") : std::string(1, c);
  return tokenizer_.encode(input);
}

std::vector<int> TextTokens::prompt(std::string_view cleaned, std::string_view language) const {
  std::vector<int> ids = encode(cleaned, language);
  ids.insert(ids.begin(), start_);
  ids.push_back(stop_);
  return ids;
}

}  // namespace sotto::models::xtts
