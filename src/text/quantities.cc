#include "text/quantities.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

namespace sotto::text {
namespace {

// The number at the beginning, with its marks.
std::string_view leading_number(std::string_view text) {
  size_t end = std::min(text.find_first_not_of("0123456789.,"), text.size());
  while (end > 0 && (text[end - 1] == '.' || text[end - 1] == ',')) --end;
  return text.substr(0, end);
}

std::string without_commas(std::string_view number) {
  std::string out(number);
  std::erase(out, ',');
  return out;
}

// "1.5" moved by so many places is "1500000".
std::string shifted(std::string number, size_t places) {
  const size_t point = std::min(number.find('.'), number.size());
  const size_t decimals = point == number.size() ? 0 : number.size() - point - 1;
  if (decimals > places) return number;
  std::erase(number, '.');
  return number.append(places - decimals, '0');
}

// "2.3.1" in three parts, said one by one.
std::string with_points(std::string_view number, bool japanese) {
  std::string out;
  for (const char c : number) {
    if (c == '.') {
      out += japanese ? "テン" : " point ";
    } else {
      out += c;
    }
  }
  return out;
}

// The parts of "10:30" or "2024-11-05", without leading zeros; empty when it is not of that form.
std::string in_parts(std::string_view text, char mark, std::span<const std::string_view> names) {
  std::string out;
  for (const std::string_view name : names) {
    const size_t end = std::min(text.find(mark), text.size());
    int part = 0;
    if (std::from_chars(text.data(), text.data() + end, part).ptr != text.data() + end || end == 0)
      return "";
    out += std::to_string(part) + std::string(name);
    if (end == text.size()) return out;
    text.remove_prefix(end + 1);
  }
  return "";
}

std::string japanese_form(std::string_view text) {
  constexpr std::string_view kTime[] = {"時", "分", "秒"}, kDate[] = {"年", "月", "日"};
  if (text.find(':') != std::string_view::npos) return in_parts(text, ':', kTime);
  if (text.find('-') != std::string_view::npos) return in_parts(text, '-', kDate);
  constexpr std::string_view kTimes[] = {"かける", ""};
  if (text.find('x') != std::string_view::npos) return in_parts(text, 'x', kTimes);
  return "";
}

}  // namespace

SpokenNumber spoken_number(std::string_view text, bool japanese) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kMoney = {
      {{"$", "ドル"}, {"€", "ユーロ"}, {"£", "ポンド"}, {"¥", "円"}}};
  const std::string_view whole = text;
  std::string_view behind;
  for (const auto& [sign, name] : kMoney) {
    if (!text.starts_with(sign)) continue;
    text.remove_prefix(sign.size());
    behind = name;
  }
  if (!japanese && !behind.empty()) return {std::string(whole), ""};
  if (text.starts_with('#')) {
    text.remove_prefix(1);
    behind = japanese ? "番" : "";
  }
  const std::string_view number = leading_number(text);
  std::string_view unit = text.substr(number.size());
  if (japanese && !number.empty()) {
    if (std::string form = japanese_form(text); !form.empty()) return {std::move(form), ""};
  }
  std::string digits = without_commas(number);
  if (std::ranges::count(digits, '.') > 1) {
    digits = with_points(digits, japanese);
  } else if (unit == "k" || unit == "K" || unit == "M" || unit == "B") {
    digits = shifted(digits, unit == "M" ? 6 : unit == "B" ? 9 : 3);
    unit = "";
  }
  return {digits + std::string(behind), std::string(unit)};
}

}  // namespace sotto::text
