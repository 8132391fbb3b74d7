#include "tokenize/shortlist.h"

#include <fmt/format.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "base/file.h"
#include "base/utf8.h"

namespace sotto::tokenize {
namespace {

constexpr size_t kLargestShortlist = size_t{256} << 20;
constexpr size_t kLongestLine = 4096;  // characters; longer ones are encoded in parts
constexpr UChar32 kReplacement = 0xfffd;

using Scripts = std::vector<UScriptCode>;

// Scripts by the second half of a FLORES code: "jpn_Jpan".
Scripts scripts_of(const Language& language) {
  const std::string name = language.flores.substr(language.flores.find('_') + 1);
  if (name == "Jpan") return {USCRIPT_HIRAGANA, USCRIPT_KATAKANA, USCRIPT_HAN};
  if (name == "Hans" || name == "Hant") return {USCRIPT_HAN, USCRIPT_BOPOMOFO};
  if (name == "Kore" || name == "Hang") return {USCRIPT_HANGUL, USCRIPT_HAN};
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode code = USCRIPT_LATIN;
  if (uscript_getCode(name.c_str(), &code, 1, &status) != 1 || U_FAILURE(status)) return {};
  return {code};
}

// The language of a piece, as one of its characters shows it.
enum class Belonging { own, latin, shared, foreign };

Belonging belonging_of(UChar32 c, const Scripts& own) {
  if (c == kReplacement) return Belonging::shared;
  if (std::ranges::any_of(own, [&](UScriptCode s) { return uscript_hasScript(c, s); })) {
    return Belonging::own;
  }
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &status);
  if (script == USCRIPT_LATIN) return Belonging::latin;
  if (script != USCRIPT_COMMON && script != USCRIPT_INHERITED) return Belonging::foreign;
  // Signs that several scripts share, but not all: those of others are foreign.
  return uscript_hasScript(c, script) ? Belonging::shared : Belonging::foreign;
}

struct PieceLook {
  int characters = 0;  // without spaces
  bool own = false, latin = false, foreign = false;
};

PieceLook look_at(std::string_view text, const Scripts& own) {
  PieceLook piece;
  for (size_t i = 0; i < text.size();) {
    UChar32 c = 0;
    U8_NEXT_OR_FFFD(reinterpret_cast<const uint8_t*>(text.data()), i, text.size(), c);
    if (c == ' ') continue;
    ++piece.characters;
    const Belonging kind = belonging_of(c, own);
    piece.own |= kind == Belonging::own;
    piece.latin |= kind == Belonging::latin;
    piece.foreign |= kind == Belonging::foreign;
  }
  return piece;
}

// A character that is own and shared at once (a digit, for Arabic) is own; no harm is done.
bool is_always_in(const PieceLook& p) {
  if (p.characters == 0) return true;  // special tokens decode to nothing
  if (p.foreign) return false;
  return p.characters == 1 || (!p.own && !p.latin);
}

class Occurrences {
 public:
  Occurrences(const Tokenizer& tokenizer, std::string file)
      : tokenizer_(tokenizer), file_(std::move(file)), seen_(size_t(tokenizer.size())) {}

  Result<void> read(std::string_view content) {
    bool is_list = false, first = true;
    size_t number = 0, known = 0;
    while (!content.empty()) {
      const size_t end = content.find('\n');
      std::string_view line = content.substr(0, end);
      content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
      ++number;
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty()) continue;
      if (std::exchange(first, false)) is_list = count_of(line).has_value();
      if (!is_list) {
        count_text(line);
        continue;
      }
      const std::optional<uint64_t> count = count_of(line);
      if (!count) {
        return Error{Errc::bad_format,
                     fmt::format("{}:{}: expected a piece, a tab and a count", file_, number)};
      }
      const auto id = tokenizer_.piece_id(line.substr(0, line.rfind('\t')));
      if (!id) continue;
      ++known;
      if (*count > 0) see(*id);
    }
    if (!is_list || known > 0) return {};
    return Error{Errc::bad_format, fmt::format("{}: the tokenizer has none of its pieces", file_)};
  }

  bool has(int id) const { return seen_[static_cast<size_t>(id)]; }

 private:
  static std::optional<uint64_t> count_of(std::string_view line) {
    const size_t tab = line.rfind('\t');
    if (tab == std::string_view::npos || tab == 0) return std::nullopt;
    uint64_t count = 0;
    const char* end = line.data() + line.size();
    const auto [at, error] = std::from_chars(line.data() + tab + 1, end, count);
    if (error != std::errc() || at != end) return std::nullopt;
    return count;
  }

  void see(int id) {
    if (id >= 0 && static_cast<size_t>(id) < seen_.size()) seen_[static_cast<size_t>(id)] = true;
  }

  void count_text(std::string_view line) {
    while (!line.empty()) {
      const std::string_view part = line.substr(0, kLongestLine);
      line.remove_prefix(part.size());
      size_t replaced = 0;
      for (const int id : tokenizer_.encode(to_valid_utf8(part, replaced), Tokenizer::kUnk)) {
        see(id);
      }
    }
  }

  const Tokenizer& tokenizer_;
  std::string file_;
  std::vector<bool> seen_;
};

}  // namespace

Result<std::vector<int>> shortlist(const Tokenizer& tokenizer, const Language& language,
                                   const ShortlistOptions& options) {
  std::optional<Occurrences> occurrences;
  if (options.frequencies) {
    const Result<std::string> content = read_file(*options.frequencies, kLargestShortlist);
    if (!content) return content.error();
    occurrences.emplace(tokenizer, options.frequencies->string());
    if (const Result<void> read = occurrences->read(*content); !read) return read.error();
  }
  const Scripts own = scripts_of(language);
  std::vector<int> ids;
  int latin = 0;
  for (int id = 0; id < tokenizer.size(); ++id) {
    const PieceLook piece = look_at(tokenizer.decode(std::array{id}), own);
    bool taken = is_always_in(piece);
    if (!taken && occurrences) {
      taken = occurrences->has(id);
    } else if (!taken && !piece.foreign) {
      taken = piece.own || latin++ < options.latin_pieces;
    }
    if (taken) ids.push_back(id);
  }
  return ids;
}

}  // namespace sotto::tokenize
