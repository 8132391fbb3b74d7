// The text of a screen reader's SSML, in parts that end at its marks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sotto::cli {

struct SsmlPart {
  std::string text;  // plain, without elements and references; may be blank
  std::string mark;  // reached behind the text; empty: none
};

// Any bytes: what is no element and no reference is text. A `<break>` and the end of a paragraph or
// sentence are line breaks; all other elements are left out, what stands in them stays.
std::vector<SsmlPart> ssml_parts(std::string_view ssml);

}  // namespace sotto::cli
