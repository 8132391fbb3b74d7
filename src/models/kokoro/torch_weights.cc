#include "models/kokoro/torch_weights.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "models/weight_norm.h"

namespace sotto::models::kokoro {
namespace {

// "bert.module.x" is "bert.x": the released file was written by a trainer that wraps each part.
std::string plain_name(std::string_view stored) {
  constexpr std::string_view kWrapper = ".module.";
  const size_t dot = stored.find('.');
  if (dot == stored.npos || !stored.substr(dot).starts_with(kWrapper)) return std::string(stored);
  return fmt::format("{}.{}", stored.substr(0, dot), stored.substr(dot + kWrapper.size()));
}

bool is_unused(std::string_view name) {
  return name.starts_with("bert.") &&
         (name.ends_with(".position_ids") || name.starts_with("bert.pooler."));
}

}  // namespace

Result<std::shared_ptr<const checkpoint::Weights>> plain_weights(
    std::shared_ptr<const checkpoint::Weights> stored) {
  return fold_weight_norms(std::move(stored), [](const std::string& name) {
    const std::string plain = plain_name(name);
    return is_unused(plain) ? std::string() : plain;
  });
}

}  // namespace sotto::models::kokoro
