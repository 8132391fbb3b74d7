// A list of words, one a line, as a set.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "sotto/error.h"

namespace sotto::phonemes {

// Immutable; any thread may read.
class WordList {
 public:
  WordList() = default;  // of no words

  // The file is mapped, and stays so.
  static Result<WordList> open(const std::filesystem::path& file);

  bool contains(std::string_view word) const;
  size_t size() const { return words_.size(); }
  size_t longest_bytes() const { return longest_bytes_; }

 private:
  std::shared_ptr<const MappedFile> file_;
  std::vector<std::string_view> words_;  // sorted
  size_t longest_bytes_ = 0;
};

}  // namespace sotto::phonemes
