// Texts as XTTS was trained on them: small letters; numbers, amounts of money, abbreviations and
// symbols as words; Korean in Latin letters.
// Source of rules and words: coqui-tts 0.28.0, layers/xtts/tokenizer.py, and for numbers what
// num2words 0.5.14 makes of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::spoken {

// The rules of one language. Used by one thread at a time.
class Cleaner {
 public:
  // An ISO code of a row of languages.h: not Japanese (romaji.h), nor Chinese (chinese.h).
  static Result<Cleaner> open(std::string_view language);
  Cleaner(Cleaner&&) noexcept;
  Cleaner& operator=(Cleaner&&) noexcept;
  ~Cleaner();

  // `text`: valid UTF-8. What upstream's cleaner makes of text.strip().lower().
  std::string operator()(std::string_view text) const;

  // The same rule by rule, for tests; each reads what the one before it wrote.
  std::string numbers(std::string_view text) const;
  std::string abbreviations(std::string_view text) const;
  std::string symbols(std::string_view text) const;

 private:
  struct Rules;
  explicit Cleaner(std::unique_ptr<const Rules> rules);
  std::unique_ptr<const Rules> rules_;
};

}  // namespace sotto::spoken
