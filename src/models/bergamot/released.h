// Firefox's translation models, as they are released.
#pragma once

#include <vector>

#include "models/known_models.h"

namespace sotto::models::bergamot {

std::vector<KnownModel> released();

}  // namespace sotto::models::bergamot
