// Finds the words of an element in a translation.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace sotto::translate {

struct Place {
  size_t begin, end;  // bytes
};

struct TagProjection {
  std::string_view text;         // the translation
  std::span<const Place> taken;  // by other elements
  bool spaced;                   // the language has spaces between words, and no place cuts one

  // The words as they are, as near as can be to `expected` (bytes).
  std::optional<Place> find(std::string_view words, double expected) const;

  // The longest part of them that is there, if it is more than half of them: by itself a word may
  // have another ending.
  std::optional<Place> find_most(std::string_view words, double expected) const;

  // The longest stretch that nothing else has, without the punctuation at its ends.
  std::optional<Place> largest_rest() const;

 private:
  bool is_free(size_t begin, size_t end) const;
  bool cuts_words(size_t begin, size_t end) const;
  std::optional<Place> without_edges(Place place, bool whole_words) const;
};

}  // namespace sotto::translate
