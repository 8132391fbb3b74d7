#include "text/digest.h"

#include <algorithm>
#include <string_view>

#include "text/sentence_traits.h"

namespace sotto::text {
namespace {

constexpr size_t kShort = 3;  // sentences

struct Worth {
  SentenceTraits traits;
  int score = 0;
};

Worth worth_of(const Sentence& sentence, size_t place, size_t count) {
  const std::string_view text = sentence.text;
  Worth worth{traits_of(sentence)};
  if (worth.traits.has_result) worth.score += 3;
  if (worth.traits.advises) worth.score += 4;
  if (text.find_first_of("0123456789") != text.npos) worth.score += 1;
  if (place == 0) worth.score += 2;
  if (place + 2 >= count) worth.score += 1;
  if (worth.traits.is_narration) worth.score -= 4;
  // The thing that it announces is not heard.
  if (text.ends_with(':') || text.ends_with("：")) worth.score -= 6;
  const auto blanks = std::ranges::count(text, ' ');
  if (blanks < 2 && text.size() < 20) worth.score -= 3;  // a heading
  return worth;
}

}  // namespace

std::vector<size_t> digest(std::span<const Sentence> sentences) {
  std::vector<Worth> worths;
  for (size_t i = 0; i < sentences.size(); ++i)
    worths.push_back(worth_of(sentences[i], i, sentences.size()));
  const auto is_candidate = [&](size_t i) {
    return !worths[i].traits.asks && !worths[i].traits.fails && !sentences[i].note;
  };
  size_t best = sentences.size();
  for (size_t i = 0; i < worths.size(); ++i) {
    const bool is_better = best == worths.size() || worths[i].score > worths[best].score;
    if (is_candidate(i) && is_better) best = i;
  }
  const auto notes = std::ranges::count_if(sentences, [](const Sentence& s) { return !!s.note; });
  const bool is_short = sentences.size() - static_cast<size_t>(notes) <= kShort;
  std::vector<size_t> heard;
  for (size_t i = 0; i < sentences.size(); ++i)
    if (is_short || i == best || !is_candidate(i)) heard.push_back(i);
  return heard;
}

}  // namespace sotto::text
