#include "base/json_fields.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/file.h"

namespace sotto {
namespace {

using Json = nlohmann::json;

constexpr size_t kLargestConfig = size_t{16} << 20;
constexpr int kMaxDepth = 64;

const Json* find(const Json& config, std::string_view key) {
  if (!config.is_object()) return nullptr;
  const auto it = config.find(key);
  return it == config.end() || it->is_null() ? nullptr : &*it;
}

Error wrong(std::string_view file, std::string_view key, const Json* found,
            std::string_view expected) {
  return {Errc::bad_format,
          fmt::format("{}: {} is {}, expected {}", file, key,
                      found != nullptr ? short_text(*found) : "missing", expected)};
}

std::optional<int> integer_in(const Json& value, int min, int max) {
  // A float is no integer, even when it is whole; unsigned numbers may exceed int64_t.
  if (!value.is_number_integer()) return std::nullopt;
  if (value.is_number_unsigned() && value.get<uint64_t>() > uint64_t{INT32_MAX})
    return std::nullopt;
  const int64_t number = value.get<int64_t>();
  if (number < min || number > max) return std::nullopt;
  return static_cast<int>(number);
}

}  // namespace

std::string short_text(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return fmt::format("an array of {}", value.size());
  std::string text = value.dump(-1, ' ', /*ensure_ascii=*/true);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

Result<int> get_int(const Json& config, std::string_view file, std::string_view key, int min,
                    int max) {
  const Json* value = find(config, key);
  if (value != nullptr) {
    if (const std::optional<int> number = integer_in(*value, min, max)) return *number;
  }
  return wrong(file, key, value, fmt::format("an integer from {} to {}", min, max));
}

Result<double> get_number(const Json& config, std::string_view file, std::string_view key,
                          double min, double max) {
  const Json* value = find(config, key);
  if (value != nullptr && value->is_number()) {
    if (const double x = value->get<double>(); x >= min && x <= max) return x;
  }
  return wrong(file, key, value, fmt::format("a number from {} to {}", min, max));
}

Result<bool> get_bool(const Json& config, std::string_view file, std::string_view key) {
  const Json* value = find(config, key);
  if (value != nullptr && value->is_boolean()) return value->get<bool>();
  return wrong(file, key, value, "true or false");
}

Result<std::string> get_string(const Json& config, std::string_view file, std::string_view key) {
  const Json* value = find(config, key);
  if (value != nullptr && value->is_string()) return value->get<std::string>();
  return wrong(file, key, value, "a string");
}

Result<int> get_int_or(const Json& config, std::string_view file, std::string_view key, int min,
                       int max, int otherwise) {
  if (find(config, key) == nullptr) return otherwise;
  return get_int(config, file, key, min, max);
}

Result<double> get_number_or(const Json& config, std::string_view file, std::string_view key,
                             double min, double max, double otherwise) {
  if (find(config, key) == nullptr) return otherwise;
  return get_number(config, file, key, min, max);
}

Result<bool> get_bool_or(const Json& config, std::string_view file, std::string_view key,
                         bool otherwise) {
  if (find(config, key) == nullptr) return otherwise;
  return get_bool(config, file, key);
}

Result<std::string> get_string_or(const Json& config, std::string_view file, std::string_view key,
                                  std::string otherwise) {
  if (find(config, key) == nullptr) return otherwise;
  return get_string(config, file, key);
}

namespace {

// Python writes NaN, Infinity and -Infinity as if they were JSON (XTTS's config.json has some):
// here they are null, which is as good as missing.
std::string without_python_numbers(std::string_view text) {
  std::string json;
  bool in_string = false;
  for (size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    size_t taken = 1;
    if (in_string) {
      if (rest[0] == '\\' && rest.size() > 1) taken = 2;
    } else {
      for (const std::string_view word : {"NaN", "Infinity", "-Infinity"})
        if (rest.starts_with(word)) taken = word.size();
    }
    if (rest[0] == '"') in_string = !in_string;
    json += taken > 2 ? std::string_view("null") : rest.substr(0, taken);
    i += taken;
  }
  return json;
}

}  // namespace

Result<Json> parse_json_object(std::string_view text, std::string_view name) {
  // Deeper values are dropped while parsing: copies and printing of JSON recurse.
  bool too_deep = false;
  const auto keep = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > kMaxDepth;
    return depth <= kMaxDepth;
  };
  Json value = Json::parse(text, keep, /*allow_exceptions=*/false);
  if (value.is_discarded() && !too_deep)
    value = Json::parse(without_python_numbers(text), keep, /*allow_exceptions=*/false);
  if (too_deep) {
    return Error{Errc::bad_format,
                 fmt::format("{}: JSON nested more than {} levels deep", name, kMaxDepth)};
  }
  if (value.is_discarded()) {
    return Error{Errc::bad_format, fmt::format("{}: not valid JSON", name)};
  }
  if (!value.is_object()) {
    return Error{Errc::bad_format,
                 fmt::format("{}: the JSON is {}, expected an object", name, short_text(value))};
  }
  return value;
}

Result<Json> read_json_object(const std::filesystem::path& path) {
  const Result<std::string> text = read_file(path, kLargestConfig);
  if (!text) return text.error();
  return parse_json_object(*text, path.string());
}

}  // namespace sotto
