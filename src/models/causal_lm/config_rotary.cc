#include <fmt/format.h>

#include <cmath>

#include "models/causal_lm/config_keys.h"

namespace sotto::models::causal_lm {
namespace {

using nlohmann::json;

constexpr double kMostPeriod = 1e12, kMostFactor = 1e6;
constexpr int kMostOriginal = 1 << 28;  // positions

const json& object_or_none(const json& config, const char* key) {
  static const json none = json::object();
  const auto found = config.find(key);
  return found != config.end() && found->is_object() ? *found : none;
}

// Hunyuan's: pairs turn as if the period were longer, at every length.
double stretched(double period, double alpha, int head_size) {
  return head_size > 2 ? period * std::pow(alpha, head_size / (head_size - 2.0)) : period;
}

// Applies `scaling`, an object with a type, to positions that turn with that period.
nn::Rotary scaled(double period, const json& scaling, int head_size, ConfigKeys& all) {
  ConfigKeys keys(scaling, "rope_scaling");
  nn::Rotary rotary{.period = period};
  const char* key = scaling.contains("rope_type") ? "rope_type" : "type";
  const json* type = keys.find(key);
  if (type == nullptr || *type == "default") return rotary;
  if (*type == "linear") {
    rotary.factor = keys.number("factor", 1e-3, kMostFactor, 1);
  } else if (*type == "llama3") {
    nn::RotaryStretch stretch;
    stretch.factor = keys.number("factor", 1, kMostFactor, 1);
    stretch.low = keys.number("low_freq_factor", 1e-3, kMostFactor, 1);
    stretch.high = keys.number("high_freq_factor", 1e-3, kMostFactor, 4);
    stretch.positions = keys.integer("original_max_position_embeddings", 1, kMostOriginal, 8192);
    if (!(stretch.high > stretch.low))
      all.refuse("high_freq_factor", stretch.high, "more than low_freq_factor");
    rotary.stretch = stretch;
  } else if (*type == "dynamic" && keys.find("alpha") != nullptr) {
    rotary.period = stretched(period, keys.number("alpha", 1e-3, 1e9, 1), head_size);
  } else {
    all.refuse(key, *type, "\"default\", \"linear\", \"llama3\", or \"dynamic\" with alpha");
  }
  if (keys.error()) all.fail(*keys.error());
  return rotary;
}

}  // namespace

void ConfigKeys::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

void ConfigKeys::refuse(std::string_view key, const json& found, std::string_view expected) {
  fail({Errc::unsupported,
        fmt::format("{}: {} is {}, expected {}", file_, key, short_text(found), expected)});
}

void read_rotary(const json& config, Config& c, ConfigKeys& keys) {
  const json& both = object_or_none(config, "rope_parameters");
  if (!both.empty()) {
    const auto of = [&](const char* kind, double otherwise) {
      const json& own = both.contains(kind) ? object_or_none(both, kind) : both;
      ConfigKeys parameters(own, "rope_parameters");
      const double period = parameters.number("rope_theta", 1, kMostPeriod, otherwise);
      if (parameters.error()) keys.fail(*parameters.error());
      return scaled(period, own, c.head_size, keys);
    };
    c.rotary = of("full_attention", c.architecture->rotary_period);
    c.window_rotary = of("sliding_attention", 1e4);
    return;
  }
  const double period = keys.number("rope_theta", 1, kMostPeriod, c.architecture->rotary_period);
  c.rotary = scaled(period, object_or_none(config, "rope_scaling"), c.head_size, keys);
  c.window_rotary = {.period = keys.number("rope_local_base_freq", 1, kMostPeriod, 1e4)};
}

}  // namespace sotto::models::causal_lm
