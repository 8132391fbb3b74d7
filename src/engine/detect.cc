// Detects the language of a text by CLD2.
#ifdef SOTTO_CLD2
// clang-format off
#include <cstdio>  // the next one forgets it
#include <cld2/public/compact_lang_det.h>
// clang-format on
#endif

#include <string_view>

#include "base/log.h"
#include "base/shared_library.h"
#include "engine/detect.h"

namespace sotto::engine {

#ifdef SOTTO_CLD2

namespace {

using Summarize = CLD2::Language(const char*, int, bool, CLD2::Language*, int*, int*, bool*);

// Its interface is in C++: these are the names that compilers for Linux and Macs give to it
// (Itanium C++ ABI, 5.1).
struct Cld2 {
  static constexpr OptionalLibrary kLibrary{"libcld2", 0, "libcld2-0"};
  explicit Cld2(SharedLibrary& library) {
    library.find("_ZN4CLD221DetectLanguageSummaryEPKcibPNS_8LanguageEPiS4_Pb", summarize);
    library.find("_ZN4CLD212LanguageCodeENS_8LanguageE", code_of);
  }

  Summarize* summarize;
  decltype(&CLD2::LanguageCode) code_of;
};

// Null: it is not there, which the log says once.
const Cld2* load_cld2() {
  static const Cld2* const loaded = [] {
    const Cld2* cld2 = load_library<Cld2>();
    if (cld2 == nullptr) log::warn("every text is taken for English: {}", Cld2::kLibrary.missing());
    return cld2;
  }();
  return loaded;
}

// CLD2's own names for what BCP 47 calls otherwise.
std::string_view standard_code(std::string_view code) {
  if (code == "iw") return "he";
  if (code == "zh-Hant") return "zh-TW";
  return code;
}

}  // namespace

std::string missing_detection() {
  return load_library<Cld2>() == nullptr ? Cld2::kLibrary.missing() : "";
}

std::vector<Detected> detect_language(const std::string& text, bool is_html) {
  const Cld2* cld2 = load_cld2();
  if (cld2 == nullptr) return {{*find_language("en"), 0}};
  CLD2::Language languages[3];
  int percents[3], bytes = 0;
  bool is_reliable = false;
  cld2->summarize(text.data(), static_cast<int>(text.size()), /*is_plain_text=*/!is_html, languages,
                  percents, &bytes, &is_reliable);
  std::vector<Detected> found;
  for (int i = 0; i < 3; ++i) {
    if (languages[i] == CLD2::UNKNOWN_LANGUAGE || percents[i] == 0) continue;
    const auto language = find_language(std::string(standard_code(cld2->code_of(languages[i]))));
    // A guess at a short text is worth half of what it says.
    if (language) found.push_back({*language, is_reliable ? percents[i] : percents[i] / 2});
  }
  if (found.empty()) found.push_back({*find_language("en"), 0});
  return found;
}

#else

std::string missing_detection() { return "sotto was built without CLD2"; }

std::vector<Detected> detect_language(const std::string& /*text*/, bool /*is_html*/) {
  return {{*find_language("en"), 0}};
}

#endif

std::vector<Language> likely_languages(const std::string& text) {
  std::vector<Language> languages;
  for (const Detected& detected : detect_language(text)) languages.push_back(detected.language);
  return languages;
}

}  // namespace sotto::engine
