#include "phonemes/japanese_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/utf32.h"
#include "base/utf8.h"
#include "phonemes/is_in.h"
#include "phonemes/japanese_counters.h"

namespace sotto::phonemes {
namespace {

constexpr size_t kMostDigits = 16;  // beyond: an identifier

constexpr std::array<std::string_view, 10> kDigitKana = {"ゼロ", "イチ", "ニ",   "サン", "ヨン",
                                                         "ゴ",   "ロク", "ナナ", "ハチ", "キュウ"};

std::string digit_by_digit(std::string_view digits) {
  std::string out;
  for (const char c : digits) out += kDigitKana[static_cast<size_t>(c - '0')];
  return out;
}

// 1 to 9999; 一 is not said before 十, 百 and 千.
std::string below_ten_thousand(int value) {
  std::string out;
  const auto add = [&](int times, std::u32string_view magnitude, std::string_view alone) {
    if (times == 0) return;
    const std::string_view digit = kDigitKana[static_cast<size_t>(times)];
    out += times == 1 ? std::string(alone)
                      : counted(std::string(digit), -1, *find_magnitude(magnitude));
  };
  add(value / 1000, U"千", "セン");
  add(value / 100 % 10, U"百", "ヒャク");
  const int tens = value / 10 % 10;
  if (tens > 1) out += kDigitKana[static_cast<size_t>(tens)];
  if (tens > 0) out += "ジュウ";
  if (value % 10 > 0) out += kDigitKana[static_cast<size_t>(value % 10)];
  return out;
}

std::string whole_in_kana(std::string_view digits) {
  const bool is_name = digits.size() > kMostDigits || (digits.size() > 1 && digits[0] == '0');
  if (is_name) return digit_by_digit(digits);
  if (digits == "0") return "ゼロ";
  constexpr std::u32string_view kMagnitudesByGroup[] = {U"", U"万", U"億", U"兆"};
  std::string out;
  while (!digits.empty()) {
    const size_t group = (digits.size() - 1) / 4;
    const std::string_view own = digits.substr(0, digits.size() - group * 4);
    digits.remove_prefix(own.size());
    int value = 0;
    std::from_chars(own.data(), own.data() + own.size(), value);
    if (value == 0) continue;
    std::string said = below_ten_thousand(value);
    out += group == 0 ? said
                      : counted(std::move(said), -1, *find_magnitude(kMagnitudesByGroup[group]));
  }
  return out;
}

// Before テン short digits are drawn out: ニーテンゴ, ゴーテンサン, イッテンゴ.
std::string before_point(std::string number) {
  constexpr std::pair<std::string_view, std::string_view> kChanges[] = {
      {"イチ", "イッ"}, {"ニ", "ニー"},       {"ゴ", "ゴー"},
      {"ハチ", "ハッ"}, {"ジュウ", "ジュッ"}, {"ゼロ", "レイ"}};
  for (const auto& [plain, changed] : kChanges) {
    if (!number.ends_with(plain)) continue;
    number.resize(number.size() - plain.size());
    return number.append(changed);
  }
  return number;
}

std::string behind_point(std::string_view digits) {
  std::string out;
  for (const char c : digits) {
    out += kDigitKana[static_cast<size_t>(c - '0')];
    if (digits.size() > 1 && (c == '2' || c == '5')) out += "ー";
  }
  return out;
}

bool is_number(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_kanji_number(char32_t c) { return is_in(c, U"〇一二三四五六七八九十百千万億兆"); }
bool is_katakana_or_latin(char32_t c) {
  return (c >= U'ァ' && c <= U'ヺ') || c == U'ー' || (c | 0x20) - U'a' < 26;
}

// A number and what it counts, as they stand in a text.
struct Quantity {
  std::string kana;    // of the number, its magnitudes with it
  int64_t value = -1;  // -1: not whole, or too large
  size_t number_end = 0;
  const JapaneseCounter* counter = nullptr;
  size_t end = 0;  // behind the counter, where there is one
};

class NumberReader {
 public:
  NumberReader(std::u32string_view text, const std::vector<bool>& word_ends,
               JapaneseNumbers numbers)
      : text_(text), word_ends_(word_ends), in_kana_(numbers == JapaneseNumbers::kana) {}

  std::u32string said() && {
    while (at_ < text_.size()) {
      const char32_t c = text_[at_];
      if (is_number(c)) {
        add(parse());
      } else if (!add_fraction_of_kanji() && !add_kanji_count()) {
        out_ += c;
        ++at_;
        if (c != U' ') behind_month_ = false;
      }
    }
    return std::move(out_);
  }

 private:
  char32_t at(size_t i) const { return i < text_.size() ? text_[i] : 0; }

  // "1,000.5" at `begin`.
  std::string digits_at(size_t begin) const {
    std::string digits;
    size_t i = begin;
    bool has_point = false;
    for (; i < text_.size(); ++i) {
      if (is_number(text_[i])) {
        digits += static_cast<char>(text_[i]);
      } else if (text_[i] == U'.' && !has_point && is_number(at(i + 1))) {
        digits += '.';
        has_point = true;
      } else if (text_[i] == U',' && !has_point && groups_follow(begin, i)) {
        digits += ',';
      } else {
        break;
      }
    }
    return digits;
  }

  // Whether the comma at `i` parts thousands of the number that begins at `begin`.
  bool groups_follow(size_t begin, size_t i) const {
    const bool three = is_number(at(i + 1)) && is_number(at(i + 2)) && is_number(at(i + 3)) &&
                       !is_number(at(i + 4));
    const bool starts = i - begin <= 3 || at(i - 4) == U',';
    return three && starts && at(begin) != U'0';
  }

  Quantity parse() const {
    Quantity found;
    size_t i = at_;
    bool is_whole = true;
    int magnitudes = 0;
    for (;;) {
      const std::string digits = digits_at(i);
      is_whole = is_whole && digits.find('.') == digits.npos && digits.size() <= kMostDigits;
      found.kana += number_in_kana(digits);
      if (is_whole && magnitudes == 0) found.value = to_value(digits);
      i += digits.size();
      const JapaneseCounter* magnitude = find_magnitude(text_.substr(i));
      if (magnitude == nullptr) break;
      for (; magnitude != nullptr; magnitude = find_magnitude(text_.substr(i))) {
        found.kana = counted(std::move(found.kana), -1, *magnitude);
        i += magnitude->text.size();
        ++magnitudes;
      }
      if (!is_number(at(i))) break;
    }
    if (!is_whole || magnitudes > 0) found.value = -1;
    found.number_end = found.end = i;
    const size_t behind = at(i) == U' ' ? i + 1 : i;
    found.counter = find_counter(text_.substr(std::min(behind, text_.size())));
    if (found.counter == nullptr) return found;
    found.end = behind + found.counter->text.size();
    if (!counts(found)) found.counter = nullptr;
    return found;
  }

  static bool is_time(std::u32string_view counter) {
    constexpr std::u32string_view kTimes[] = {U"年", U"月", U"週", U"日", U"時", U"分", U"秒"};
    return std::ranges::find(kTimes, counter) != std::end(kTimes);
  }

  // Whether the counter is a word, and not the beginning of one: 5分前, but 5分野. Of times
  // dictionaries have words (月末, 日中, 時点) that begin with the counter all the same; not all.
  bool counts(const Quantity& found) const {
    constexpr std::u32string_view kOtherWords[] = {
        U"年度", U"年齢", U"年収", U"年代", U"年生", U"月曜", U"日曜", U"日本", U"時代",
        U"時刻", U"時期", U"人称", U"分野", U"分岐", U"分割", U"分類", U"分散", U"秒速"};
    const std::u32string_view behind = text_.substr(found.end - found.counter->text.size());
    const bool is_other = std::ranges::any_of(
        kOtherWords, [&](std::u32string_view word) { return behind.starts_with(word); });
    if (is_other) return false;
    const bool ends_word =
        word_ends_[found.end - 1] || (at(found.end) != 0 && is_in(at(found.end), U"間目"));
    return ends_word || is_time(found.counter->text) || found.counter->text == U"人";
  }

  static int64_t to_value(std::string digits) {
    std::erase(digits, ',');
    int64_t value = -1;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }

  void add(const Quantity& found) {
    if (is_fraction(found.number_end)) {
      add_number(found);
      out_ += in_kana_ ? U"ブンノ" : U"ぶんの";
      at_ = found.number_end + 2;
      return;
    }
    if (found.counter == nullptr) {
      add_number(found);
      if (in_kana_ && is_katakana_or_latin(at(found.number_end))) out_ += U' ';
      at_ = found.number_end;
      behind_month_ = false;
      return;
    }
    if (in_kana_) {
      add_in_kana(found);
    } else {
      add_for_open_jtalk(found);
    }
    behind_month_ = found.counter->text == U"月";
  }

  // 分の before another number: 3分の1.
  bool is_fraction(size_t i) const {
    return at(i) == U'分' && at(i + 1) == U'の' &&
           (is_number(at(i + 2)) || is_kanji_number(at(i + 2)));
  }

  void add_number(const Quantity& found) {
    if (in_kana_) {
      if (!out_.empty() && is_katakana_or_latin(out_.back())) out_ += U' ';
      out_ += to_utf32(found.kana);
    } else {
      out_ += text_.substr(at_, found.number_end - at_);
    }
  }

  void add_in_kana(const Quantity& found) {
    if (!out_.empty() && is_katakana_or_latin(out_.back())) out_ += U' ';
    const bool is_first_day = behind_month_ && found.value == 1 && found.counter->text == U"日";
    out_ += to_utf32(is_first_day ? "ツイタチ" : counted(found.kana, found.value, *found.counter));
    at_ = found.end;
    if (is_time(found.counter->text) && at(at_) == U'間') {
      out_ += U"カン";
      ++at_;
    }
    if (at(at_) == U'目') {
      out_ += U'メ';
      ++at_;
    }
  }

  // Respells counters that it says wrongly: ゲン for 件, ゼロジ, イックミ, ジュー for 10つ.
  void add_for_open_jtalk(const Quantity& found) {
    const std::u32string_view counter = found.counter->text;
    const bool is_midnight = counter == U"時" && found.value == 0 && at(found.end) != U'間';
    const bool has_own_word = (counter == U"組" && (found.value == 1 || found.value == 2)) ||
                              (counter == U"つ" && found.value == 10);
    if (is_midnight || has_own_word) {
      out_ += to_utf32(counted(found.kana, found.value, *found.counter));
    } else {
      add_number(found);
      out_ += counter == U"件" && ends_in_n(found.kana) ? U"ケン" : counter;
    }
    at_ = found.end;
  }

  // 三分の一.
  bool add_fraction_of_kanji() {
    if (at_ == 0 || !is_kanji_number(text_[at_ - 1]) || !is_fraction(at_)) return false;
    out_ += in_kana_ ? U"ブンノ" : U"ぶんの";
    at_ += 2;
    return true;
  }

  // 数千件.
  bool add_kanji_count() {
    if (in_kana_ || text_[at_] != U'件' || at_ == 0 || !is_in(text_[at_ - 1], U"三千万"))
      return false;
    out_ += U"ケン";
    ++at_;
    return true;
  }

  std::u32string_view text_;
  const std::vector<bool>& word_ends_;
  bool in_kana_;
  size_t at_ = 0;
  bool behind_month_ = false;
  std::u32string out_;
};

}  // namespace

std::string number_in_kana(std::string_view number) {
  std::string digits(number);
  std::erase(digits, ',');
  const size_t point = digits.find('.');
  if (point == digits.npos) return whole_in_kana(digits);
  return before_point(whole_in_kana(std::string_view(digits).substr(0, point))) + "テン" +
         behind_point(std::string_view(digits).substr(point + 1));
}

std::u32string said_numbers(std::u32string_view text, const std::vector<bool>& word_ends,
                            JapaneseNumbers numbers) {
  return NumberReader(text, word_ends, numbers).said();
}

}  // namespace sotto::phonemes
