#include "translate/meaning.h"

#include <array>
#include <string>

#include "translate/placeholders.h"

namespace sotto::translate {

std::span<const MeaningGuard> meaning_guards(const Language& from, const Language& to) {
  static constexpr std::array<MeaningGuard, 1> kAll = {why_numbers_differ};
  static constexpr std::array<MeaningGuard, 5> kEnglishToJapanese = {
      why_numbers_differ, why_negation_differs, why_comparison_differs, why_latin_is_left,
      why_brackets_differ};
  if (from.iso == "en" && to.iso == "ja") return kEnglishToJapanese;
  return kAll;
}

std::optional<std::string_view> why_meaning_differs(std::span<const MeaningGuard> guards,
                                                    const text::Sentence& source,
                                                    const text::Sentence& target) {
  if (guards.empty()) return std::nullopt;
  const std::string plain_source = outside_spans(source), plain_target = outside_spans(target);
  for (const MeaningGuard guard : guards)
    if (const auto why = guard({source, target, plain_source, plain_target})) return why;
  return std::nullopt;
}

}  // namespace sotto::translate
