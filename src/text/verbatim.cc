#include "text/verbatim.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/utf8.h"

namespace sotto::text {
namespace {

struct Symbol {
  char symbol;
  std::string_view english, japanese;
};

constexpr Symbol kSymbols[] = {
    {'!', "exclamation mark", "ビックリマーク"},
    {'"', "quote", "クォート"},
    {'#', "hash", "シャープ"},
    {'$', "dollar", "ドル"},
    {'%', "percent", "パーセント"},
    {'&', "ampersand", "アンド"},
    {'\'', "apostrophe", "アポストロフィ"},
    {'(', "open parenthesis", "カッコ"},
    {')', "close parenthesis", "カッコ閉じ"},
    {'*', "star", "アスタリスク"},
    {'+', "plus", "プラス"},
    {',', "comma", "カンマ"},
    {'-', "dash", "ハイフン"},
    {'.', "dot", "ドット"},
    {'/', "slash", "スラッシュ"},
    {':', "colon", "コロン"},
    {';', "semicolon", "セミコロン"},
    {'<', "less than", "小なり"},
    {'=', "equals", "イコール"},
    {'>', "greater than", "大なり"},
    {'?', "question mark", "クエスチョンマーク"},
    {'@', "at", "アット"},
    {'[', "open bracket", "大カッコ"},
    {'\\', "backslash", "バックスラッシュ"},
    {']', "close bracket", "大カッコ閉じ"},
    {'^', "caret", "キャレット"},
    {'_', "underscore", "アンダースコア"},
    {'`', "backtick", "バッククォート"},
    {'{', "open brace", "波カッコ"},
    {'|', "pipe", "縦線"},
    {'}', "close brace", "波カッコ閉じ"},
    {'~', "tilde", "チルダ"},
};

}  // namespace

Result<Verbatim> parse_verbatim(std::string_view list) {
  Verbatim read;
  while (!list.empty()) {
    const std::string_view whole = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), whole.size() + 1));
    const std::string_view name = trimmed(whole);
    if (name == "code") {
      read.code = true;
    } else if (name == "symbols") {
      read.symbols = true;
    } else if (name == "tables") {
      read.tables = true;
    } else if (name == "math") {
      read.math = true;
    } else if (!name.empty()) {
      constexpr size_t kShown = 64;
      size_t replaced = 0;
      return Error{Errc::bad_argument,
                   fmt::format("is {}, expected code, symbols, tables or math, separated by commas",
                               to_valid_utf8(name.substr(0, kShown), replaced))};
    }
  }
  return read;
}

Result<void> check_verbatim(Verbatim read, const Language& language) {
  if (!read.symbols || !symbol_name('(', language).empty()) return {};
  return Error{Errc::unsupported,
               fmt::format("symbols have names in English and Japanese here, and none in {} ({})",
                           language.iso, language.flores)};
}

std::string_view symbol_name(char c, const Language& language) {
  const bool japanese = language.iso == "ja";
  if (!japanese && language.iso != "en") return "";
  const auto found = std::ranges::find(kSymbols, c, &Symbol::symbol);
  if (found == std::end(kSymbols)) return "";
  return japanese ? found->japanese : found->english;
}

}  // namespace sotto::text
