// Whether Japanese is spoken politely (です, ます) or plainly (だ, する).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "japanese/mecab.h"
#include "text/byte_map.h"
#include "text/sentence.h"

namespace sotto::japanese {

enum class Register { as_is, polite, plain };

// "polite", "plain" or "asis".
std::optional<Register> find_register(std::string_view name);

// Changes the predicates that end sentences, and nothing else: what is quoted, in brackets or
// protected, clauses within a sentence, noun phrases and other languages stay byte for byte. Which
// words they are is MeCab's to say; a predicate that it does not know stays, too. Immutable; used
// by any thread. Takes time as the length of the text.
class RegisterChanger {
 public:
  // The error: no dictionary is installed, or it is broken.
  static Result<RegisterChanger> open();
  explicit RegisterChanger(Mecab dictionary) : dictionary_(std::move(dictionary)) {}

  // Take any number of sentences, in valid UTF-8. A text in a register stays when it is asked for
  // again.
  std::string polite(std::string_view text) const;
  std::string plain(std::string_view text) const;

  // The same of a text with protected spans, which move with it. `map`: where its bytes went, for
  // who wants it.
  text::Sentence changed(text::Sentence sentence, Register wanted,
                         text::ByteMap* map = nullptr) const;

 private:
  Mecab dictionary_;
};

}  // namespace sotto::japanese
