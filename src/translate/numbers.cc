// Whether a translation says the small numbers of its source, and no others. Large ones are
// protected.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include "text/quantity.h"
#include "translate/meaning.h"

namespace sotto::translate {
namespace {

struct InSource {
  int digits = 0, words = 0;
};

// English words that a translation may say in digits: "September" is 9月, "half a second" 0.5秒.
const std::multimap<std::string, std::string, std::less<>>& number_like() {
  static const std::multimap<std::string, std::string, std::less<>> words = {
      {"no", "0"},          {"none", "0"},      {"nothing", "0"},  {"zero", "0"},
      {"midnight", "0"},    {"second", "2"},    {"twice", "2"},    {"both", "2"},
      {"pair", "2"},        {"couple", "2"},    {"double", "2"},   {"doubled", "2"},
      {"doubles", "2"},     {"either", "2"},    {"neither", "2"},  {"half", "2"},
      {"half", "0.5"},      {"half", "30"},     {"half", "50"},    {"halves", "2"},
      {"halved", "2"},      {"third", "3"},     {"triple", "3"},   {"tripled", "3"},
      {"quarter", "4"},     {"quarter", "15"},  {"quarters", "4"}, {"thirds", "3"},
      {"tenths", "10"},     {"fourth", "4"},    {"fifth", "5"},    {"sixth", "6"},
      {"seventh", "7"},     {"eighth", "8"},    {"ninth", "9"},    {"tenth", "10"},
      {"noon", "12"},       {"midnight", "12"}, {"weekly", "7"},   {"hundred", "100"},
      {"thousand", "1000"}, {"million", "100"}, {"billion", "10"}, {"january", "1"},
      {"february", "2"},    {"march", "3"},     {"april", "4"},    {"may", "5"},
      {"june", "6"},        {"july", "7"},      {"august", "8"},   {"september", "9"},
      {"october", "10"},    {"november", "11"}, {"december", "12"}};
  return words;
}

std::map<std::string, InSource> numbers_of(std::string_view source, const Language& from) {
  std::map<std::string, InSource> numbers;
  for (const text::FoundQuantity& found : text::find_quantities(source, from)) {
    if (found.quantity.kind != text::Quantity::Kind::number || found.quantity.to) continue;
    InSource& number = numbers[found.quantity.value.plain()];
    ++(found.quantity.in_words ? number.words : number.digits);
  }
  std::string word;
  for (size_t i = 0; i <= source.size(); ++i) {
    const char c = i < source.size() ? source[i] : ' ';
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      word += static_cast<char>(c | 0x20);
      continue;
    }
    const auto [begin, end] = number_like().equal_range(word);
    for (auto found = begin; found != end; ++found) ++numbers[found->second].words;
    word.clear();
  }
  return numbers;
}

// Counts each number that stands there in digits.
std::map<std::string, int> digits_of(std::string_view output) {
  std::map<std::string, int> numbers;
  for (size_t i = 0; i < output.size();) {
    if (output[i] < '0' || output[i] > '9') {
      ++i;
      continue;
    }
    size_t end = std::min(output.find_first_not_of("0123456789.,", i), output.size());
    while (output[end - 1] == '.' || output[end - 1] == ',') --end;
    ++numbers[std::string(output.substr(i, end - i))];
    i = end;
  }
  return numbers;
}

bool has_in_words(std::string_view output, const std::string& number, const Language& to) {
  constexpr std::string_view kWords[][2] = {{"〇", "ゼロ"}, {"一", "ひと"}, {"二", "ふた"},
                                            {"三", "みっ"}, {"四", "よっ"}, {"五", "いつ"},
                                            {"六", "むっ"}, {"七", "なな"}, {"八", "やっ"},
                                            {"九", "ここ"}, {"十", "とお"}};
  if (is_written_without_spaces(to)) {
    const size_t value = number.size() > 2 ? SIZE_MAX : std::stoul(number);
    return value < std::size(kWords) &&
           std::ranges::any_of(kWords[value], [&](std::string_view word) {
             return output.find(word) != std::string_view::npos;
           });
  }
  return std::ranges::any_of(
      text::find_quantities(output, to), [&](const text::FoundQuantity& found) {
        return found.quantity.in_words && found.quantity.value.plain() == number;
      });
}

// Digits that the source has neither as digits nor as a word (first, twice, both), or less often,
// are invented. A 1, which languages add and leave out, is let pass.
bool is_invented(const std::string& number, int times,
                 const std::map<std::string, InSource>& wanted) {
  if (number == "1") return false;
  const auto found = wanted.find(number);
  if (found == wanted.end()) return true;
  return times > found->second.digits + found->second.words;
}

}  // namespace

std::optional<std::string_view> why_numbers_differ(const Rendering& rendering) {
  constexpr std::string_view kWhy = "a number is missing or invented";
  const Language& to = rendering.target.language;
  const std::map<std::string, InSource> wanted =
      numbers_of(rendering.plain_source, rendering.source.language);
  const std::map<std::string, int> said = digits_of(rendering.plain_target);
  for (const auto& [number, times] : said)
    if (is_invented(number, times, wanted)) return kWhy;
  for (const auto& [number, in_source] : wanted) {
    const bool missing = in_source.digits > 0 && !said.contains(number);
    if (missing && !has_in_words(rendering.plain_target, number, to)) return kWhy;
  }
  return std::nullopt;
}

}  // namespace sotto::translate
