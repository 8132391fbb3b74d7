// Sotto's own lines about an agent ("The agent asks for permission: run `npm test`."), and those that
// agents always write in the same words, as they are heard in Japanese: by a table, because networks
// that translate prose make little of them. A slot holds what is different each time.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "text/sentence.h"

namespace sotto::text {

// A part of such a line in the listener's language.
struct OwnPart {
  enum class Kind {
    fixed,       // `text`
    kept,        // bytes of the source from begin to end, as they are
    translated,  // the same, to be translated
  };
  Kind kind = Kind::fixed;
  std::string_view text = {};  // valid for ever
  size_t begin = 0, end = 0;
};

// In their order. None: it is no such line, or the table does not have it in that language.
std::optional<std::vector<OwnPart>> own_line(const Sentence& sentence, const Language& listener);

struct OwnRow {
  // With slots: {t}: prose, to be translated; {p}: a phrase of the second table, or prose; {c}: one
  // protected span; {n}: a number; {w}: a name of one word; {s}: a few words, kept.
  std::string_view english;
  std::string_view japanese;  // its slots by number, from {0}
};
std::span<const OwnRow> own_rows();     // whole lines, without the full stop
std::span<const OwnRow> phrase_rows();  // what a tool is about to do

}  // namespace sotto::text
