#include "phonemes/kanji_readings.h"

#include <algorithm>
#include <unordered_map>

#include "base/utf32.h"
#include "base/utf8.h"
#include "text/data/kanji_ja.h"

namespace sotto::phonemes {
namespace {

using KanjiTable = std::unordered_map<char32_t, KanjiReading>;

KanjiTable read_table(std::string_view rows) {
  KanjiTable table;
  while (!rows.empty()) {
    const std::string_view row = rows.substr(0, rows.find_first_of(" \n"));
    rows.remove_prefix(std::min(row.size() + 1, rows.size()));
    if (row.empty()) continue;
    size_t at = 0;
    const char32_t ideograph = next_code_point(row, at);
    const std::string_view rest = row.substr(at);
    const size_t slash = std::min(rest.find('/'), rest.size());
    size_t first = 0;
    const bool is_variant = !rest.starts_with('/') && next_code_point(rest, first) > U'ヿ';
    table.emplace(ideograph,
                  is_variant ? KanjiReading{.variant = rest, .on = {}, .kun = {}}
                             : KanjiReading{.variant = {},
                                            .on = rest.substr(0, slash),
                                            .kun = rest.substr(std::min(slash + 1, rest.size()))});
  }
  return table;
}

// The kana that a verb or adjective may end with where its dictionary form ends with the first.
constexpr std::u32string_view kInflections[] = {
    U"うわいえおっ", U"くかきけこい", U"ぐがぎげごい", U"すさしせそ",   U"つたちてとっ",
    U"ぬなにねのん", U"ぶばびべぼん", U"むまみめもん", U"るらりれろっ", U"いくかけさ"};

bool inflects(char32_t end, char32_t written) {
  if (end == written) return true;
  return std::ranges::any_of(kInflections, [&](std::u32string_view row) {
    return row[0] == end && row.find(written) != row.npos;
  });
}

}  // namespace

const KanjiReading* kanji_reading(char32_t ideograph) {
  static const KanjiTable table = read_table(text::kJapaneseKanji);
  const auto row = table.find(ideograph);
  return row == table.end() ? nullptr : &row->second;
}

size_t kun_stem(std::string_view kun, std::string_view behind) {
  const std::u32string word = to_utf32(kun);
  std::u32string next;
  for (size_t i = 0; i < behind.size() && next.size() < word.size();)
    next += next_code_point(behind, i);
  for (size_t stem = 1; stem < word.size(); ++stem) {
    const std::u32string_view rest = std::u32string_view(word).substr(stem);
    const size_t same = rest.size() - 1;  // but for the last
    if (next.size() < same || next.substr(0, same) != rest.substr(0, same)) continue;
    const bool drops_ru = rest.back() == U'る' && same > 0;  // かえる, かえて
    const bool goes_on = next.size() > same && inflects(rest.back(), next[same]);
    if (goes_on || drops_ru) return to_utf8(word.substr(0, stem)).size();
  }
  return 0;
}

}  // namespace sotto::phonemes
