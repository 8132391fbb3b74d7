#include "models/pocket_tts/yaml_fields.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "base/number.h"
#include "base/utf8.h"
#include "checkpoint/printable.h"

namespace sotto::models::pocket_tts {
namespace {

constexpr size_t kMostFields = 4096;

// A value in the form that messages show.
std::string shown(const YAML::Node& node) {
  if (!node.IsDefined() || node.IsNull()) return "missing";
  if (node.IsMap()) return "a map";
  if (node.IsSequence()) return "a list";
  return fmt::format("\"{}\"", checkpoint::printable(node.Scalar()));
}

// The text of a scalar, without the + that YAML allows.
std::optional<std::string_view> scalar(const YAML::Node& node) {
  if (!node.IsDefined() || !node.IsScalar()) return std::nullopt;
  std::string_view text = node.Scalar();
  if (text.starts_with('+')) text.remove_prefix(1);
  return text;
}

template <class T>
std::optional<T> parse(const YAML::Node& node) {
  const auto text = scalar(node);
  if (!text) return std::nullopt;
  T value{};
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return value;
}

std::optional<double> parse_double(const YAML::Node& node) {
  const auto text = scalar(node);
  return text ? sotto::parse_double(*text) : std::nullopt;
}

}  // namespace

YamlFields::YamlFields(const YAML::Node& node, std::string where, std::shared_ptr<File> file)
    : node_(std::make_shared<YAML::Node>(node)), where_(std::move(where)), file_(std::move(file)) {}

void YamlFields::fail(std::string message) {
  if (!file_->error)
    file_->error = Error{Errc::bad_format, fmt::format("{}: {}", file_->name, message)};
}

void YamlFields::wrong(const std::string& key, std::string_view found, std::string_view expected) {
  fail(fmt::format("{}{} is {}, expected {}", where_, key, found, expected));
}

void YamlFields::wrong_text(const std::string& key, const std::string& found,
                            std::string_view expected) {
  wrong(key, fmt::format("\"{}\"", checkpoint::printable(found)), expected);
}

void YamlFields::unfit(const std::string& what) { fail(where_ + what); }

YAML::Node YamlFields::find(const std::string& key) {
  asked_.insert(key);
  if (!node_->IsMap()) return {};
  const YAML::Node& map = *node_;
  return map[key];
}

bool YamlFields::has(const std::string& key) const {
  if (!node_->IsMap()) return false;
  const YAML::Node& map = *node_;
  const YAML::Node value = map[key];
  return value.IsDefined() && !value.IsNull();
}

std::optional<int> YamlFields::integer_of(const std::string& key, const YAML::Node& value, int min,
                                          int max) {
  const std::optional<int> number = parse<int>(value);
  if (number && *number >= min && *number <= max) return number;
  wrong(key, shown(value), fmt::format("an integer from {} to {}", min, max));
  return std::nullopt;
}

int YamlFields::integer(const std::string& key, int min, int max) {
  return integer_of(key, find(key), min, max).value_or(min);
}

std::optional<int> YamlFields::integer_or_none(const std::string& key, int min, int max) {
  const YAML::Node value = find(key);
  if (!has(key)) return std::nullopt;
  return integer_of(key, value, min, max);
}

double YamlFields::number(const std::string& key, double min, double max) {
  const YAML::Node value = find(key);
  const std::optional<double> number = parse_double(value);
  if (number && *number >= min && *number <= max) return *number;
  wrong(key, shown(value), fmt::format("a number from {} to {}", min, max));
  return min;
}

double YamlFields::number_or(const std::string& key, double min, double max, double otherwise) {
  find(key);
  return has(key) ? number(key, min, max) : otherwise;
}

bool YamlFields::boolean_or(const std::string& key, bool otherwise) {
  const YAML::Node value = find(key);
  if (!has(key)) return otherwise;
  bool on = false;
  if (!YAML::convert<bool>::decode(value, on)) wrong(key, shown(value), "true or false");
  return on;
}

std::string YamlFields::text(const std::string& key) {
  const YAML::Node value = find(key);
  if (value.IsDefined() && value.IsScalar()) return value.Scalar();
  wrong(key, shown(value), "a text");
  return {};
}

std::string YamlFields::text_or(const std::string& key, std::string otherwise) {
  find(key);
  return has(key) ? text(key) : otherwise;
}

std::vector<int> YamlFields::integers(const std::string& key, int min, int max, size_t most) {
  const YAML::Node value = find(key);
  std::vector<int> numbers;
  if (!value.IsDefined() || !value.IsSequence() || value.size() < 1 || value.size() > most) {
    wrong(key, shown(value), fmt::format("a list of 1 to {} integers", most));
    return {1};
  }
  for (const YAML::Node& item : value)
    numbers.push_back(integer_of(key, item, min, max).value_or(min));
  return numbers;
}

std::vector<std::pair<char32_t, std::string>> YamlFields::characters(const std::string& key) {
  const YAML::Node value = find(key);
  std::vector<std::pair<char32_t, std::string>> pairs;
  if (!has(key)) return pairs;
  if (!value.IsMap() || value.size() > kMostFields) {
    wrong(key, shown(value), fmt::format("a map of up to {} characters", kMostFields));
    return pairs;
  }
  for (const auto& entry : value) {
    const std::string& from = entry.first.IsScalar() ? entry.first.Scalar() : "";
    size_t end = 0;
    const char32_t c = from.empty() ? 0 : next_code_point(from, end);
    if (from.empty() || end != from.size() || !entry.second.IsScalar()) {
      wrong(key, fmt::format("with the key {}", shown(entry.first)),
            "single characters and what each becomes");
      return pairs;
    }
    pairs.emplace_back(c, entry.second.Scalar());
  }
  return pairs;
}

YamlFields YamlFields::map(const std::string& key) {
  const YAML::Node value = find(key);
  if (value.IsDefined() && value.IsMap()) return {value, where_ + key + ".", file_};
  wrong(key, shown(value), "a map");
  return {YAML::Node(), where_ + key + ".", file_};
}

void YamlFields::end() {
  if (!good() || !node_->IsMap()) return;
  std::set<std::string> seen;
  for (const auto& entry : *node_) {
    const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "";
    if (!asked_.contains(key))
      return fail(
          fmt::format("{}{} is no field of this format", where_, checkpoint::printable(key)));
    if (!seen.insert(key).second) return fail(fmt::format("{}{} stands there twice", where_, key));
  }
}

std::optional<Error> read_yaml(const std::string& text, const std::string& file,
                               const std::function<void(YamlFields)>& read) {
  const auto state = std::make_shared<YamlFields::File>();
  state->name = file;
  size_t replaced = 0;
  try {
    const YAML::Node root = YAML::Load(to_valid_utf8(text, replaced));
    if (!root.IsMap())
      return Error{Errc::bad_format, fmt::format("{}: is no yaml map of fields", file)};
    read({root, "", state});
  } catch (const std::exception& e) {  // yaml-cpp throws for ill-formed text
    return Error{Errc::bad_format,
                 fmt::format("{}: is no yaml: {}", file, checkpoint::printable(e.what()))};
  }
  return state->error;
}

}  // namespace sotto::models::pocket_tts
