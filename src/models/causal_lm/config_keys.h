#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "models/causal_lm/config.h"

namespace sotto::models::causal_lm {

// Values of a configuration. The first error stays; what is read behind it counts for nothing.
// A null is as if it were not there.
class ConfigKeys {
 public:
  ConfigKeys(const nlohmann::json& config, std::string file)
      : config_(config), file_(std::move(file)) {}

  const std::optional<Error>& error() const { return error_; }

  // `otherwise` 0: it must be there.
  int integer(const char* key, int min, int max, int otherwise = 0) {
    return take(otherwise == 0 ? get_int(config_, file_, key, min, max)
                               : get_int_or(config_, file_, key, min, max, otherwise),
                min);
  }
  double number(const char* key, double min, double max, double otherwise) {
    return take(get_number_or(config_, file_, key, min, max, otherwise), otherwise);
  }
  bool flag(const char* key, bool otherwise) {
    return take(get_bool_or(config_, file_, key, otherwise), otherwise);
  }
  const nlohmann::json* list(const char* key) const {
    const nlohmann::json* found = find(key);
    return found != nullptr && found->is_array() ? found : nullptr;
  }
  const nlohmann::json* find(const char* key) const {
    const auto found = config_.find(key);
    return found == config_.end() || found->is_null() ? nullptr : &*found;
  }

  // Requires that the key, if there is one, says this.
  void expect(const char* key, const nlohmann::json& value) {
    const nlohmann::json* found = find(key);
    if (found != nullptr && *found != value) refuse(key, *found, short_text(value));
  }
  void expect_none(const char* key) {
    if (const nlohmann::json* found = find(key)) refuse(key, *found, "none of it");
  }
  void fail(Error error);  // unless something has failed before
  void refuse(std::string_view key, const nlohmann::json& found, std::string_view expected);

 private:
  template <class T>
  T take(const Result<T>& value, T otherwise) {
    if (value) return *value;
    if (!error_) error_ = value.error();
    return otherwise;
  }

  const nlohmann::json& config_;
  const std::string file_;
  std::optional<Error> error_;
};

// Reads how positions turn, in either spelling: rope_parameters, or rope_theta and rope_scaling.
void read_rotary(const nlohmann::json& config, Config& c, ConfigKeys& keys);

}  // namespace sotto::models::causal_lm
