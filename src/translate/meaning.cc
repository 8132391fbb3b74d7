#include "translate/meaning.h"

#include <array>

namespace sotto::translate {

std::span<const MeaningGuard> meaning_guards(const Language& from, const Language& to) {
  static constexpr std::array<MeaningGuard, 1> kAll = {why_numbers_differ};
  static constexpr std::array<MeaningGuard, 4> kEnglishToJapanese = {
      why_numbers_differ, why_negation_differs, why_comparison_differs, why_latin_is_left};
  if (from.iso == "en" && to.iso == "ja") return kEnglishToJapanese;
  return kAll;
}

}  // namespace sotto::translate
