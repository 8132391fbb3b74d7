// Licences with limits that the user said yes to, once each.
#pragma once

#include <optional>
#include <string>

#include "models/known_models.h"
#include "sotto/error.h"

namespace sotto::cli {

// Whether he agrees: he did before, `accept` says so (to the licence whose name it begins, empty:
// to any), or he is asked on the terminal. The error: he does not, or there is no terminal to ask
// him on.
Result<void> agree(const models::KnownModel& model, const std::optional<std::string>& accept);

}  // namespace sotto::cli
