#include "cli/flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

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

void add_quant_flag(CLI::App& app, std::string& name, const std::string& whose) {
  const auto check = [](const std::string& text) {
    const Result<quant::Scheme> scheme = quant::parse_scheme(text);
    return scheme ? std::string() : scheme.error().message;
  };
  app.add_option("--quant", name,
                 whose + ": f32, f16, bf16, q8, q6, q4, q4:32, int8 (default: as stored)")
      ->type_name("SCHEME")
      ->check(CLI::Validator(check, ""));
}

std::optional<quant::Scheme> weights_flag(const std::string& name) {
  const Result<quant::Scheme> scheme = quant::parse_scheme(name);
  return scheme ? std::optional(*scheme) : std::nullopt;
}

}  // namespace sotto::cli
