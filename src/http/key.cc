#include "http/key.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/environment.h"
#include "base/file.h"
#include "base/utf8.h"

namespace sotto::http {
namespace {

constexpr size_t kLongestKey = 4096;

}  // namespace

Result<std::optional<std::string>> find_key(const std::string& variable_name) {
  using Key = std::optional<std::string>;
  std::string where = variable_name;
  Key key = variable(variable_name.c_str());
  if (!key) {
    where += "_FILE";
    const auto file = variable(where.c_str());
    if (!file) return Key();
    const Result<std::string> content = read_file(*file, kLongestKey);
    if (!content) return content.error();
    key = trimmed(*content);
  }
  const bool is_plain = std::ranges::all_of(*key, [](char c) { return c > ' ' && c <= '~'; });
  if (is_plain && !key->empty() && key->size() <= kLongestKey) return key;
  return Error{Errc::bad_argument,
               fmt::format("{}: holds no key, expected up to {} letters, digits and signs on one "
                           "line",
                           where, kLongestKey)};
}

}  // namespace sotto::http
