// From a snapshot in the hub's cache to a model that goes by a short name.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "cli/pulled_model.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::cli {

struct Installation {
  PulledModel model;  // its scheme: as the user names it; empty: files as they are
  std::optional<quant::Scheme> scheme;  // that scheme
  std::string yaml, yaml_name;          // its configuration, where the repository has none
  std::filesystem::path target;         // <user data>/models/NAME
  std::function<void(size_t done, size_t all)> progress;
  std::stop_token stop;
};

// Requires that nothing is at the target, or what an earlier pull of this repository made.
Result<void> check_target(const Installation& wanted);

// Whether it is there already, from this commit and in this scheme.
bool is_installed(const Installation& wanted, const std::filesystem::path& snapshot);

// A folder with smaller weights, or with the yaml alone, which names them; else a link to the
// snapshot.
Result<void> install(const Installation& wanted, const std::filesystem::path& snapshot);

}  // namespace sotto::cli
