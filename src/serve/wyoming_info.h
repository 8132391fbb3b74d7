// The answer to `describe`.
#pragma once

#include <nlohmann/json.hpp>

#include "serve/service.h"

namespace sotto::serve {

nlohmann::ordered_json wyoming_info(const Service& service);

}  // namespace sotto::serve
