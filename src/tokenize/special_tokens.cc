#include "tokenize/special_tokens.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/file.h"
#include "base/language.h"

namespace sotto::tokenize {
namespace {

namespace fs = std::filesystem;
namespace ondemand = simdjson::ondemand;

constexpr size_t kMostSpecials = 4096;
constexpr size_t kLongestSpecial = 128;

Result<simdjson::padded_string> read_json(const fs::path& path) {
  const Result<MappedFile> file = MappedFile::open(path);
  if (!file) return file.error();
  const auto bytes = file->bytes();
  return simdjson::padded_string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Error bad(const fs::path& path, std::string_view what) {
  return {Errc::bad_format, fmt::format("{}: {}", path.string(), what)};
}

// Checks a list of special tokens, wherever it comes from.
Result<void> check(const std::vector<std::string>& names, const fs::path& path) {
  if (names.size() > kMostSpecials)
    return bad(path, fmt::format("has {} special tokens, expected at most {}", names.size(),
                                 kMostSpecials));
  std::vector<std::string_view> sorted;
  for (const std::string& name : names) {
    if (name.size() > kLongestSpecial)
      return bad(path, fmt::format("has a special token of {} bytes, expected at most {}",
                                   name.size(), kLongestSpecial));
    if (!name.empty()) sorted.push_back(name);
  }
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end())
    return bad(path, fmt::format("has the special token {} twice", *twice));
  return {};
}

// additional_special_tokens: names, or objects with a `content`. None: the file has no such list.
Result<std::optional<std::vector<std::string>>> from_map(const fs::path& path) {
  const Result<simdjson::padded_string> json = read_json(path);
  if (!json) return json.error();
  ondemand::parser parser;
  ondemand::document document;
  ondemand::array list;
  if (parser.iterate(*json).get(document)) return bad(path, "is not JSON");
  const auto found = document["additional_special_tokens"].get_array().get(list);
  if (found == simdjson::NO_SUCH_FIELD) return std::optional<std::vector<std::string>>();
  if (found) return bad(path, "additional_special_tokens is not an array");
  std::vector<std::string> names;
  for (auto item : list) {
    ondemand::value value;
    ondemand::json_type type;
    std::string_view name;
    if (item.get(value) || value.type().get(type)) return bad(path, "is not JSON");
    const auto error = type == ondemand::json_type::object ? value["content"].get_string().get(name)
                                                           : value.get_string().get(name);
    if (error) return bad(path, "additional_special_tokens has an entry that is no token");
    names.emplace_back(name);
    if (names.size() > kMostSpecials) break;
  }
  if (std::ranges::find(names, kMask) == names.end()) names.emplace_back(kMask);
  if (const Result<void> checked = check(names, path); !checked) return checked.error();
  return std::optional(std::move(names));
}

// added_tokens: objects with `id` and `content`.
Result<std::vector<std::string>> from_tokenizer(const fs::path& path, int first_id) {
  const Result<simdjson::padded_string> json = read_json(path);
  if (!json) return json.error();
  ondemand::parser parser;
  ondemand::document document;
  ondemand::array list;
  if (parser.iterate(*json).get(document)) return bad(path, "is not JSON");
  if (document["added_tokens"].get_array().get(list)) return bad(path, "has no list added_tokens");
  std::vector<std::string> names;
  for (auto item : list) {
    ondemand::object object;
    int64_t id = 0;
    std::string_view name;
    if (item.get_object().get(object) || object["id"].get_int64().get(id) ||
        object["content"].get_string().get(name))
      return bad(path, "added_tokens has an entry without id and content");
    const int64_t index = id - first_id;
    if (index < 0) continue;
    if (id > INT32_MAX || index >= static_cast<int64_t>(kMostSpecials))
      return bad(path, fmt::format("added token {} has id {}, but the last piece has id {}", name,
                                   id, first_id - 1));
    if (names.size() <= static_cast<size_t>(index)) names.resize(index + 1);
    if (!names[index].empty()) return bad(path, fmt::format("has two added tokens with id {}", id));
    names[index] = name;
  }
  if (const Result<void> checked = check(names, path); !checked) return checked.error();
  return names;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

}  // namespace

Result<std::vector<std::string>> read_special_tokens(const fs::path& folder, int first_id) {
  if (const fs::path map = folder / "special_tokens_map.json"; is_there(map)) {
    Result<std::optional<std::vector<std::string>>> names = from_map(map);
    if (!names) return names.error();
    if (*names) return **std::move(names);
  }
  if (const fs::path tokenizer = folder / "tokenizer.json"; is_there(tokenizer))
    return from_tokenizer(tokenizer, first_id);
  std::vector<std::string> names;
  for (const Language& language : nllb_languages()) names.push_back(language.flores);
  names.emplace_back(kMask);
  return names;
}

}  // namespace sotto::tokenize
