#include "models/chatterbox/text.h"

#include <fmt/format.h>
#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <utility>

#include "base/unicode.h"
#include "base/utf8.h"

namespace sotto::models::chatterbox {
namespace {

constexpr std::string_view kNothing = "You need to add some text for me to talk.";

struct Replacement {
  std::string_view what, with;
  bool of_turbo;  // its rules have this one, too
};

// In this order: what one puts in, the next may find.
constexpr Replacement kReplacements[] = {
    {"...", ", ", false}, {"…", ", ", true}, {":", ",", true}, {" - ", ", ", false},
    {";", ", ", false},   {"—", "-", true},  {"–", "-", true}, {" ,", ",", true},
    {"“", "\"", true},    {"”", "\"", true}, {"‘", "'", true}, {"’", "'", true},
};

constexpr std::string_view kEnds[] = {".", "!", "?", "-", ","};
constexpr std::string_view kWideEnds[] = {"、", "，", "。", "？", "！"};  // of the multilingual

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
    text.replace(at, what.size(), with);
}

// Runs of white space become one space, those at the ends nothing.
std::string single_spaced(std::string_view text) {
  std::string joined;
  bool space = false;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    const char32_t c = next_code_point(text, i);
    // Python's str.split() has these four, too.
    const bool is_space = u_isUWhiteSpace(static_cast<UChar32>(c)) || (c >= 0x1c && c <= 0x1f);
    if (!is_space) {
      if (space && !joined.empty()) joined += ' ';
      joined += text.substr(begin, i - begin);
    }
    space = is_space;
  }
  return joined;
}

std::string capitalized(std::string_view text) {
  size_t end = 0;
  const char32_t first = next_code_point(text, end);
  if (!u_isULowercase(static_cast<UChar32>(first))) return std::string(text);
  icu::UnicodeString capital(static_cast<UChar32>(first));
  return to_utf8(capital.toUpper(icu::Locale::getRoot())).append(text.substr(end));
}

bool has_end(std::string_view text, Variant variant) {
  for (const std::string_view end : kEnds)
    if (text.ends_with(end)) return true;
  for (const std::string_view end : kWideEnds)
    if (variant == Variant::multilingual && text.ends_with(end)) return true;
  return false;
}

}  // namespace

std::string punc_norm(std::string_view given, Variant variant) {
  if (given.empty()) return std::string(kNothing);
  std::string text = single_spaced(capitalized(given));
  for (const Replacement& each : kReplacements)
    if (each.of_turbo || variant != Variant::turbo) replace_all(text, each.what, each.with);
  while (text.ends_with(' ')) text.pop_back();
  if (!has_end(text, variant)) text += '.';
  return text;
}

std::string lower_nfkd(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkd = icu::Normalizer2::getNFKDInstance(status);
  icu::UnicodeString lower = from_utf8(text).toLower(icu::Locale::getRoot());
  if (U_FAILURE(status)) return to_utf8(lower);
  const icu::UnicodeString apart = nfkd->normalize(lower, status);
  return to_utf8(U_FAILURE(status) ? lower : apart);
}

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
    input = lower_nfkd(text);
    if (form) input = form(input);
    if (!language.empty()) input.insert(0, fmt::format("[{}]", language));
  }
  replace_all(input, " ", "[SPACE]");
  return input;
}

std::vector<int> TextTokens::encode(std::string_view text, std::string_view language,
                                    const LanguageForm& form) const {
  const std::string input = tokenizer_input(text, language, form);
  return std::visit([&](const auto& tokenizer) { return tokenizer.encode(input); }, tokenizer_);
}

std::vector<int> TextTokens::prompt(std::string_view text, std::string_view language,
                                    const LanguageForm& form) const {
  std::vector<int> ids = encode(punc_norm(text, variant_), language, form);
  if (start_) ids.insert(ids.begin(), *start_);
  if (stop_) ids.push_back(*stop_);
  return ids;
}

}  // namespace sotto::models::chatterbox
