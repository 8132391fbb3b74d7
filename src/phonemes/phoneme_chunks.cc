#include "phonemes/phoneme_chunks.h"

#include <algorithm>
#include <span>

#include "base/utf8.h"
#include "phonemes/is_in.h"

namespace sotto::phonemes {
namespace {

enum class Cut { none, word, clause, sentence };

// Rates a cut behind text[i]: a mark counts with a space or the end behind it, and with the closing
// marks between them.
Cut cut_behind(std::u32string_view text, size_t i) {
  if (i + 1 < text.size() && text[i + 1] != U' ') return Cut::none;
  size_t mark = i;
  while (mark > 0 && is_in(text[mark], U"”\")»")) --mark;
  if (is_in(text[mark], U".!?…")) return Cut::sentence;
  if (is_in(text[mark], U",;:—")) return Cut::clause;
  return Cut::word;
}

class Chunker {
 public:
  Chunker(std::u32string_view text, const ChunkSizes& sizes) : text_(text), sizes_(sizes) {
    for (size_t i = 0; i < text.size(); ++i) cuts_.push_back(cut_behind(text, i));
  }

  // Number of characters from `begin` on in the next piece.
  size_t next(size_t begin, size_t aim) const {
    const size_t left = text_.size() - begin;
    if (left <= std::min(aim + sizes_.least, sizes_.most)) return left;
    for (const Cut cut : {Cut::sentence, Cut::clause}) {
      if (const size_t size = last(begin, sizes_.least, aim, cut)) return size;
    }
    // Nothing fits the aim: the whole clause.
    if (const size_t size = first(begin, aim, sizes_.most, Cut::clause)) return size;
    if (left <= sizes_.most) return left;
    if (const size_t size = last(begin, 1, sizes_.most, Cut::word)) return size;
    return sizes_.most;
  }

 private:
  // The longest and the shortest piece of `least` to `most` characters that ends so well; 0: none.
  size_t last(size_t begin, size_t least, size_t most, Cut cut) const {
    for (size_t size = std::min(most, text_.size() - begin); size >= least && size > 0; --size) {
      if (cuts_[begin + size - 1] >= cut) return size;
    }
    return 0;
  }
  size_t first(size_t begin, size_t least, size_t most, Cut cut) const {
    for (size_t size = least; size <= std::min(most, text_.size() - begin); ++size) {
      if (size > 0 && cuts_[begin + size - 1] >= cut) return size;
    }
    return 0;
  }

  std::u32string_view text_;
  ChunkSizes sizes_;
  std::vector<Cut> cuts_;
};

}  // namespace

std::vector<std::string> phoneme_chunks(std::string_view phonemes, const ChunkSizes& sizes) {
  std::u32string text;
  for (size_t i = 0; i < phonemes.size();) text += next_code_point(phonemes, i);
  const Chunker chunker(text, sizes);
  std::vector<std::string> chunks;
  size_t aim = sizes.first;
  for (size_t begin = 0; begin < text.size();) {
    if (text[begin] == U' ') {
      ++begin;
      continue;
    }
    const size_t size = chunker.next(begin, aim);
    std::string chunk;
    for (const char32_t c : std::u32string_view(text).substr(begin, size)) append_utf8(chunk, c);
    chunks.emplace_back(trimmed(chunk));
    begin += size;
    aim = std::min(sizes.growth * aim, sizes.aim);
  }
  return chunks;
}

}  // namespace sotto::phonemes
