#include "text/quantity_dates.h"

#include <array>

namespace sotto::text {
namespace {

using Kind = Quantity::Kind;

constexpr int kDays[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

bool is_day(int month, int day) {
  return month >= 1 && month <= 12 && day >= 1 && day <= kDays[month - 1];
}

FoundQuantity date(size_t begin, size_t end, int year, int month, int day) {
  Quantity q;
  q.kind = Kind::date;
  q.year = year;
  q.month = month;
  q.day = day;
  return {begin, end, q};
}

// Whether a name of a month is one here: in English "may" and "march" are words.
bool is_month_word(const QuantityScanner& scan, size_t i) {
  const bool capital = scan.text()[i] >= 'A' && scan.text()[i] <= 'Z';
  return capital || scan.tables().locale != "en";
}

std::optional<int> month_at(const QuantityScanner& scan, size_t i, size_t& end) {
  const auto found = scan.tables().months.find(scan.word_at(i, end));
  if (found == scan.tables().months.end() || !is_month_word(scan, i)) return std::nullopt;
  if (end < scan.text().size() && scan.text()[end] == '.' && end - i <= 5) ++end;  // "Nov."
  return found->second;
}

// A day with what the language puts behind it ("5th", "5.", "1er"), and the space.
std::optional<int> day_at(const QuantityScanner& scan, size_t& end) {
  const auto day = scan.digits(end, 1, 2);
  if (!day) return std::nullopt;
  size_t word_end = end;
  const std::string word = scan.word_at(end, word_end);
  for (const std::string_view suffix : {"st", "nd", "rd", "th", "er", "º"})
    if (word == suffix) end = word_end;
  if (end < scan.text().size() && scan.text()[end] == '.' && scan.tables().day_first) ++end;
  return day;
}

// A year of four digits behind ", ", " " or " de ".
std::optional<int> year_at(const QuantityScanner& scan, size_t& end) {
  size_t i = end;
  if (i < scan.text().size() && scan.text()[i] == ',') ++i;
  i = scan.behind_space(i);
  if (const auto behind = scan.behind_word(i, scan.tables().words->of_date)) i = *behind;
  if (i == end) return std::nullopt;
  const auto year = scan.digits(i, 4, 4);
  if (!year || *year < 1000 || scan.goes_on(i)) return std::nullopt;
  end = i;
  if (const auto sign = scan.behind_mark(scan.behind_space(i), "г. г р."))
    end = *sign;  // "2026 г."
  return year;
}

// "November 5, 2026", "November 5th", "November 2026".
std::optional<FoundQuantity> month_first(const QuantityScanner& scan, size_t i) {
  size_t end = i;
  const auto month = month_at(scan, i, end);
  if (!month) return std::nullopt;
  size_t year_end = end;
  if (const auto year = year_at(scan, year_end)) return date(i, year_end, *year, *month, 0);
  size_t day_end = scan.behind_space(end);
  if (day_end == end) return std::nullopt;
  const auto day = day_at(scan, day_end);
  if (!day || !is_day(*month, *day) || scan.goes_on(day_end)) return std::nullopt;
  year_end = day_end;
  const auto year = year_at(scan, year_end);
  return date(i, year ? year_end : day_end, year.value_or(0), *month, *day);
}

// "5 November 2026", "5. Mai", "5th of May", "5 de noviembre de 2026".
std::optional<FoundQuantity> day_first(const QuantityScanner& scan, size_t i) {
  size_t end = i;
  const auto day = day_at(scan, end);
  if (!day) return std::nullopt;
  size_t name = scan.behind_space(end);
  if (name == end) return std::nullopt;
  if (const auto behind = scan.behind_word(name, scan.tables().words->of_date)) name = *behind;
  const auto month = month_at(scan, name, end);
  if (!month || !is_day(*month, *day) || scan.goes_on(end)) return std::nullopt;
  size_t year_end = end;
  const auto year = year_at(scan, year_end);
  return date(i, year ? year_end : end, year.value_or(0), *month, *day);
}

// 2026年11月5日, 11月5日, 2026년 11월 5일; 2026年 alone.
std::optional<FoundQuantity> by_signs(const QuantityScanner& scan, size_t i) {
  size_t end = i;
  int year = 0, month = 0, day = 0;
  const auto part = [&](size_t most, std::string_view signs, int& value) {
    size_t at = scan.behind_space(end);
    if (value != 0 || (end == i && at != i)) return;
    const auto number = scan.digits(at, 1, most);
    if (!number) return;
    const auto behind = scan.behind_mark(at, signs);
    if (!behind) return;
    value = *number;
    end = *behind;
  };
  part(4, "年 년", year);
  part(2, "月 월", month);
  if (month > 0) part(2, "日 일", day);
  if (end == i || month > 12 || (day > 0 && !is_day(month, day))) return std::nullopt;
  if (year == 0 && day == 0) return std::nullopt;  // 3月 may be said of any year: a word
  return date(i, end, year, month, day);
}

// "2026-11-05", "2026/11/05", "12/31/2024", "31.12.2024".
std::optional<FoundQuantity> in_digits(const QuantityScanner& scan, size_t i) {
  size_t end = i;
  std::array<int, 3> parts{};
  std::array<size_t, 3> sizes{};
  char mark = 0;
  for (size_t n = 0; n < 3; ++n) {
    if (n > 0) {
      const char c = end < scan.text().size() ? scan.text()[end] : 0;
      if ((c != '-' && c != '/' && c != '.') || (n == 2 && c != mark)) return std::nullopt;
      mark = c;
      ++end;
    }
    const size_t begin = end;
    const auto value = scan.digits(end, 1, 4);
    if (!value) return std::nullopt;
    parts[n] = *value;
    sizes[n] = end - begin;
  }
  if (scan.goes_on(end)) return std::nullopt;
  const auto [a, b, c] = parts;
  if (sizes[0] == 4 && mark != '.' && sizes[1] <= 2 && sizes[2] <= 2 && is_day(b, c))
    return date(i, end, a, b, c);
  if (sizes[2] != 4 || sizes[0] > 2 || sizes[1] > 2 || mark == '-') return std::nullopt;
  const bool day_first = scan.tables().day_first || mark == '.';
  if (day_first ? is_day(b, a) : !is_day(a, b) && is_day(b, a)) return date(i, end, c, b, a);
  if (is_day(a, b)) return date(i, end, c, a, b);
  return std::nullopt;
}

enum class Half { none, am, pm };

Half half_behind(const QuantityScanner& scan, size_t& end) {
  const size_t begin = scan.behind_space(end);
  const std::string_view rest = scan.text().substr(begin);
  for (const std::string_view word :
       {"AM", "PM", "am", "pm", "a.m.", "p.m.", "A.M.", "P.M.", "a.m", "p.m"}) {
    if (!rest.starts_with(word) || scan.goes_on(begin + word.size())) continue;
    end = begin + word.size();
    if (word.size() == 4 && end == scan.text().size()) --end;  // the sentence's own full stop
    return word[0] == 'a' || word[0] == 'A' ? Half::am : Half::pm;
  }
  return Half::none;
}

std::optional<FoundQuantity> time(size_t begin, size_t end, int hour, int minute, int second,
                                  Half half) {
  if (minute > 59 || second > 59 || hour > 24) return std::nullopt;
  if (half != Half::none && hour > 12) return std::nullopt;
  if (half != Half::none) hour = hour % 12 + (half == Half::pm ? 12 : 0);
  Quantity q;
  q.kind = Kind::time;
  q.seconds = (hour * 60 + minute) * 60 + second;
  q.half_of_day = half != Half::none;
  return FoundQuantity{begin, end, q};
}

// 午前2時30分, 14時5分10秒.
std::optional<FoundQuantity> time_by_signs(const QuantityScanner& scan, size_t i) {
  Half half = Half::none;
  size_t end = i;
  if (const auto behind = scan.behind_mark(i, "午前 上午")) {
    half = Half::am;
    end = *behind;
  } else if (const auto after = scan.behind_mark(i, "午後 下午")) {
    half = Half::pm;
    end = *after;
  }
  const auto hour = scan.digits(end, 1, 2);
  const auto behind_hour = hour ? scan.behind_mark(end, "時 时 点") : std::nullopt;
  if (!behind_hour || scan.behind_mark(end, "時間 时间")) return std::nullopt;
  end = *behind_hour;
  size_t at = end;
  int minute = 0, second = 0;
  if (const auto m = scan.digits(at, 1, 2)) {
    if (const auto behind = scan.behind_mark(at, "分")) {
      minute = *m;
      end = at = *behind;
      const auto s = scan.digits(at, 1, 2);
      const auto behind_second = s ? scan.behind_mark(at, "秒") : std::nullopt;
      if (behind_second) {
        second = *s;
        end = *behind_second;
      }
    }
  }
  auto found = time(i, end, *hour, minute, second, half);
  if (found) found->quantity.has_seconds = second > 0;
  return found;
}

}  // namespace

std::optional<FoundQuantity> date_at(const QuantityScanner& scan, size_t i) {
  if (!scan.is_digit(i)) return month_first(scan, i);
  if (auto found = by_signs(scan, i)) return found;
  if (auto found = in_digits(scan, i)) return found;
  return day_first(scan, i);
}

std::optional<FoundQuantity> time_at(const QuantityScanner& scan, size_t i) {
  if (scan.tables().spaceless) {
    if (auto found = time_by_signs(scan, i)) return found;
  }
  size_t end = i;
  const auto hour = scan.digits(end, 1, 2);
  if (!hour) return std::nullopt;
  const auto& text = scan.text();
  int minute = 0, second = 0;
  bool has_minute = false, has_seconds = false;
  const auto part = [&](int& value) {
    size_t at = end + 1;
    if (end >= text.size() || text[end] != ':') return false;
    const auto number = scan.digits(at, 2, 2);
    if (!number) return false;
    value = *number;
    end = at;
    return true;
  };
  has_minute = part(minute);
  has_seconds = has_minute && part(second);
  const Half half = half_behind(scan, end);
  if ((!has_minute && half == Half::none) || scan.goes_on(end)) return std::nullopt;
  auto found = time(i, end, *hour, minute, second, half);
  if (found) found->quantity.has_seconds = has_seconds;
  return found;
}

}  // namespace sotto::text
