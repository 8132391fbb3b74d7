#include "phonemes/espeak_phonemes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/child.h"
#include "base/utf8.h"
#include "phonemes/espeak_voices.h"
#include "text/pieces.h"

namespace sotto::phonemes {
namespace {

constexpr size_t kMaxOutputBytes = size_t{4} << 20;
constexpr std::string_view kSyllabic = "\u0329";  // below a consonant that is a syllable

struct Replacement {
  std::string_view from, to;
};

// Longest first, each through the whole text before the next.
constexpr Replacement kEnglish[] = {
    {"ʔˌn\u0329", "ʔn"}, {"ʔn\u0329", "ʔn"}, {"a^ɪ", "I"}, {"a^ʊ", "W"},  {"d^ʒ", "ʤ"},
    {"e^ɪ", "A"},        {"t^ʃ", "ʧ"},       {"ɔ^ɪ", "Y"}, {"ə^l", "ᵊl"}, {"ʲo", "jo"},
    {"ʲə", "jə"},        {"e", "A"},         {"ʲ", ""},    {"ɚ", "əɹ"},   {"r", "ɹ"},
    {"x", "k"},          {"ç", "k"},         {"ɐ", "ə"},   {"ɬ", "l"},    {"\u0303", ""},
};
// Before all others: upstream asks for these when e is no longer e, and with no tie in the second.
constexpr Replacement kBritish[] = {{"e^ə", "ɛː"}, {"i^ə", "ɪə"}, {"iə", "ɪə"}, {"ə^ʊ", "Q"}};
constexpr Replacement kAmerican[] = {
    {"o^ʊ", "O"}, {"ɜːɹ", "ɜɹ"}, {"ɜː", "ɜɹ"}, {"ɪə", "iə"}, {"ː", ""}};
// Phonemes of espeak-ng before 1.52, and the two sounds that Kokoro has letters for.
constexpr Replacement kEnglishEnd[] = {{"o", "ɔ"}, {"ɾ", "T"}, {"ʔ", "t"}, {"^", ""}};
constexpr Replacement kOther[] = {
    {"a^ɪ", "I"}, {"a^ʊ", "W"}, {"d^z", "ʣ"}, {"d^ʒ", "ʤ"}, {"e^ɪ", "A"},
    {"o^ʊ", "O"}, {"s^s", "S"}, {"t^s", "ʦ"}, {"t^ʃ", "ʧ"}, {"ɔ^ɪ", "Y"},
    {"ə^ʊ", "Q"}, {"^", ""},    {"-", ""},
};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

template <size_t N>
void replace_each(std::string& text, const Replacement (&replacements)[N]) {
  for (const auto& [from, to] : replacements) replace_all(text, from, to);
}

// A syllabic consonant gets a short vowel before it.
std::string with_vowels(std::string_view text) {
  std::string out;
  size_t last = 0;  // where the last character of `out` begins
  for (size_t i = 0; i < text.size();) {
    if (text.substr(i).starts_with(kSyllabic)) {
      if (!out.empty() && out[last] != ' ') out.insert(last, "ᵊ");
      i += kSyllabic.size();
      continue;
    }
    last = out.size();
    append_utf8(out, next_code_point(text, i));
  }
  return out;
}

// "(en)software(es)": espeak-ng says where it reads a word as another language.
std::string without_flags(std::string_view ipa) {
  std::string out;
  while (!ipa.empty()) {
    const size_t open = ipa.find('(');
    out += ipa.substr(0, open);
    const size_t close = open == ipa.npos ? ipa.npos : ipa.find(')', open);
    if (close == ipa.npos) break;
    ipa.remove_prefix(close + 1);
  }
  return out;
}

bool is_mark(char32_t c) {
  constexpr std::u32string_view kMarks = U";:,.!?¡¿—…\"«»“”(){}[]";
  return kMarks.find(c) != kMarks.npos;
}

// A text as espeak-ng gets it: what stands between marks, each by itself, and the marks with their
// spaces. pieces[i] stands before marks[i]; there are as many.
struct Punctuated {
  std::vector<std::string> pieces, marks;
};

Punctuated split_at_marks(std::string_view text) {
  Punctuated parts;
  std::string piece, mark;
  const auto close = [&] {
    // Spaces at the edge of a piece belong to the marks beside it.
    const bool before = piece.starts_with(' '), behind = piece.size() > 1 && piece.ends_with(' ');
    if (before && !parts.marks.empty()) parts.marks.back() += ' ';
    parts.pieces.emplace_back(trimmed(piece));
    parts.marks.push_back((behind ? " " : "") + mark);
    piece.clear();
    mark.clear();
  };
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    const char32_t c = next_code_point(text, i);
    if (is_mark(c)) {
      mark += text.substr(begin, i - begin);
    } else {
      if (!mark.empty()) close();
      piece += text.substr(begin, i - begin);
    }
  }
  close();
  return parts;
}

}  // namespace

std::string english_phonemes(std::string_view ipa, bool is_british) {
  std::string text(ipa);
  if (is_british) replace_each(text, kBritish);
  replace_each(text, kEnglish);
  text = with_vowels(text);
  if (!is_british) replace_each(text, kAmerican);
  replace_each(text, kEnglishEnd);
  return text;
}

std::string other_phonemes(std::string_view ipa) {
  std::string text(ipa);
  replace_each(text, kOther);
  return text;
}

Result<EspeakPhonemes> EspeakPhonemes::open(std::string_view voice) {
  if (!has_program("espeak-ng")) {
    return Error{Errc::not_found, "espeak-ng: the program is not installed; install espeak-ng"};
  }
  const auto& voices = espeak_voices();
  const bool known = std::any_of(voices.begin(), voices.end(),
                                 [&](const EspeakVoice& v) { return v.code == voice; });
  if (!known) {
    return Error{
        Errc::not_found,
        fmt::format("espeak-ng: has no voice {}; `espeak-ng --voices` lists what it has", voice)};
  }
  return EspeakPhonemes(std::string(voice));
}

// A piece becomes a line, or several where it is long, some of them empty where a clause of it has
// no sound: so a word that no text has stands before the first and behind each.
Result<std::vector<std::string>> EspeakPhonemes::ipa_of(std::span<const std::string> pieces,
                                                        const std::stop_token& stop) const {
  constexpr std::string_view kFence = "xyzzyqux\n";
  const std::vector<std::string> argv = {"espeak-ng", "-q", "--ipa", "--tie=^",
                                         "-b",        "1",  "-v",    voice_};
  std::string input(kFence);
  for (const std::string& piece : pieces) input += fmt::format("{}\n{}", piece, kFence);
  const Result<std::string> output = run_program(argv, input, stop, kMaxOutputBytes);
  if (!output) return output.error();
  std::string_view rest = *output;
  const auto next_line = [&] {
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    return trimmed(line);
  };
  const std::string_view fence = next_line();
  std::vector<std::string> ipa(1);
  while (!rest.empty()) {
    const std::string_view line = next_line();
    if (line == fence) {
      ipa.emplace_back();
    } else if (!line.empty()) {
      if (!ipa.back().empty()) ipa.back() += ' ';
      ipa.back() += line;
    }
  }
  ipa.pop_back();
  if (ipa.size() != pieces.size()) {
    return Error{Errc::io, fmt::format("espeak-ng: wrote {} pieces of phonemes, expected {}",
                                       ipa.size(), pieces.size())};
  }
  return ipa;
}

Result<std::string> EspeakPhonemes::phonemes(std::string_view text,
                                             const std::stop_token& stop) const {
  const bool is_english = voice_.starts_with("en");
  std::string line = text::one_line(text);
  replace_all(line, "«", "“");  // Kokoro knows these quotation marks alone
  replace_all(line, "»", "”");
  const Punctuated parts = split_at_marks(line);
  std::vector<std::string> spoken;  // an empty line would be taken for the end of one
  for (const std::string& piece : parts.pieces) {
    if (!piece.empty()) spoken.push_back(piece);
  }
  if (spoken.empty()) return std::string();
  const auto ipa = ipa_of(spoken, stop);
  if (!ipa) return ipa.error();
  std::string joined;
  auto next = ipa->begin();
  for (size_t i = 0; i < parts.pieces.size(); ++i) {
    if (!parts.pieces[i].empty()) joined += without_flags(*next++);
    joined += parts.marks[i];
  }
  return std::string(
      trimmed(is_english ? english_phonemes(joined, voice_ == "en-gb") : other_phonemes(joined)));
}

}  // namespace sotto::phonemes
