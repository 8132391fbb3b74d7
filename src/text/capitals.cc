#include "text/capitals.h"

#include <unicode/uchar.h>

#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/english.h"
#include "text/words.h"

namespace sotto::text {
namespace {

bool is_in_capitals(std::string_view word) {
  size_t letters = 0;
  for (size_t i = 0; i < word.size();) {
    const auto c = static_cast<UChar32>(next_code_point(word, i));
    if (!u_isalpha(c)) continue;
    if (!u_isUUppercase(c)) return false;
    ++letters;
  }
  return letters > 0;
}

bool is_single_letter(std::string_view word) {
  size_t i = 0;
  next_code_point(word, i);
  return i == word.size();
}

struct Shout {
  Word word;
  std::string small;
  Shouted is = Shouted::no;
};

// A word in capitals counts as meant if it stands beside another; a single letter ("A") only
// between two.
void judge_by_neighbours(std::vector<Shout>& shouts, std::string_view text) {
  const auto is_word = [&](size_t i) { return i < shouts.size() && shouts[i].is == Shouted::yes; };
  const auto judge = [&](size_t i) {
    Shout& shout = shouts[i];
    if (shout.is != Shouted::perhaps) return;
    const bool left = i > 0 && is_word(i - 1), right = is_word(i + 1);
    const bool is_one = is_single_letter(shout.word.in(text));
    if (is_one ? left && right : left || right) shout.is = Shouted::yes;
  };
  for (size_t i = 0; i < shouts.size(); ++i) judge(i);
  for (size_t i = shouts.size(); i-- > 0;) judge(i);
}

}  // namespace

Shouted shouted_in_english(std::string_view capitals, std::string_view small) {
  if (capitals == "A") return Shouted::perhaps;
  if (is_single_letter(capitals)) return Shouted::no;
  const bool is_word = is_english_word(small) || is_english_word(without_clitic(small));
  if (!is_word || is_software_name(small) || is_software_word(capitals)) return Shouted::no;
  return is_also_in_capitals(capitals) ? Shouted::perhaps : Shouted::yes;
}

Sentence without_shouting(const Sentence& sentence, const ShoutedTest& test) {
  std::vector<Shout> shouts;
  bool is_any = false;
  for (const Word& word : plain_words(sentence)) {
    Shout& shout = shouts.emplace_back(Shout{word, {}, Shouted::no});
    const std::string_view text = word.in(sentence.text);
    const bool is_end_of_name = word.begin > 0 && sentence.text[word.begin - 1] == '.';  // ".NET"
    if (!is_in_capitals(text) || is_end_of_name) continue;
    shout.small = small_letters(text, sentence.language);
    shout.is = test(text, shout.small);
    is_any = is_any || shout.is == Shouted::yes;
  }
  if (!is_any) return sentence;
  judge_by_neighbours(shouts, sentence.text);
  Sentence out = sentence;
  out.text.clear();
  size_t done = 0;
  auto span = out.spans.begin();
  const auto move_spans = [&](size_t until) {
    for (; span != out.spans.end() && span->begin < until; ++span) {
      const size_t size = span->end - span->begin;
      span->begin += out.text.size() - done;
      span->end = span->begin + size;
    }
  };
  for (const Shout& shout : shouts) {
    if (shout.is != Shouted::yes) continue;
    move_spans(shout.word.begin);
    out.text.append(sentence.text, done, shout.word.begin - done);
    done = shout.word.begin;
    size_t kept = 0;  // the first capital
    const std::string_view word = shout.word.in(sentence.text);
    if (shout.word.is_first) next_code_point(word, kept);
    size_t left_out = 0;
    if (kept > 0) next_code_point(shout.small, left_out);
    out.text += word.substr(0, kept);
    out.text += std::string_view(shout.small).substr(left_out);
    done = shout.word.end;
  }
  move_spans(sentence.text.size() + 1);
  out.text.append(sentence.text, done);
  return out;
}

}  // namespace sotto::text
