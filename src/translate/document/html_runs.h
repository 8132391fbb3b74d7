// The translatable parts of an HTML document: stretches of text with the tags inside them, and
// between them markup that nobody changes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sotto::translate {

struct InlineNode {
  enum class Kind {
    text,
    code,    // stays as it is, but is a word of its sentence
    mark,    // markup without words, and what belongs to no whole element: an image, a lone </b>
    element  // <b> ... </b>
  };
  Kind kind = Kind::text;
  std::string source;                // its bytes; of an element, the opening tag
  std::string words;                 // of text and code: decoded, NFC, single spaces
  std::string name, close;           // of an element
  std::vector<InlineNode> children;  // of an element, which has words in it
};

struct HtmlPart {
  std::string markup;  // before the run
  std::vector<InlineNode> run;
};

// Their sources, end to end, are the document, but for comments: those leave the middle of a run
// and stand before it. Elements are at most three deep; tags further in are marks.
std::vector<HtmlPart> html_runs(std::string_view html);

// All of its bytes.
void append_source(const InlineNode& node, std::string& out);

}  // namespace sotto::translate
