// Chinese as the multilingual network was trained on it: words apart, each character as its code in
// Cangjie, a way of typing it by its parts.
// Source: chatterbox-tts 0.1.7, ChineseCangjieConverter of tokenizer.py.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>

#include "sotto/error.h"

namespace sotto::spoken {

// Immutable after open; any thread may use it.
class Cangjie {
 public:
  // Cangjie5_TC.json (untrusted): a list of characters and codes, a tab between them.
  static Result<Cangjie> open(const std::filesystem::path& file);
  // The same from its bytes; `file` is for messages.
  static Result<Cangjie> parse(std::string_view json, std::string_view file);

  // `text`: valid UTF-8, in small letters. Upstream finds words with pkuseg, here they are ICU's.
  // What has no code stays.
  std::string read(std::string_view text) const;

 private:
  std::unordered_map<std::string, std::string> codes_;  // with which of its characters it is
};

}  // namespace sotto::spoken
