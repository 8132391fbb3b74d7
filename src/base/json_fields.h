// Values out of JSON from outside, checked: of a config, a request, a model card. A missing value
// or one of the wrong kind is an error like `config.json: d_model is "abc", expected an integer
// from 1 to 65536`. A JSON null counts as missing, as the hub's tools write it for "not set".
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto {

// `file` is the name for messages, usually "config.json" or its path.
Result<int> get_int(const nlohmann::json& config, std::string_view file, std::string_view key,
                    int min, int max);
Result<double> get_number(const nlohmann::json& config, std::string_view file, std::string_view key,
                          double min, double max);
Result<bool> get_bool(const nlohmann::json& config, std::string_view file, std::string_view key);
Result<std::string> get_string(const nlohmann::json& config, std::string_view file,
                               std::string_view key);

// The same, with a value for a missing key. A value of the wrong kind is still an error.
Result<int> get_int_or(const nlohmann::json& config, std::string_view file, std::string_view key,
                       int min, int max, int otherwise);
Result<double> get_number_or(const nlohmann::json& config, std::string_view file,
                             std::string_view key, double min, double max, double otherwise);
Result<bool> get_bool_or(const nlohmann::json& config, std::string_view file, std::string_view key,
                         bool otherwise);
Result<std::string> get_string_or(const nlohmann::json& config, std::string_view file,
                                  std::string_view key, std::string otherwise);

// The value as JSON in ASCII, cut to what a message can hold; of a list or an object what it is.
std::string short_text(const nlohmann::json& value);

// JSON of at most 64 levels that is an object; `name` is for messages.
Result<nlohmann::json> parse_json_object(std::string_view text, std::string_view name);
// The same out of a file of at most 16 MiB.
Result<nlohmann::json> read_json_object(const std::filesystem::path& path);

}  // namespace sotto
