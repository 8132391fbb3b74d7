// Finding words of tables in sentences.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::translate {

// Phrases in small letters, words divided by one space; "*" at the end or at the beginning of a
// word stands for any letters ("fail*", "*n't").
using Phrases = std::span<const std::string_view>;

// The words of a text that is written with spaces, in small letters, ’ as '. Marks that end a
// clause are words, too.
class PhraseText {
 public:
  explicit PhraseText(std::string_view text);

  // The word, `from` or behind it, at which the first of the phrases begins; words().size(): none
  // does.
  size_t find(Phrases phrases, size_t from = 0) const;
  bool has(Phrases phrases) const { return find(phrases) < words_.size(); }
  // Each of the phrases becomes a word that no phrase has.
  void remove(Phrases phrases);

  // Whether one of the phrases begins in the `count` words before `word`, in the same clause.
  bool has_before(size_t word, size_t count, Phrases phrases) const;

  const std::vector<std::string>& words() const { return words_; }

 private:
  bool is_at(size_t word, std::string_view phrase) const;

  std::vector<std::string> words_;
};

// Parts of a text without spaces, between 、 and 。 and the like.
std::vector<std::string_view> clauses_of(std::string_view text);

// Whether one of the strings is in `text`.
bool has_any(std::string_view text, Phrases strings);

// The text with each of the strings, the first ones first, made a space.
std::string without(std::string_view text, Phrases strings);

}  // namespace sotto::translate
