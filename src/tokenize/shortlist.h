// The tokens that a network needs to write one language: a few of many. The output matrix of a
// network of 200 languages is most of what a step of decoding reads, and most of its rows are
// pieces of other scripts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/language.h"
#include "sotto/error.h"
#include "tokenize/tokenizer.h"

namespace sotto::tokenize {

struct ShortlistOptions {
  // Number of Latin pieces of more than one letter, for a language that is not written in Latin
  // letters: those with the lowest ids. Byte pair encoding numbers pieces in the order in which it
  // found them worth merging, the most frequent first.
  int latin_pieces = 2000;
  // A sample of the language: lines `piece TAB count`, or else plain text. With it, of the pieces
  // of more than one letter those are taken that occur, whatever their script.
  std::optional<std::filesystem::path> frequencies = {};
};

// Ids in ascending order. Always in it: special tokens, languages and byte pieces; digits,
// punctuation and symbols that the language's script may use (UAX 24, script extensions); every
// single letter that is Latin or of the script. So every text of the language can be spelled.
// An error comes from the file alone.
Result<std::vector<int>> shortlist(const Tokenizer& tokenizer, const Language& language,
                                   const ShortlistOptions& options = {});

}  // namespace sotto::tokenize
