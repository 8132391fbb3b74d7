#include "speech/phoneme_times.h"

#include <string>
#include <utility>

#include "base/utf8.h"

namespace sotto::speech {
namespace {

bool is_mark(char32_t c) {
  return std::u32string_view(U";:,.!?—…\"()“”«»").find(c) != std::u32string_view::npos;
}

}  // namespace

void add_word_times(std::string_view phonemes, const tokenize::PhonemeVocabulary& vocabulary,
                    std::span<const int> frames, double frame_ms, double begin_ms,
                    std::vector<WordTime>& words) {
  std::u32string known;
  for (size_t at = 0; at < phonemes.size();) {
    const char32_t c = next_code_point(phonemes, at);
    if (vocabulary.has(c)) known += c;
  }
  if (frames.size() != known.size() + 2) return;
  WordTime word;
  bool in_word = false;
  double at_ms = begin_ms + frame_ms * frames[0];
  const auto end_word = [&] {
    if (std::exchange(in_word, false)) words.push_back(word);
  };
  for (size_t i = 0; i < known.size(); ++i) {
    const double end_ms = at_ms + frame_ms * frames[i + 1];
    if (known[i] == U' ') {
      end_word();
    } else if (!is_mark(known[i])) {
      if (!std::exchange(in_word, true)) word.begin_ms = at_ms;
      word.end_ms = end_ms;
    }
    at_ms = end_ms;
  }
  end_word();
}

}  // namespace sotto::speech
