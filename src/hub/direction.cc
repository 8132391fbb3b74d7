#include "hub/direction.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/json_fields.h"
#include "base/printable.h"
#include "hub/registry.h"

namespace sotto::hub {
namespace {

constexpr std::string_view kPrefix = "firefox-";
constexpr size_t kLongestName = 64;

// Takes "-base" away from the end of "en-ja-base".
std::string take_architecture(std::string_view& name) {
  for (const std::string_view architecture : kArchitectures) {
    if (name.size() <= architecture.size() || !name.ends_with(architecture)) continue;
    if (name[name.size() - architecture.size() - 1] != '-') continue;
    name.remove_suffix(architecture.size() + 1);
    return std::string(architecture);
  }
  return "";
}

}  // namespace

std::string Direction::name() const {
  return fmt::format("{}{}-{}{}{}", kPrefix, short_code(from), short_code(to),
                     architecture.empty() ? "" : "-", architecture);
}

bool is_direction_name(std::string_view name) {
  return name.starts_with(kPrefix) && name.find('/') == name.npos;
}

Result<Direction> parse_direction(std::string_view name) {
  const auto wrong = [&](std::string_view why) {
    return Error{Errc::bad_argument, fmt::format("\"{}\": {}, expected firefox-FROM-TO such as "
                                                 "firefox-en-ja, or firefox-en-ja-base",
                                                 printable(name.substr(0, kLongestName)), why)};
  };
  if (!is_direction_name(name) || name.size() > kLongestName)
    return wrong("is none of Firefox's models");
  std::string_view codes = name.substr(kPrefix.size());
  Direction direction;
  direction.architecture = take_architecture(codes);
  std::optional<Error> unknown;  // a code may have dashes: en-zh-hant
  for (size_t dash = codes.find('-'); dash != codes.npos; dash = codes.find('-', dash + 1)) {
    const auto from = find_language(codes.substr(0, dash));
    const auto to = find_language(codes.substr(dash + 1));
    if (!unknown && !(from && to)) unknown = from ? to.error() : from.error();
    if (!from || !to) continue;
    if (*from == *to) return wrong("translates a language into itself");
    direction.from = *from;
    direction.to = *to;
    return direction;
  }
  if (!unknown) return wrong("names no two languages");
  return Error{
      Errc::bad_argument,
      fmt::format("\"{}\": {}", printable(name.substr(0, kLongestName)), unknown->message)};
}

std::string DirectionFile::json() const {
  const nlohmann::ordered_json json = {
      {"from", short_code(from)},    {"to", short_code(to)}, {"architecture", architecture},
      {"license", kRegistryLicence}, {"source", source},     {"sha256", sha256}};
  return dumped(json, 2) + "\n";
}

std::optional<DirectionFile> read_direction_file(const std::filesystem::path& folder) {
  const auto json = read_json_object(folder / DirectionFile::kFile);
  if (!json) return std::nullopt;
  const auto from = find_language(json_string(*json, "from"));
  const auto to = find_language(json_string(*json, "to"));
  if (!from || !to) return std::nullopt;
  return DirectionFile{*from, *to, json_string(*json, "architecture"), json_string(*json, "source"),
                       json_string(*json, "sha256")};
}

}  // namespace sotto::hub
