// A tokenizer.json of the hub's library with byte-pair encoding (Sennrich et al. 2016) of words, as
// Chatterbox and XTTS have it. The names of added tokens become these tokens; what is between them
// is cut into runs of letters (\w+) and of signs ([^\w\s]+); each run begins as its characters, and
// the neighbours whose merge stands first in the file are joined until no merge is left.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::tokenize {

// Immutable after load; any thread may use it.
class BpeTokenizer {
 public:
  // The file is untrusted. What it says that this one does not do is an error.
  static Result<BpeTokenizer> load(const std::filesystem::path& file);
  // The same from its bytes; `file` is for messages.
  static Result<BpeTokenizer> parse(std::string_view bytes, std::string_view file);

  BpeTokenizer(BpeTokenizer&&) noexcept;
  BpeTokenizer& operator=(BpeTokenizer&&) noexcept;
  ~BpeTokenizer();

  int size() const;  // the highest id and one
  std::optional<int> find(std::string_view token) const;

  // `text`: valid UTF-8. A character that the vocabulary lacks is the unknown token, each by
  // itself.
  std::vector<int> encode(std::string_view text) const;

 private:
  struct Vocabulary;
  friend class BpeReader;
  explicit BpeTokenizer(std::unique_ptr<const Vocabulary> vocabulary);

  std::unique_ptr<const Vocabulary> vocabulary_;
};

}  // namespace sotto::tokenize
