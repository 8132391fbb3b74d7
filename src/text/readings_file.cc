// The user's dictionary file.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "base/file.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "text/fold.h"
#include "text/pronouncer.h"

namespace sotto::text {
namespace {

constexpr size_t kLargestReadings = size_t{4} << 20;

Error wrong(const std::filesystem::path& path, const toml::source_region& where,
            std::string_view what) {
  return {Errc::bad_format, fmt::format("{}:{}: {}", path.string(), where.begin.line, what)};
}

}  // namespace

Result<Pronouncer> Pronouncer::of_user(const Language& language) {
  Pronouncer readings = built_in(language);
  const Result<void> added = readings.add_file(config_folder() / "readings.toml");
  if (!added) return added.error();
  return readings;
}

Result<void> Pronouncer::add_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  const Result<std::string> content = read_file(path, kLargestReadings);
  if (!content) return content.error();
  try {
    const toml::table file = toml::parse(std::string_view(*content), path.string());
    for (const auto& [name, node] : file) {
      const toml::table* table = node.as_table();
      if (!table) {
        return wrong(path, node.source(),
                     fmt::format("\"{}\" stands outside of a language, expected a table such as "
                                 "[ja] before it",
                                 name.str()));
      }
      const bool ours = name.str() == language_.iso || name.str() == language_.flores;
      for (const auto& [word, reading] : *table) {
        const auto value = reading.value<std::string>();
        if (!value) {
          return wrong(path, reading.source(),
                       fmt::format("the reading of \"{}\" is not a string", word.str()));
        }
        if (!ours || word.str().empty()) continue;
        const std::string key = fold_for_ear(word.str(), language_);
        user_[lower_ascii(key)] = *value;
        longest_user_key_ = std::max(longest_user_key_, key.size());
      }
    }
  } catch (const toml::parse_error& error) {
    return wrong(path, error.source(), error.description());
  }
  return {};
}

}  // namespace sotto::text
