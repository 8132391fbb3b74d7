#include "cli/flags.h"

#include <fmt/format.h>

namespace sotto::cli {

Result<text::Language> language_flag(const std::string& flag, const std::string& code) {
  if (code.empty()) {
    return Error{Errc::bad_argument,
                 fmt::format("{} is missing, expected a language such as ja or jpn_Jpan", flag)};
  }
  const Result<text::Language> language = text::find_language(code);
  if (language) return language;
  return Error{Errc::bad_argument, fmt::format("{}: {}", flag, language.error().message)};
}

std::vector<std::string> split_list(const std::string& list) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    const size_t first = list.find_first_not_of(' ', begin);
    const size_t last = list.find_last_not_of(' ', end == 0 ? 0 : end - 1);
    if (first < end) names.push_back(list.substr(first, last + 1 - first));
    begin = end + 1;
  }
  return names;
}

std::optional<translate::WeightType> weights_flag(const std::string& name) {
  if (name == "f32") return translate::WeightType::f32;
  if (name == "q8") return translate::WeightType::q8;
  return std::nullopt;
}

}  // namespace sotto::cli
