// How protected spans and unusual words are said: `src/auth/login.ts` is "login.ts", and in
// Japanese "ログインドットティーエス".
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "sotto/error.h"
#include "text/pronunciation_rules.h"
#include "text/sentence.h"
#include "text/verbatim.h"

namespace sotto::text {

class Pronouncer {
 public:
  // The built-in table for `language`.
  static Pronouncer built_in(const Language& language);

  // The same with the user's dictionary, <config folder>/readings.toml, added.
  static Result<Pronouncer> of_user(const Language& language);

  // Sets the signs that are said although they are left out otherwise. Call it before anybody else
  // uses this.
  void read_aloud(Verbatim read) { read_ = read; }

  // Adds a dictionary (TOML: a table a language, `[ja]` then `"kubectl" =
  // "クベコントロール"`); its entries win over the built-in ones. A file that is not there is an
  // empty one.
  Result<void> add_file(const std::filesystem::path& path);

  // The sentence as the voice shall say it: every span in its spoken form, dictionary applied.
  std::string spoken(const Sentence& sentence) const;

 private:
  explicit Pronouncer(Language language);

  void add_text(std::string_view text, std::string& out) const;
  void add_prose(std::string_view text, size_t begin, size_t end, std::string& out) const;
  size_t add_sign(std::string_view text, size_t i, std::string& out) const;
  size_t add_latin(std::string_view text, size_t i, size_t end, std::string& out) const;
  void add_span(std::string_view text, SpanKind kind, std::string& out) const;
  void add_path(std::string_view path, std::string& out) const;
  void add_tokens(std::string_view text, std::string& out) const;
  void add_code(std::string_view code, size_t begin, size_t end, std::string& out) const;
  size_t add_sign_of_code(std::string_view code, size_t i, std::string& out) const;
  void add_command(std::string_view command, std::string& out) const;
  void add_compound(std::string_view token, std::string& out) const;
  void add_word(std::string_view word, std::string& out) const;
  void add_number(std::string_view number, std::string& out) const;
  void say(std::string_view words, std::string& out) const;
  const std::string* user_entry(std::string_view text) const;
  size_t user_match(std::string_view text, size_t i, const std::string*& reading) const;
  std::string_view word_of(char c) const;
  size_t add_symbols(std::string_view text, size_t i, std::string& out) const;

  Language language_;
  const PronunciationRules& rules_;
  Verbatim read_;
  ReadingMap words_;  // lower case
  ReadingMap units_;  // behind a number, case kept
  ReadingMap user_;   // lower case; may be several words
  size_t longest_user_key_ = 0;
};

}  // namespace sotto::text
