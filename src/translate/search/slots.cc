#include "translate/search/slots.h"

#include <algorithm>

namespace sotto::translate {

std::optional<int> SlotSession::slot(int id) const {
  const std::span<const int> ids = session_.outputs();
  const auto found = std::ranges::lower_bound(ids, id);
  if (found == ids.end() || *found != id) return std::nullopt;
  return static_cast<int>(found - ids.begin());
}

void SlotSession::to_ids(Hypothesis& hypothesis) const {
  for (int& token : hypothesis.ids) token = id(token);
}

std::span<const float> SlotSession::step(std::span<const int> slots) {
  return session_.step(ids_of(slots));
}

std::span<const float> SlotSession::extend(std::span<const int> slots) {
  return session_.rewindable()->extend(ids_of(slots));
}

std::span<const int> SlotSession::ids_of(std::span<const int> slots) {
  tokens_.clear();
  for (const int slot : slots) tokens_.push_back(id(slot));
  return tokens_;
}

}  // namespace sotto::translate
