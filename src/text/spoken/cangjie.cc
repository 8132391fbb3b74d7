#include "text/spoken/cangjie.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <unicode/brkiter.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/file.h"
#include "base/unicode.h"
#include "base/utf8.h"

namespace sotto::spoken {
namespace {

constexpr size_t kLargestTable = size_t{32} << 20;  // published: 2 MB
constexpr size_t kLongestRow = 64;

// A space between two of them.
std::string words_apart(std::string_view given) {
  const icu::UnicodeString text = from_utf8(given);
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> words(
      icu::BreakIterator::createWordInstance(icu::Locale::getChinese(), status));
  if (U_FAILURE(status)) return std::string(given);
  words->setText(text);
  icu::UnicodeString apart;
  for (int begin = words->first(), end = words->next(); end != icu::BreakIterator::DONE;
       begin = std::exchange(end, words->next())) {
    icu::UnicodeString word(text, begin, end - begin);
    if (word.trim().isEmpty()) continue;
    if (!apart.isEmpty()) apart.append(u' ');
    apart.append(word);
  }
  return to_utf8(apart);
}

}  // namespace

Result<Cangjie> Cangjie::open(const std::filesystem::path& file) {
  const Result<std::string> bytes = read_file(file, kLargestTable);
  if (!bytes) return bytes.error();
  return parse(*bytes, file.string());
}

Result<Cangjie> Cangjie::parse(std::string_view json, std::string_view file) {
  const auto bad = [&](std::string_view what) {
    return Error{Errc::bad_format, fmt::format("{}: {}", file, what)};
  };
  simdjson::dom::parser parser;
  simdjson::dom::array rows;
  if (parser.parse(json.data(), json.size()).get(rows)) return bad("is no JSON list");
  Cangjie cangjie;
  std::unordered_map<std::string, int> counts;            // of a code
  std::unordered_map<std::string, std::string> numbered;  // a row, with which of its code it is
  for (const simdjson::dom::element& each : rows) {
    std::string_view row;
    if (each.get(row)) return bad("expected a list of texts");
    const size_t tab = row.find('\t');
    if (tab == 0 || tab == row.npos || row.size() > kLongestRow)
      return bad("expected a character, a tab and its code in each row");
    const std::string_view character = row.substr(0, tab);
    const std::string code(row.substr(tab + 1, row.find('\t', tab + 1) - tab - 1));
    // Codes are read letter by letter.
    if (!std::ranges::all_of(code, [](char c) { return c > ' ' && c <= '~'; }))
      return bad("expected a code of ASCII letters in each row");
    const int number = counts[code]++;
    const std::string own = number > 0 ? code + std::to_string(number) : code;
    const auto first = numbered.try_emplace(fmt::format("{}\t{}", character, code), own).first;
    cangjie.codes_.insert_or_assign(std::string(character), first->second);
  }
  return cangjie;
}

std::string Cangjie::read(std::string_view given) const {
  const std::string text = words_apart(given);
  std::string read;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    const char32_t c = next_code_point(text, i);
    const std::string character = text.substr(begin, i - begin);
    const auto code = codes_.find(character);
    if (code == codes_.end() || u_charType(static_cast<UChar32>(c)) != U_OTHER_LETTER) {
      read += character;
      continue;
    }
    for (const char letter : code->second) read += fmt::format("[cj_{}]", letter);
    read += "[cj_.]";
  }
  return read;
}

}  // namespace sotto::spoken
