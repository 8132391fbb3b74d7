#include "cli/licences.h"

#include <fmt/format.h>
#include <unistd.h>

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

bool says_yes(const std::string& question) {
  std::fputs(question.c_str(), stderr);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace

Result<void> agree(const models::KnownModel& model, bool accept) {
  if (model.limits.empty() || agreed().find(line_of(model)) != std::string::npos) return {};
  const std::string terms = fmt::format("{}: {}: {}", model.hub_id, model.licence, model.limits);
  if (accept) return keep(model);
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) {
    return Error{Errc::bad_argument, terms + "; --accept says that you agree"};
  }
  if (says_yes(terms + ". Do you agree? [y/N] ")) return keep(model);
  return Error{Errc::cancelled, fmt::format("{}: not fetched", model.hub_id)};
}

}  // namespace sotto::cli
