// How protected spans and unusual words are said: `src/auth/login.ts` is "login.ts", and in
// Japanese "ログイン ドット ティーエス".
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "sotto/error.h"
#include "text/sentence.h"

namespace sotto::text {

class Readings {
 public:
  // The built-in table for `language`.
  static Readings built_in(const Language& language);

  // Adds the user's dictionary (TOML: a table a language, `[ja]` then `"kubectl" = "クベコントロール"`);
  // its entries win over the built-in ones. A file that is not there is an empty one.
  Result<void> add_file(const std::filesystem::path& path);

  // The sentence as the voice shall say it: every span in its spoken form, dictionary applied.
  std::string spoken(const Sentence& sentence) const;

 private:
  explicit Readings(Language language) : language_(std::move(language)) {}

  Language language_;
  std::map<std::string, std::string, std::less<>> words_;  // lower case
};

}  // namespace sotto::text
