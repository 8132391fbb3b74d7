// Markdown (GitHub's, through cmark-gfm) as a list of what could be said.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/sentence.h"
#include "text/speech_builder.h"

namespace sotto::text {

// A leaf block of the document: a paragraph, a heading, the first line of a list item ...
struct MarkdownUnit {
  enum class Kind { prose, heading, code, table, silent };  // silent: HTML, rules
  Kind kind = Kind::silent;
  SpeechPiece piece;                   // of prose and headings
  std::string code;                    // of code: its lines, as far as they are there
  std::vector<SpeechPiece> rows = {};  // of a table: "auth: status OK, time 3 s."
};

struct MarkdownTree {
  std::vector<MarkdownUnit> units;  // in the order of the document
  size_t last_block_line = 0;       // where the last top-level block begins, from 0
  size_t units_before_last_block = 0;
  bool last_block_is_leaf = false;  // a paragraph or a heading, which a blank line ends
  // The last leaf is a fenced code block (0: it is not); what would close it.
  char fence = 0;
  size_t fence_length = 0;
  bool fence_is_top_level = false;
};

// Parses a whole or growing document. The texts of units before `first_unit` are left out.
MarkdownTree read_markdown(std::string_view source, size_t first_unit);

// The same for plain text: a unit a paragraph. `backticks`: what stands between two is code.
MarkdownTree read_plain(std::string_view source, size_t first_unit, bool backticks);

}  // namespace sotto::text
