// The networks that sotto runs, a row each: who has a folder learns here what it is.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::models {

struct Kind {
  std::string_view name;  // "nllb"
  std::string_view does;  // "translates", "speaks"
  // By the names of its files and by its configuration; no weights are read.
  bool (*detect)(const std::filesystem::path& folder);
  // What the weights of a folder in the hub's layout should become; empty: they stay as they are.
  std::string_view scheme;
};

// Null: none that sotto runs.
const Kind* kind_of(const std::filesystem::path& folder);

// The networks of this machine, by the names that checkpoint::find_model finds them by.
struct InstalledModel {
  std::string name;
  std::filesystem::path path;
  const Kind* kind;
};
std::vector<InstalledModel> installed_models();

}  // namespace sotto::models
