// Books: a zip archive of XHTML pages (EPUB 2 and 3).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/html_texts.h"
#include "sotto/error.h"

namespace sotto::cluster {

constexpr size_t kLongestBook = size_t{32} << 20;  // bytes, as a file

class Epub {
 public:
  // The error does not name the file: it is no book, it is encrypted, or it unpacks to too much.
  static Result<Epub> parse(std::string_view file);

  // Paragraphs of all pages, and of the table of contents, in the order of the archive; HTML.
  const std::vector<std::string>& texts() const { return texts_; }
  // The book with other texts, as many, and `language` ("ja") as its language. Everything else is as
  // it was, so that the same texts make the same bytes.
  Result<std::string> with(std::span<const std::string> texts, const std::string& language) const;

 private:
  struct Page {
    uint64_t index;  // in the archive
    HtmlTexts texts;
  };

  std::string file_;
  std::vector<Page> pages_;
  std::vector<std::string> texts_;
};

// XHTML as HTML has it: "<a id='x'/>" becomes "<a id='x'></a>", which is the same in XML.
std::string without_empty_tags(std::string_view xhtml);

}  // namespace sotto::cluster
