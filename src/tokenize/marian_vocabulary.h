// vocab.json of a Marian model: the texts of its tokens and their ids, for both languages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sotto/error.h"

namespace sotto::tokenize {

// Immutable after parse.
class MarianVocabulary {
 public:
  // An object of texts and ids, each once, with </s>, <unk> and <pad> among them. The bytes are
  // untrusted; `file` is for messages.
  static Result<MarianVocabulary> parse(std::string_view json, std::string_view file);

  int size() const { return static_cast<int>(names_.size()); }  // the highest id and one
  int eos() const { return eos_; }
  int unk() const { return unk_; }
  int pad() const { return pad_; }

  std::optional<int> find(std::string_view text) const;
  // Empty for an id without a text.
  std::string_view text_of(int id) const { return names_[static_cast<size_t>(id)]; }

  // "jpn" of each token such as ">>jpn<<", in alphabetical order.
  std::vector<std::string> codes() const;

 private:
  Result<void> read(std::string_view json, std::string_view file);
  Result<void> add(std::string_view text, int64_t id, std::string_view file);

  std::vector<std::string> names_;
  std::unordered_map<std::string, int> ids_;
  int eos_ = 0, unk_ = 0, pad_ = 0;
};

}  // namespace sotto::tokenize
