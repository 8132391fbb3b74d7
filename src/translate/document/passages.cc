#include "translate/document/passages.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"
#include "text/boundaries.h"
#include "text/segments.h"
#include "text/spans.h"
#include "text/speech_builder.h"
#include "translate/emoji.h"

namespace sotto::translate {
namespace {

using text::ProtectedSpan;

constexpr size_t kMostHalfWords = 80;  // of a sentence, as for what is to be heard
constexpr size_t kWindow = 4096;       // bytes, several sentences of the longest kind
constexpr size_t kLeastHalfWords = 8;  // of what is no title

struct Piece {
  size_t passage;
  std::string_view text;       // of the passage
  std::string_view added;      // the full stop that the network misses
  std::string before, after;   // pictures
  text::ByteMap origin = {};   // of the network's text in this one
  size_t sentence = SIZE_MAX;  // of the batch; none: it stays as it is
};

// The full stop that networks, which were trained with sentences, need behind a title.
std::string_view missing_stop(std::string_view text) {
  char32_t last = 0, last_of_all = 0;
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    last_of_all = c;
    if (!text::is_closer(c)) last = c;
  }
  const int type = u_getIntPropertyValue(static_cast<UChar32>(last), UCHAR_SENTENCE_BREAK);
  const bool is_clause = last == ':' || last == ';' || last == ',' || last == 0xFF1A ||
                         last == 0x2026 || last == 0x3001;
  if (is_clause || type == U_SB_STERM || type == U_SB_ATERM) return "";
  return text::is_cjk(last_of_all) ? "。" : ".";
}

// Takes the full stop out again.
void drop_stop(std::string& text) {
  for (const std::string_view stop : {"。", "．", "।", "።", "."}) {
    if (!text.ends_with(stop) || text.ends_with("..")) continue;
    text.resize(text.size() - stop.size());
    return;
  }
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

void add(TranslatedPassage& passage, size_t rank, std::string text) {
  if (rank == 0) {
    passage.text = std::move(text);
  } else if (text != passage.text &&
             std::ranges::find(passage.others, text) == passage.others.end()) {
    passage.others.push_back(std::move(text));
  }
}

class Batch {
 public:
  Batch(std::span<const Passage> passages, const Language& from, const Language& to)
      : passages_(passages), from_(from), to_(to), finder_(from) {
    for (size_t p = 0; p < passages.size(); ++p) cut(p);
  }

  const std::vector<text::Sentence>& sentences() const { return sentences_; }

  std::vector<TranslatedPassage> join(std::span<const Translation> translations) const {
    std::vector<TranslatedPassage> done(passages_.size());
    for (TranslatedPassage& passage : done) passage.is_same = true;
    size_t most_others = 0;
    for (const Translation& t : translations)
      most_others = std::max(most_others, t.alternatives.size());
    for (size_t rank = 0; rank <= most_others; ++rank) {
      std::vector<std::string> texts(passages_.size());
      for (const Piece& piece : pieces_) {
        std::string& text = texts[piece.passage];
        const std::string next = translated(piece, translations, rank);
        if (needs_space(text, next)) text += ' ';
        if (rank == 0) add_links(done[piece.passage], text.size(), next, piece, translations);
        text += next;
      }
      for (size_t p = 0; p < texts.size(); ++p) add(done[p], rank, std::move(texts[p]));
    }
    for (const Piece& piece : pieces_) count(done[piece.passage], piece, translations);
    for (size_t p = 0; p < done.size(); ++p)
      if (done[p].is_same) done[p].text = passages_[p].text;
    return done;
  }

 private:
  void cut(size_t p) {
    const Passage& passage = passages_[p];
    const std::vector<ProtectedSpan> spans = finder_.find(passage.text, passage.code);
    size_t begin = 0;
    for (size_t end : sentence_ends(passage.text)) {
      const auto inside = [&](const ProtectedSpan& s) { return s.begin < end && end < s.end; };
      if (std::ranges::any_of(spans, inside)) continue;
      const auto text = trimmed(std::string_view(passage.text).substr(begin, end - begin));
      begin = end;
      if (text.empty()) continue;
      pieces_.push_back(piece_of(p, text, spans));
    }
  }

  Piece piece_of(size_t p, std::string_view text, std::span<const ProtectedSpan> spans) {
    const Passage& passage = passages_[p];
    const auto begin = static_cast<size_t>(text.data() - passage.text.data());
    std::vector<ProtectedSpan> own;
    for (const ProtectedSpan& span : spans)
      if (span.begin >= begin && span.end <= begin + text.size())
        own.push_back({span.begin - begin, span.end - begin, span.kind});
    WithoutEmoji words = strip_emoji(text, own);
    Piece piece{p, text, "", words.before, words.after, std::move(words.origin)};
    if (!has_letters(words.words)) return piece;
    if (!passage.is_fragment && text::half_words(words.words) >= kLeastHalfWords)
      piece.added = missing_stop(words.words);
    piece.sentence = sentences_.size();
    sentences_.push_back({words.words + std::string(piece.added), std::move(words.spans), from_});
    sentences_.back().wants_links = passage.wants_links;
    return piece;
  }

  std::string translated(const Piece& piece, std::span<const Translation> translations,
                         size_t rank) const {
    if (piece.sentence == SIZE_MAX) return std::string(piece.text);
    const Translation& t = translations[piece.sentence];
    if (t.untranslated) return std::string(piece.text);
    const bool is_other = rank > 0 && rank <= t.alternatives.size();
    std::string text = is_other ? t.alternatives[rank - 1].text : t.sentence.text;
    std::ranges::replace(text, '\n', ' ');
    if (!piece.added.empty()) drop_stop(text);
    return piece.before + text + piece.after;
  }

  // The piece's translation `next` begins at byte `begin` of the passage's.
  void add_links(TranslatedPassage& passage, size_t begin, const std::string& next,
                 const Piece& piece, std::span<const Translation> translations) const {
    if (piece.sentence == SIZE_MAX || translations[piece.sentence].untranslated) return;
    const std::string& whole = passages_[piece.passage].text;
    const auto read = static_cast<size_t>(piece.text.data() - whole.data());
    const size_t words_end = next.size() - piece.after.size();
    std::vector<Link> links;
    for (Link link : translations[piece.sentence].links) {
      link.source = piece.origin(link.source);  // empty for the full stop that was lent
      const size_t target_end = piece.before.size() + link.target.end;
      if (link.source.begin < link.source.end && target_end <= words_end) links.push_back(link);
    }
    append(links, {begin + piece.before.size(), read}, passage.links);
  }

  // A language without spaces has them between what was not translated into it.
  bool needs_space(const std::string& text, const std::string& next) const {
    if (text.empty() || next.empty()) return false;
    return !is_written_without_spaces(to_) || ((text.back() | next.front()) & 0x80) == 0;
  }

  void count(TranslatedPassage& passage, const Piece& piece,
             std::span<const Translation> translations) const {
    if (piece.sentence == SIZE_MAX) return;
    const Translation& t = translations[piece.sentence];
    ++passage.sentences;
    passage.from_cache += t.from_cache ? 1 : 0;
    const text::Sentence& source = sentences_[piece.sentence];
    if (!t.untranslated && t.sentence.text != source.text) passage.is_same = false;
  }

  std::span<const Passage> passages_;
  const Language& from_;
  const Language& to_;
  text::SpanFinder finder_;
  std::vector<text::Sentence> sentences_;
  std::vector<Piece> pieces_;
};

// A line, its break included.
struct Line {
  std::string_view before, words, after;
};

std::vector<Line> lines_of(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\f\v";
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    text.remove_prefix(line.size());
    const size_t begin = std::min(line.find_first_not_of(kSpaces), line.size());
    const size_t end = line.find_last_not_of(kSpaces) + 1;
    lines.push_back(end <= begin ? Line{line, {}, {}}
                                 : Line{line.substr(0, begin), line.substr(begin, end - begin),
                                        line.substr(end)});
  }
  return lines;
}

std::string one_spaced(std::string_view words) {
  std::string out;
  for (const char c : words) {
    const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
    if (!space || !out.ends_with(' ')) out += space ? ' ' : c;
  }
  return text::to_nfc(out);
}

// The lines of a text again.
TranslatedPassage joined(std::span<const Line> lines, std::span<const TranslatedPassage> parts) {
  TranslatedPassage text;
  text.is_same = true;
  size_t most_others = 0;
  for (const TranslatedPassage& part : parts)
    most_others = std::max(most_others, part.others.size());
  for (size_t rank = 0; rank <= most_others; ++rank) {
    std::string whole;
    for (size_t i = 0; i < lines.size(); ++i) {
      const TranslatedPassage& part = parts[i];
      const bool is_other = rank > 0 && rank <= part.others.size();
      whole += lines[i].before;
      whole += is_other ? part.others[rank - 1] : part.is_same ? lines[i].words : part.text;
      whole += lines[i].after;
    }
    add(text, rank, std::move(whole));
  }
  for (const TranslatedPassage& part : parts) {
    text.is_same = text.is_same && part.is_same;
    text.sentences += part.sentences;
    text.from_cache += part.from_cache;
  }
  return text;
}

}  // namespace

std::vector<size_t> sentence_ends(std::string_view text) {
  std::vector<size_t> ends;
  for (size_t from = 0; from < text.size(); from = ends.back()) {
    // No sentence needs more to be looked at, and nobody can make a text that takes long to cut.
    std::string_view window = text.substr(from, kWindow);
    const bool final = from + window.size() == text.size();
    if (!final) window.remove_suffix(unfinished_tail(window));
    size_t end =
        text::segment_end({window, window.size(), final}, 0, kMostHalfWords, /*first=*/false)
            .value_or(window.size());
    end = from + (end > 0 ? end : window.size());
    while (end < text.size() && text[end] == ' ') ++end;
    ends.push_back(end);
  }
  return ends;
}

bool has_letters(std::string_view text) {
  for (size_t i = 0; i < text.size();)
    if (u_isalpha(static_cast<UChar32>(next_code_point(text, i)))) return true;
  return false;
}

Result<std::vector<TranslatedPassage>> translate_passages(Translator& translator,
                                                          std::span<const Passage> passages,
                                                          const Language& from, const Language& to,
                                                          const std::stop_token& stop) {
  const Batch batch(passages, from, to);
  const auto translations = translator.translate_batch(batch.sentences(), stop);
  if (!translations) return translations.error();
  return batch.join(*translations);
}

Result<std::vector<TranslatedPassage>> translate_texts(Translator& translator,
                                                       std::span<const std::string> texts,
                                                       const Language& from, const Language& to,
                                                       const std::stop_token& stop) {
  std::vector<std::vector<Line>> lines;
  std::vector<Passage> passages;
  for (const std::string& text : texts) {
    lines.push_back(lines_of(text));
    for (const Line& line : lines.back()) {
      const std::string words = one_spaced(line.words);
      passages.push_back({words, text::code_between_backticks(words), false});
    }
  }
  const auto translated = translate_passages(translator, passages, from, to, stop);
  if (!translated) return translated.error();
  std::vector<TranslatedPassage> done;
  size_t first = 0;
  for (const auto& of_text : lines) {
    done.push_back(joined(of_text, std::span(*translated).subspan(first, of_text.size())));
    first += of_text.size();
  }
  return done;
}

}  // namespace sotto::translate
