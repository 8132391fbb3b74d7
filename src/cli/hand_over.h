// Hands text to the running server of this user, which says it.
#pragma once

#include <filesystem>
#include <vector>

#include "sotto/error.h"
#include "speaker/hook_event.h"

namespace sotto::cli {

// In this order. `not_found`: no server listens there. A message that was dropped or muted, as
// asked for, counts as accepted.
Result<void> hand_over(const std::filesystem::path& socket,
                       const std::vector<speaker::HookRequest>& requests);

// In a process of its own, which nobody waits for: starts a server and tells it.
void start_and_hand_over(const std::filesystem::path& socket,
                         const std::vector<speaker::HookRequest>& requests);

}  // namespace sotto::cli
