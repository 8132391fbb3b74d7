// The normalization table inside a SentencePiece model: UTF-8 prefixes and what replaces them.
//
//   u32 little-endian size of the trie in bytes | the trie, a double array of u32 units |
//   replacement strings, each ended by a NUL
//
// A unit (Darts-clone, https://github.com/s-yata/darts-clone): bits 0-7 and 31 its label, bit 8 "a
// value follows", bits 9-30 the offset to its children (bit 9: shifted by 8 more). The child of
// node n by byte c stands at n ^ c.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sotto/error.h"

namespace sotto::tokenize {

// A view: the bytes belong to the caller, and must outlive it.
class Charsmap {
 public:
  Charsmap() = default;  // replaces nothing

  // Walks the whole trie. After that no text can lead a reader of this table (ours, or
  // SentencePiece's, which checks nothing) out of its bounds. `file` is for the message.
  static Result<Charsmap> check(std::string_view bytes, std::string_view file);

  // The longest prefix of `text` in the table.
  struct Match {
    size_t bytes;
    std::string_view replacement;
  };
  std::optional<Match> longest_prefix(std::string_view text) const;

 private:
  uint32_t unit(uint32_t index) const;

  std::string_view trie_;
  std::string_view replacements_;
};

}  // namespace sotto::tokenize
