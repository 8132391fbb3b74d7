#include "models/pocket_tts/strict_weights.h"

#include <fmt/format.h>

#include <algorithm>

namespace sotto::models::pocket_tts {

const checkpoint::StoredTensor* StrictWeights::find(std::string_view name) const {
  const checkpoint::StoredTensor* found = weights_->find(name);
  if (found != nullptr) {
    const std::lock_guard lock(mutex_);
    taken_.emplace(name);
  }
  return found;
}

Result<void> StrictWeights::expect_all_taken(std::span<const std::string_view> later) const {
  const std::lock_guard lock(mutex_);
  for (const std::string& name : weights_->names()) {
    const auto begins = [&](std::string_view prefix) { return name.starts_with(prefix); };
    if (taken_.contains(name) || std::ranges::any_of(later, begins)) continue;
    return Error{Errc::bad_format,
                 fmt::format("{}: there is a tensor {}, expected only those that the model's yaml "
                             "has a place for",
                             source(), name)};
  }
  return {};
}

}  // namespace sotto::models::pocket_tts
