#include "cli/licences.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "base/file.h"
#include "base/paths.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

fs::path agreed_file() { return data_folder() / "agreed-licences"; }

// A line each: the licence, and whose.
std::string line_of(const models::KnownModel& model) {
  return fmt::format("{}\t{}\n", model.hub_id, model.licence);
}

std::string agreed() {
  const auto text = read_file(agreed_file(), size_t{1} << 20);
  return text ? *text : "";
}

Result<void> keep(const models::KnownModel& model) {
  std::error_code error;
  fs::create_directories(data_folder(), error);
  return write_file(agreed_file(), agreed() + line_of(model));
}

// "cpml" is "CPML 1.0.0".
bool is_called(const std::string& licence, const std::string& name) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return name.size() <= licence.size() &&
         std::equal(name.begin(), name.end(), licence.begin(), same);
}

bool says_yes(const std::string& question) {
  std::fputs(question.c_str(), stderr);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace

Result<void> agree(const models::KnownModel& model, const std::optional<std::string>& accept) {
  if (model.limits.empty() || agreed().find(line_of(model)) != std::string::npos) return {};
  const std::string terms = fmt::format("{}: {}: {}", model.hub_id, model.licence, model.limits);
  if (accept && !is_called(model.licence, *accept)) {
    return Error{Errc::bad_argument,
                 fmt::format("--accept {}: is not the licence; {}", *accept, terms)};
  }
  if (accept) return keep(model);
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) {
    return Error{Errc::bad_argument, terms + "; --accept says that you agree"};
  }
  if (says_yes(terms + ". Do you agree? [y/N] ")) return keep(model);
  return Error{Errc::cancelled, fmt::format("{}: not fetched", model.hub_id)};
}

}  // namespace sotto::cli
