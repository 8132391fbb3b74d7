// Chinese characters as Pinyin with a digit for each tone ("ni3hao3"), as XTTS was trained on them.
// Source of the rules: pypinyin 0.55, Style.TONE3, the neutral tone as 5; its dictionaries are
// read.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>

#include "sotto/error.h"

namespace sotto::spoken {

// Immutable after open; any thread may use it.
class Pinyin {
 public:
  // A folder with pinyin_dict.json and phrases_dict.json (untrusted), as the package has them: what
  // each character sounds like, and what those of a phrase do.
  static Result<Pinyin> open(const std::filesystem::path& folder);
  // The same from the bytes of both; `folder` is for messages.
  static Result<Pinyin> parse(std::string_view characters, std::string_view phrases,
                              const std::filesystem::path& folder);

  // `text`: valid UTF-8. The longest phrase that begins at a character, else the character's first
  // sound; what has none stays.
  std::string read(std::string_view text) const;

 private:
  Pinyin() = default;
  Result<void> read_characters(std::string_view json, const std::filesystem::path& file);
  Result<void> read_phrases(std::string_view json, const std::filesystem::path& file);

  std::unordered_map<std::string, std::string> sounds_;  // of a character, or of a phrase
  size_t longest_ = 0;                                   // phrase, bytes
};

}  // namespace sotto::spoken
