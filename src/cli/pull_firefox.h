// `sotto pull firefox-en-ja`: one of Firefox's translation models, from its registry.
#pragma once

#include <string>

#include "terminal/verb.h"

namespace sotto::cli {

struct FirefoxPull {
  std::string name;      // hub::is_direction_name
  std::string as;        // what it is called here; empty: as its direction is
  std::string registry;  // a URL or a folder; empty: hub::default_registry
};

int pull_firefox(const FirefoxPull& wanted, terminal::Session& session);

}  // namespace sotto::cli
