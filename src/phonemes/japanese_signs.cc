#include "phonemes/japanese_signs.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "base/utf32.h"
#include "phonemes/is_in.h"
#include "phonemes/japanese_counters.h"
#include "phonemes/japanese_numbers.h"

namespace sotto::phonemes {
namespace {

struct Sign {
  char32_t sign;
  std::u32string_view words;
};
constexpr Sign kCurrencies[] = {
    {U'$', U"ドル"},           {U'＄', U"ドル"},  {U'€', U"ユーロ"},
    {U'£', U"ポンド"},         {U'¥', U"円"},     {U'￥', U"円"},
    {U'₩', U"ウォン"},         {U'₹', U"ルピー"}, {U'₽', U"ルーブル"},
    {U'₿', U"ビットコイン"}, {U'₫', U"ドン"},   {U'¢', U"セント"},
};
// Signs that are said wherever they stand.
constexpr Sign kEverywhere[] = {
    {U'±', U"プラスマイナス"},
    {U'≤', U"しょうなりイコール"},
    {U'≦', U"しょうなりイコール"},
    {U'≥', U"だいなりイコール"},
    {U'≧', U"だいなりイコール"},
    {U'≠', U"ノットイコール"},
    {U'≈', U"ニアリーイコール"},
    {U'≒', U"ニアリーイコール"},
    {U'√', U"ルート"},
    {U'∞', U"むげんだい"},
    {U'∑', U"シグマ"},
    {U'÷', U"わる"},
};
// Before a number.
constexpr Sign kBeforeNumbers[] = {
    {U'=', U"イコール"}, {U'＝', U"イコール"}, {U'<', U"しょうなり"}, {U'＜', U"しょうなり"},
    {U'>', U"だいなり"}, {U'＞', U"だいなり"}, {U'+', U"プラス"},     {U'＋', U"プラス"},
};
// Between two.
constexpr Sign kBetweenNumbers[] = {
    {U'×', U"かける"}, {U'*', U"かける"}, {U'/', U"スラッシュ"}, {U'／', U"スラッシュ"},
    {U'→', U"から"},   {U':', U"対"},     {U'：', U"対"},        {U'⇒', U"から"},
};
constexpr Sign kBehindNumbers[] = {
    {U'%', U"パーセント"}, {U'％', U"パーセント"}, {U'‰', U"パーミル"}, {U'°', U"度"}};

template <size_t N>
std::u32string_view words_of(char32_t sign, const Sign (&signs)[N]) {
  const Sign* row = std::find_if(std::begin(signs), std::end(signs),
                                 [&](const Sign& known) { return known.sign == sign; });
  return row == std::end(signs) ? std::u32string_view() : row->words;
}

bool is_digit_sign(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_hyphen(char32_t c) { return is_in(c, U"-‐‑‒–－﹣"); }
bool is_minus(char32_t c) { return c == U'−' || is_hyphen(c); }
bool is_wave(char32_t c) { return is_in(c, U"〜～~"); }
bool is_currency(char32_t c) { return !words_of(c, kCurrencies).empty(); }
bool joins_words(char32_t c) {
  return (c >= U'ァ' && c <= U'ヺ') || c == U'ー' || (c | 0x20) - U'a' < 26;
}

int number_value(std::u32string_view digits) {
  int value = 0;
  for (const char32_t c : digits.substr(0, 6)) value = value * 10 + static_cast<int>(c - U'0');
  return value;
}

std::u32string without_zeros(std::u32string_view digits) {
  return to_utf32(std::to_string(number_value(digits)));
}

class SignReader {
 public:
  explicit SignReader(std::u32string_view text) : text_(text) {}

  std::u32string said() && {
    while (at_ < text_.size()) {
      if (at_ >= limit_end_) add_limit();
      if (is_digit_sign(text_[at_])) {
        add_digits();
      } else if (is_in(text_[at_], U"，．") && is_digit_sign(before()) &&
                 is_digit_sign(at(at_ + 1))) {
        out_ += text_[at_++] == U'，' ? U',' : U'.';
      } else if (!add_money() && !add_minus() && !add_range() && !add_sign()) {
        out_ += text_[at_++];
      }
    }
    add_limit();
    return std::move(out_);
  }

 private:
  char32_t at(size_t i) const { return i < text_.size() ? text_[i] : 0; }
  char32_t before() const { return at_ > 0 ? text_[at_ - 1] : 0; }
  size_t digits_end(size_t i) const {
    while (is_digit_sign(at(i))) ++i;
    return i;
  }
  // A number, perhaps with its sign of money, begins there.
  bool begins_number(size_t i) const {
    return is_digit_sign(at(i)) || (is_currency(at(i)) && is_digit_sign(at(i + 1)));
  }
  size_t behind_space(size_t i) const { return at(i) == U' ' ? i + 1 : i; }

  // The groups of digits from at_ on, each behind one that `joins` accepts; `end` is behind them.
  template <class Joins>
  std::vector<std::u32string_view> groups(Joins joins, size_t& end) const {
    std::vector<std::u32string_view> found;
    for (size_t i = at_;; ++i) {
      end = digits_end(i);
      found.push_back(text_.substr(i, end - i));
      if (!joins(at(end)) || !is_digit_sign(at(end + 1))) return found;
      i = end;
    }
  }

  void add_digits() {
    if (add_time() || add_version() || add_joined()) return;
    const size_t end = digits_end(at_);
    out_ += text_.substr(at_, end - at_);
    at_ = end;
  }

  bool add_time() {
    size_t end = 0;
    const auto parts = groups([](char32_t c) { return c == U':' || c == U'：'; }, end);
    const bool is_time = (parts.size() == 2 || parts.size() == 3) && parts[0].size() <= 2 &&
                         number_value(parts[0]) <= 24 && before() != U'.' &&
                         std::all_of(parts.begin() + 1, parts.end(), [](const auto& part) {
                           return part.size() == 2 && number_value(part) < 60;
                         });
    if (!is_time) return false;
    out_ += without_zeros(parts[0]) + U"時";
    if (number_value(parts[1]) > 0 || parts.size() > 2) out_ += without_zeros(parts[1]) + U"分";
    if (parts.size() > 2) out_ += without_zeros(parts[2]) + U"秒";
    at_ = end;
    return true;
  }

  bool add_version() {
    size_t end = 0;
    const auto parts = groups([](char32_t c) { return c == U'.' || c == U'．'; }, end);
    if (parts.size() < 3) return false;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) out_ += U"テン";
      out_ += parts[i];
    }
    at_ = end;
    return true;
  }

  // Numbers with hyphens between them: a date, a range, or an address or number of a telephone.
  bool add_joined() {
    size_t end = 0;
    const auto parts = groups(is_hyphen, end);
    size_t slashes_end = 0;
    const auto slashed = groups([](char32_t c) { return is_in(c, U"/／-"); }, slashes_end);
    if (add_date(slashed)) {
      at_ = slashes_end;
      return true;
    }
    if (parts.size() < 2) return false;
    const bool has_zero = std::any_of(parts.begin(), parts.end(), [](const auto& part) {
      return part.size() > 1 && part[0] == U'0';
    });
    if (before() == U'〒' || has_zero || parts.size() > 2) {
      add_digit_by_digit(parts);
    } else {
      const bool rises = number_value(parts[0]) < number_value(parts[1]);
      const bool is_range = rises && (!joins_words(before()) || counts(end));
      out_.append(parts[0]).append(is_range ? U"から" : U"の").append(parts[1]);
    }
    at_ = end;
    return true;
  }

  bool counts(size_t i) const {
    const std::u32string_view behind = text_.substr(std::min(behind_space(i), text_.size()));
    return find_counter(behind) != nullptr || find_magnitude(behind) != nullptr;
  }

  bool add_date(const std::vector<std::u32string_view>& parts) {
    const bool is_date = parts.size() == 3 && parts[0].size() == 4 && parts[1].size() <= 2 &&
                         parts[2].size() <= 2 && number_value(parts[1]) >= 1 &&
                         number_value(parts[1]) <= 12 && number_value(parts[2]) >= 1 &&
                         number_value(parts[2]) <= 31;
    if (!is_date) return false;
    out_.append(parts[0]).append(U"年").append(without_zeros(parts[1])).append(U"月");
    out_.append(without_zeros(parts[2])).append(U"日");
    return true;
  }

  void add_digit_by_digit(const std::vector<std::u32string_view>& parts) {
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) out_ += U'ノ';
      for (const char32_t digit : parts[i])
        out_ += to_utf32(number_in_kana(std::string(1, static_cast<char>(digit))));
    }
  }

  // "$5.3億" and "5$".
  bool add_money() {
    const std::u32string_view name = words_of(text_[at_], kCurrencies);
    if (name.empty()) return false;
    if (!is_digit_sign(at(at_ + 1))) {
      if (!is_digit_sign(before())) return false;
      out_ += name;
      ++at_;
      return true;
    }
    size_t end = at_ + 1;
    while (is_digit_sign(at(end)) || (is_in(at(end), U".,") && is_digit_sign(at(end + 1)))) ++end;
    while (find_magnitude(text_.substr(end)) != nullptr) {
      ++end;
      end = digits_end(end);
    }
    out_ += text_.substr(at_ + 1, end - at_ - 1);
    out_ += name;
    at_ = end;
    return true;
  }

  bool add_minus() {
    const char32_t c = text_[at_];
    if (!is_minus(c)) return false;
    const bool is_operator = c == U'−';
    const bool is_sign = begins_number(at_ + 1) && !is_digit_sign(before()) &&
                         !joins_words(before()) && !is_hyphen(before());
    if (!is_operator && !is_sign) return false;
    if (is_operator && out_.ends_with(U' ')) out_.pop_back();
    out_ += U"マイナス";
    at_ = is_operator ? behind_space(at_ + 1) : at_ + 1;
    return true;
  }

  // Waves, and dashes of ranges that stand behind a unit: "5件〜10件", "5%–10%".
  bool add_range() {
    const char32_t c = text_[at_];
    const bool is_dash = c == U'–' && at_ > 0 && before() != U' ';
    if (!is_wave(c) && !is_dash) return false;
    const size_t next = behind_space(at_ + 1);
    const bool goes_on = begins_number(next) || (is_minus(at(next)) && begins_number(next + 1));
    if (!goes_on) {
      if (!is_wave(c) || !ends_quantity()) return false;
      out_ += U"から";
      ++at_;
      return true;
    }
    const bool is_open = at_ == 0 || is_in(before(), U" 　（(「、。：約");
    if (!is_open) {
      out_ += U"から";
    } else if (c == U'~' || before() == U'約') {
      if (before() != U'約') out_ += U"約";
    } else {
      limit_end_ = quantity_end(next);
    }
    at_ = next;
    return true;
  }

  // "〜100件" is 100件まで.
  void add_limit() {
    if (limit_end_ != kNoLimit) out_ += U"まで";
    limit_end_ = kNoLimit;
  }

  // Behind the numbers from `i` on with what they count: 11月5日.
  size_t quantity_end(size_t i) const {
    if (is_minus(at(i)) || is_currency(at(i))) ++i;
    while (is_digit_sign(at(i))) {
      while (is_digit_sign(at(i)) || (is_in(at(i), U".,:") && is_digit_sign(at(i + 1)))) ++i;
      while (const JapaneseCounter* magnitude = find_magnitude(text_.substr(i)))
        i += magnitude->text.size();
      if (const JapaneseCounter* counter = find_counter(text_.substr(i))) i += counter->text.size();
    }
    return i;
  }

  // Whether a number, perhaps with its counter, stands before at_.
  bool ends_quantity() const {
    constexpr size_t kLongestCounter = 5;
    for (size_t length = 0; length <= std::min(kLongestCounter, at_); ++length) {
      const size_t begin = at_ - length;
      if (begin == 0 || !is_digit_sign(text_[begin - 1])) continue;
      if (length == 0) return true;
      const JapaneseCounter* counter = find_counter(text_.substr(begin));
      return counter != nullptr && counter->text.size() == length;
    }
    return false;
  }

  bool add_sign() {
    const char32_t c = text_[at_];
    const size_t next = behind_space(at_ + 1);
    const bool before_number =
        begins_number(next) || (is_minus(at(next)) && begins_number(next + 1));
    const char32_t last = before() == U' ' && at_ > 1 ? text_[at_ - 2] : before();
    std::u32string_view words = words_of(c, kEverywhere);
    const bool is_doubled = before() == c;  // "C++20"
    if (words.empty() && before_number && !is_doubled) words = words_of(c, kBeforeNumbers);
    if (words.empty() && before_number && is_digit_sign(last)) words = words_of(c, kBetweenNumbers);
    if (words.empty() && is_digit_sign(before())) words = words_of(c, kBehindNumbers);
    if (words.empty()) return false;
    while (out_.ends_with(U' ')) out_.pop_back();
    out_ += words;
    ++at_;
    if (c == U'°' && at(at_) == U'C') ++at_;
    if (before_number) at_ = std::max(at_, next);
    return true;
  }

  static constexpr size_t kNoLimit = std::u32string_view::npos;

  std::u32string_view text_;
  size_t at_ = 0;
  size_t limit_end_ = kNoLimit;  // where a quantity ends that has no beginning
  std::u32string out_;
};

}  // namespace

std::u32string said_signs(std::u32string_view text) { return SignReader(text).said(); }

}  // namespace sotto::phonemes
