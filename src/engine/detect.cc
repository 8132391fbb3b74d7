// Which language a text is in, by CLD2; and what a language is called, by ICU.
#ifdef SOTTO_CLD2
// clang-format off
#include <cstdio>  // the next one forgets it
#include <cld2/public/compact_lang_det.h>
// clang-format on
#endif

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <string_view>

#include "engine/detect.h"

namespace sotto::engine {

#ifdef SOTTO_CLD2

namespace {

// CLD2's own names for what BCP 47 calls otherwise.
std::string_view standard_code(std::string_view code) {
  if (code == "iw") return "he";
  if (code == "zh-Hant") return "zh-TW";
  return code;
}

}  // namespace

std::vector<Detected> detect_language(const std::string& text, bool is_html) {
  CLD2::Language languages[3];
  int percents[3], bytes = 0;
  bool is_reliable = false;
  CLD2::DetectLanguageSummary(text.data(), static_cast<int>(text.size()),
                              /*is_plain_text=*/!is_html, languages, percents, &bytes,
                              &is_reliable);
  std::vector<Detected> found;
  for (int i = 0; i < 3; ++i) {
    if (languages[i] == CLD2::UNKNOWN_LANGUAGE || percents[i] == 0) continue;
    const auto language =
        find_language(std::string(standard_code(CLD2::LanguageCode(languages[i]))));
    // A guess at a short text is worth half of what it says.
    if (language) found.push_back({*language, is_reliable ? percents[i] : percents[i] / 2});
  }
  if (found.empty()) found.push_back({*find_language("en"), 0});
  return found;
}

#else

std::vector<Detected> detect_language(const std::string& /*text*/, bool /*is_html*/) {
  return {{*find_language("en"), 0}};
}

#endif

std::vector<Language> likely_languages(const std::string& text) {
  std::vector<Language> languages;
  for (const Detected& detected : detect_language(text)) languages.push_back(detected.language);
  return languages;
}

std::string english_name(const Language& language) {
  icu::UnicodeString name;
  icu::Locale(language.iso.c_str()).getDisplayLanguage(icu::Locale::getEnglish(), name);
  std::string utf8;
  name.toUTF8String(utf8);
  return utf8;
}

}  // namespace sotto::engine
