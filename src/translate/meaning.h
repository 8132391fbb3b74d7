// Guards that compare a translation with its source: the opposite of what was written is worse than
// nothing. Numbers are compared in all languages, words in those that a guard knows.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "text/sentence.h"

namespace sotto::translate {

// A sentence and what a network made of it.
struct Rendering {
  const text::Sentence& source;
  const text::Sentence& target;
  std::string_view plain_source, plain_target;  // without what is protected
};

// Why it is no translation of its source, or nothing. In time that grows with the length of both.
using MeaningGuard = std::optional<std::string_view> (*)(const Rendering&);

// The guards for both languages, in the order in which they are asked.
std::span<const MeaningGuard> meaning_guards(const Language& from, const Language& to);

// The first of their reasons against a translation.
std::optional<std::string_view> why_meaning_differs(std::span<const MeaningGuard> guards,
                                                    const text::Sentence& source,
                                                    const text::Sentence& target);

// Between any two languages.
std::optional<std::string_view> why_numbers_differ(const Rendering& rendering);

// English to Japanese.
std::optional<std::string_view> why_negation_differs(const Rendering& rendering);
std::optional<std::string_view> why_comparison_differs(const Rendering& rendering);
std::optional<std::string_view> why_latin_is_left(const Rendering& rendering);
std::optional<std::string_view> why_brackets_differ(const Rendering& rendering);

}  // namespace sotto::translate
