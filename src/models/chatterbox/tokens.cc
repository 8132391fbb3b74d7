#include "models/chatterbox/tokens.h"

#include <fmt/format.h>

#include <utility>

#include "text/spoken/punctuation.h"

namespace sotto::models::chatterbox {
namespace {

spoken::PunctuationRules rules_of(Variant variant) {
  return {.of_turbo = variant == Variant::turbo, .wide_ends = variant == Variant::multilingual};
}

std::string with_space_tokens(std::string_view text) {
  std::string tokens;
  for (const char c : text) c == ' ' ? tokens += "[SPACE]" : tokens += c;
  return tokens;
}

}  // namespace

Result<TextTokens> TextTokens::load(const std::filesystem::path& path, Variant variant) {
  if (variant == Variant::turbo) {
    Result<tokenize::Gpt2Tokenizer> tokenizer = tokenize::Gpt2Tokenizer::load(path);
    if (!tokenizer) return tokenizer.error();
    return TextTokens(*std::move(tokenizer), variant);
  }
  Result<tokenize::BpeTokenizer> tokenizer = tokenize::BpeTokenizer::load(path);
  if (!tokenizer) return tokenizer.error();
  const auto start = tokenizer->find("[START]"), stop = tokenizer->find("[STOP]");
  if (!start || !stop) {
    return Error{Errc::bad_format,
                 fmt::format("{}: has no token {}", path.string(), start ? "[STOP]" : "[START]")};
  }
  TextTokens tokens(*std::move(tokenizer), variant);
  tokens.start_ = start;
  tokens.stop_ = stop;
  return tokens;
}

int TextTokens::size() const {
  return std::visit([](const auto& tokenizer) { return tokenizer.size(); }, tokenizer_);
}

std::string TextTokens::tokenizer_input(std::string_view text, std::string_view language,
                                        const LanguageForm& form) const {
  std::string input(text);
  if (variant_ == Variant::turbo) return input;
  if (variant_ == Variant::multilingual) {
    input = spoken::lower_nfkd(text);
    if (form) input = form(input);
    if (!language.empty()) input.insert(0, fmt::format("[{}]", language));
  }
  return with_space_tokens(input);
}

std::vector<int> TextTokens::encode(std::string_view text, std::string_view language,
                                    const LanguageForm& form) const {
  const std::string input = tokenizer_input(text, language, form);
  return std::visit([&](const auto& tokenizer) { return tokenizer.encode(input); }, tokenizer_);
}

std::vector<int> TextTokens::prompt(std::string_view text, std::string_view language,
                                    const LanguageForm& form) const {
  std::vector<int> ids = encode(spoken::punc_norm(text, rules_of(variant_)), language, form);
  if (start_) ids.insert(ids.begin(), *start_);
  if (stop_) ids.push_back(*stop_);
  return ids;
}

}  // namespace sotto::models::chatterbox
