// Signs in a sentence of prose, before it is translated.
//
//   the check a == b holds       a == b becomes a protected span, which the voice reads by rule
//   the latency > the limit      "the latency greater than the limit"
//   it is > 200 ms, about ~5     stays, for sign and number are one quantity
//   Settings > General           a protected span, too: the names of a menu
//   ✅ auth                      "auth: OK"
#pragma once

#include <string>
#include <vector>

#include "text/sentence.h"

namespace sotto::text {

// Text with single spaces, and what in it is protected already, in order.
struct Draft {
  std::string text;
  std::vector<ProtectedSpan> spans;  // code (kind not yet known) and URLs
};

// The same with words of `language` for signs; expressions are spans of code. Signs that have
// nothing beside them to be said of leave. Takes time in proportion to the text.
Draft with_signs_said(const Draft& draft, const Language& language);

}  // namespace sotto::text
