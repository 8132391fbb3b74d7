// The texts of an HTML document, each of which can be translated by itself, and all the rest.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::cluster {

// A document as its texts: translate::translate_html of the texts one by one, put together, is that
// of the document.
class HtmlTexts {
 public:
  // Valid UTF-8, any HTML.
  static HtmlTexts parse(std::string_view html);

  // Paragraphs, headings, cells: HTML themselves, with the tags that are inside.
  const std::vector<std::string>& texts() const { return texts_; }
  // The document with other texts, as many.
  std::string with(std::span<const std::string> texts) const;

 private:
  std::vector<std::string> texts_;
  std::vector<std::string> around_;  // before each text, and behind the last one
};

}  // namespace sotto::cluster
