#include "translate/meaning.h"

#include <array>

namespace sotto::translate {

std::span<const MeaningGuard> meaning_guards(const text::Language& from, const text::Language& to) {
  static constexpr std::array<MeaningGuard, 3> kEnglishToJapanese = {
      why_negation_differs, why_comparison_differs, why_latin_is_left};
  if (from.iso == "en" && to.iso == "ja") return kEnglishToJapanese;
  return {};
}

}  // namespace sotto::translate
