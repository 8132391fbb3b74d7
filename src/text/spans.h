// The parts of a sentence that no network may change.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "text/sentence.h"

namespace sotto::text {

// The rules are those of tools/narrator/protect.py, so that the narrator sees at run time what it
// was trained on; a few kinds that its corpus does not have come on top, and quantities as the
// language writes them. Used by one thread.
class SpanFinder {
 public:
  explicit SpanFinder(Language language);
  ~SpanFinder();

  // Spans of `text` in order, without overlap, on character borders. `code` are spans that are
  // known already (inline code, URLs), in order; they win over what is found.
  std::vector<ProtectedSpan> find(std::string_view text,
                                  std::span<const ProtectedSpan> code = {}) const;

  // The kind of a piece of inline code.
  SpanKind kind_of(std::string_view code) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Code in a line of plain text: what stands between two backticks, with them.
std::vector<ProtectedSpan> code_between_backticks(std::string_view line);

}  // namespace sotto::text
