// The last predicate of a sentence, and what stands around it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "japanese/conjugation.h"
#include "japanese/mecab.h"

namespace sotto::japanese {

// A word as MeCab's dictionaries in IPADIC's columns have it.
struct ClauseWord {
  size_t begin, end;  // bytes of the text
  std::string surface, speech, subclass, type, form, lemma;

  bool is_verb() const;       // ある and ござる as auxiliaries, too
  bool is_adjective() const;  // たい and らしい, too
  bool is(std::string_view speech, std::string_view type) const;  // how the type begins
  bool is_negative() const;  // ない, an auxiliary or an adjective
  bool is_past() const { return speech == "助動詞" && type == "特殊・タ"; }
  bool is_copula() const { return is("助動詞", "特殊・ダ"); }
  bool is_desu() const { return is("助動詞", "特殊・デス"); }
  bool is_masu() const { return is("助動詞", "特殊・マス"); }
  bool is_particle(std::string_view surface) const;
  bool is_te() const;  // て of 書いて, で of 読んで and of 書かないで
  bool ends() const { return form == "基本形"; }
};

struct Clause {
  std::vector<ClauseWord> words;
  size_t end = 0;       // words[0, end) is without the particles that end a sentence: か, ね, よ
  bool has_ka = false;  // か is one of them
  bool question = false;  // a question mark follows

  // The word so far before the end, 1 is the last; an empty one where there is none.
  const ClauseWord& last(size_t back) const;
  std::string_view particle() const;  // the first behind the predicate
};

// A replacement of text[begin, end).
struct Edit {
  size_t begin, end;
  std::string text;
};

// `text` is what of a masked text belongs to the sentence, and begins at byte `begin` of it.
Clause clause_of(const Mecab& dictionary, std::string_view text, size_t begin, bool question);

// Mends words that the dictionary takes for another one that is written alike.
void mend_words(std::vector<ClauseWord>& words);

// The form of a verb: none where the dictionary's word does not fit the text.
std::optional<std::string> form_of(const ClauseWord& verb, VerbForm form);

// From the so manieth word before the end to the last one.
Edit replace_last(const Clause& clause, size_t back, std::string text);

// None: it is polite (plain) already, or there is nothing to change.
std::optional<Edit> to_polite(const Clause& clause);
std::optional<Edit> to_plain(const Clause& clause);

}  // namespace sotto::japanese
