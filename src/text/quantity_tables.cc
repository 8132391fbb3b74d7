#include "text/quantity_tables.h"

#include <unicode/dcfmtsym.h>
#include <unicode/dtfmtsym.h>
#include <unicode/numberformatter.h>
#include <unicode/rbnf.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/unicode.h"
#include "base/utf8.h"

namespace sotto::text {
namespace {

constexpr QuantityWords kWords[] = {
    {"en", "to", "about", "more than", "less than", "at least", "at most", "plus or minus", "times",
     "out of", "and", "a|an|one", "half a|half an", "of", "between", "percent|per cent"},
    {"de", "bis", "etwa", "mehr als", "weniger als", "mindestens", "höchstens", "plus minus", "mal",
     "von", "und", "ein|eine|einer|einem|einen", "eine halbe|einer halben", "", "zwischen",
     "prozent"},
    {"fr", "à", "environ", "plus de", "moins de", "au moins", "au plus", "plus ou moins", "fois",
     "sur", "et", "un|une", "un demi", "", "entre", "pour cent"},
    {"es", "a", "unos", "más de", "menos de", "al menos", "como máximo", "más o menos", "veces",
     "de", "y", "un|una", "medio", "de", "entre", "por ciento"},
    {"it", "a", "circa", "più di", "meno di", "almeno", "al massimo", "più o meno", "volte", "su",
     "e", "un|una", "mezzo", "", "tra|fra", "per cento|percento"},
    {"pt", "a", "cerca de", "mais de", "menos de", "pelo menos", "no máximo", "mais ou menos",
     "vezes", "de", "e", "um|uma", "meio", "de", "entre", "por cento"},
    {"nl", "tot", "ongeveer", "meer dan", "minder dan", "minstens", "hoogstens", "plus of min",
     "keer", "van", "en", "een", "een half", "", "tussen", "procent"},
    {"pl", "do", "około", "więcej niż", "mniej niż", "co najmniej", "co najwyżej", "plus minus",
     "razy", "z", "", "jeden", "pół", "", "między", "procent"},
    {"ru", "до", "около", "больше", "меньше", "не меньше", "не больше", "плюс минус", "раза", "из",
     "", "один", "полмиллиона", "", "между", "процентов|процента|процент"},
    {"ja", "から", "約", "…超", "…未満", "…以上", "…以下", "プラスマイナス", "倍", "分の", "", "",
     "", "", "", ""},
    {"zh", "到", "约", "超过", "不到", "至少", "最多", "正负", "倍", "分之", "", "", "", "", "",
     ""},
    {"ko", "에서", "약", "… 초과", "… 미만", "… 이상", "… 이하", "플러스 마이너스", "배", "분의",
     "", "", "", "", "", ""},
};

std::string locale_of(const Language& language) {
  if (language.flores == "zho_Hant") return "zh_Hant";
  return language.iso.empty() ? "en" : language.iso;
}

// Without digits, marks and spaces around the word that is left: "3 Mio." is "mio".
std::string word_in(const icu::UnicodeString& text) {
  icu::UnicodeString word = text;
  const auto is_part = [](UChar32 c) { return u_isalpha(c) != 0; };
  while (!word.isEmpty() && !is_part(word.char32At(0))) word.remove(0, word.moveIndex32(0, 1));
  while (!word.isEmpty() && !is_part(word.char32At(word.length() - 1))) {
    word.truncate(word.moveIndex32(word.length(), -1));
  }
  return folded_word(to_utf8(word));
}

void read_symbols(const icu::Locale& locale, QuantityTables& tables) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::DecimalFormatSymbols symbols(locale, error);
  using Symbols = icu::DecimalFormatSymbols;
  tables.decimal = to_utf8(symbols.getSymbol(Symbols::kDecimalSeparatorSymbol));
  tables.group = to_utf8(symbols.getSymbol(Symbols::kGroupingSeparatorSymbol));
  if (tables.decimal != ",") tables.decimal = ".";  // digits of other scripts are not read
  if (tables.group != "," && tables.group != ".") tables.group = " ";
}

// "million" and "mio", from how the locale writes 10^3 to 10^13 in short and in long.
void read_magnitudes(const icu::Locale& locale, QuantityTables& tables) {
  using icu::number::Notation;
  for (const auto& notation : {Notation::compactLong(), Notation::compactShort()}) {
    const auto format =
        icu::number::NumberFormatter::withLocale(locale).notation(notation).precision(
            icu::number::Precision::unlimited());
    for (const char* first : {"1", "2", "5", "1.5"}) {
      for (int power = 3; power <= 13; ++power) {
        UErrorCode error = U_ZERO_ERROR;
        const std::string number = std::string(first) + "E" + std::to_string(power);
        const icu::UnicodeString text = format.formatDecimal(number, error).toString(error);
        const std::string word = word_in(text);
        const bool is_short = word.size() == 1;  // "5 m": no such word
        if (U_FAILURE(error) || word.empty() || is_short) continue;
        double shown = 0;  // its digits
        std::string digits = to_utf8(text);
        std::erase_if(digits,
                      [&](char c) { return (c < '0' || c > '9') && c != tables.decimal[0]; });
        std::ranges::replace(digits, ',', '.');
        if (digits.empty()) digits = "1";  // "mille"
        shown = std::strtod(digits.c_str(), nullptr);
        const double value = std::strtod(number.c_str(), nullptr);
        for (int p = 3; p <= 13; ++p) {
          const double product = shown * std::strtod(("1E" + std::to_string(p)).c_str(), nullptr);
          if (std::abs(product - value) < value * 1e-9) tables.magnitudes.emplace(word, p);
        }
      }
    }
  }
  if (tables.locale == "en") tables.magnitudes.insert({{"bn", 9}, {"mn", 6}, {"mln", 6}});
  for (const auto& [word, power] : tables.magnitudes) {
    tables.longest_magnitude = std::max(tables.longest_magnitude, word.size());
  }
}

// Numbers of one word: "twenty", "dreiundzwanzig", "doscientos".
void read_number_words(const icu::Locale& locale, QuantityTables& tables) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::RuleBasedNumberFormat spell(icu::URBNF_SPELLOUT, locale, error);
  if (U_FAILURE(error)) return;
  const auto name = [&](int number) {
    icu::UnicodeString text;
    spell.format(static_cast<int32_t>(number), text);
    return folded_word(to_utf8(text));
  };
  const std::string one = name(1), minus_one = name(-1);
  if (minus_one.ends_with(one)) tables.minus = minus_one.substr(0, minus_one.size() - one.size());
  while (tables.minus.ends_with(' ')) tables.minus.pop_back();
  if (tables.joins) return;  // 一 is a part of many words
  for (int number = 0; number < 1000; ++number) {
    if (number > 100 && number % 100 != 0 && tables.locale == "en") continue;
    const std::string word = name(number);
    if (word.find(' ') == word.npos) tables.small.emplace(word, number);
  }
}

void read_months(const icu::Locale& locale, QuantityTables& tables) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::DateFormatSymbols symbols(locale, error);
  using Symbols = icu::DateFormatSymbols;
  if (U_FAILURE(error)) return;
  for (const auto context : {Symbols::FORMAT, Symbols::STANDALONE}) {
    for (const auto width : {Symbols::WIDE, Symbols::ABBREVIATED}) {
      int32_t count = 0;
      const icu::UnicodeString* names = symbols.getMonths(count, context, width);
      for (int month = 0; month < std::min(count, 12); ++month) {
        const std::string word = word_in(names[month]);
        if (word.size() > 2) tables.months.emplace(word, month + 1);
      }
    }
  }
  if (tables.locale == "en") tables.months.emplace("sept", 9);
}

std::unique_ptr<QuantityTables> make_tables(const Language& language) {
  auto tables = std::make_unique<QuantityTables>();
  tables->locale = locale_of(language);
  const auto row = std::ranges::find(kWords, language.iso, &QuantityWords::language);
  tables->words = row == std::end(kWords) ? &kWords[0] : row;
  tables->spaceless = is_written_without_spaces(language);
  tables->joins = tables->spaceless || language.iso == "ko";
  tables->day_first = language.iso != "en";
  const icu::Locale locale(tables->locale.c_str());
  read_symbols(locale, *tables);
  read_number_words(locale, *tables);
  read_months(locale, *tables);
  read_magnitudes(locale, *tables);
  return tables;
}

}  // namespace

const QuantityTables& QuantityTables::of(const Language& language) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<QuantityTables>> all;  // at most one a language
  const std::lock_guard lock(mutex);
  std::unique_ptr<QuantityTables>& tables = all[locale_of(language)];
  if (!tables) tables = make_tables(language);
  return *tables;
}

std::string_view next_alternative(std::string_view& list) {
  const std::string_view first = list.substr(0, list.find('|'));
  list.remove_prefix(std::min(list.size(), first.size() + 1));
  return first;
}

std::string folded_word(std::string_view word) {
  if (is_ascii(word)) return lower_ascii(word);
  icu::UnicodeString text = from_utf8(word);
  text.toLower(icu::Locale::getRoot());
  icu::UnicodeString soft_hyphen(static_cast<UChar32>(0xAD));
  text.findAndReplace(soft_hyphen, icu::UnicodeString());
  return to_utf8(text);
}

bool folds_to(std::string_view word, std::string_view folded) {
  if (!is_ascii(word)) return folded_word(word) == folded;
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(word, folded, {}, small);
}

}  // namespace sotto::text
