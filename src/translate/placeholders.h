// Protected spans on their way through a network: each distinct string travels as a marker.
//
// The numbering is that of tools/narrator/protect.py: by first appearance, equal strings share one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"
#include "text/byte_map.h"
#include "text/quantity.h"
#include "text/sentence.h"

namespace sotto::translate {

// Stand-ins for spans in the text that the network sees.
using Markers = std::vector<std::string>;

// ⟦0⟧ to ⟦9⟧: single tokens of a network that was trained with them.
const Markers& placeholder_tokens();
// For other networks: short words of letters and digits, which they tend to copy.
const Markers& neutral_words();

// The text with blanks where its spans are.
std::string outside_spans(const text::Sentence& sentence);

struct ProtectedText {
  struct Value {
    std::string text;
    text::SpanKind kind;
    int count;                                    // in the source
    std::optional<text::Quantity> quantity = {};  // written by rule in the target language
  };
  std::string text;           // with markers; without any when there were no spans
  std::vector<Value> values;  // values[i] is behind markers[i]
  text::ByteMap origin = {};  // of the text in the sentence's
};

// Text with markers, or the text as it is when `markers` is null. None when there are more distinct
// strings than markers. A marker that stands in the text by itself is protected like a span.
std::optional<ProtectedText> protect(const text::Sentence& sentence, const Markers* markers);

// Finds a value in a translation: as it was, as the language writes it, or in any other form that
// says the same. `quantities` are those of the translation.
std::vector<text::ProtectedSpan> places_of(const ProtectedText::Value& value,
                                           std::string_view translated,
                                           std::span<const text::FoundQuantity> quantities,
                                           const Language& language);

// The translated text with the spans in it, quantities as `language` writes them. Typography of
// `language` is restored around them.
struct Restored {
  text::Sentence sentence;
  std::string plain;  // the text without what was protected, for the guards
  text::ByteMap map;  // of the translated text into the sentence's
};

// None when a marker is missing, comes more often than in the source, or was not in it; without
// markers: when a protected string is not in `translated`, or more often than in the source.
std::optional<Restored> restore(std::string_view translated, const ProtectedText& source,
                                const Markers* markers, const Language& language);

}  // namespace sotto::translate
