// Licences with limits that the user said yes to, once each.
#pragma once

#include "models/known_models.h"
#include "sotto/error.h"

namespace sotto::cli {

// Whether he agrees: he did before, `accept` says so, or he is asked on the terminal. The error: he
// does not, or there is no terminal to ask him on.
Result<void> agree(const models::KnownModel& model, bool accept);

}  // namespace sotto::cli
