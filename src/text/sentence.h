// A sentence on its way from the speech text to the voice, and the parts of it that no network may
// change.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/language.h"
#include "text/notes.h"

namespace sotto::text {

// Why a span is protected; decides how it is spoken.
enum class SpanKind { code, identifier, path, command, version, url, number, name, phonemes };

// sentence.text.substr(begin, end - begin), in bytes. Spans are in order and do not overlap.
struct ProtectedSpan {
  size_t begin = 0, end = 0;
  SpanKind kind = SpanKind::code;
};

struct Sentence {
  std::string text;  // valid UTF-8, NFC, no Markdown, one line, no space at either end
  std::vector<ProtectedSpan> spans;
  Language language;
  std::optional<Note> note = {};      // it is one of sotto's own, and not to be translated
  std::vector<std::string> ipa = {};  // of its spans of the kind phonemes, in order
  bool wants_links = false;           // its translation says which words became which, if it can
};

}  // namespace sotto::text
