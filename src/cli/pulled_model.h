// The origin of a model folder that `sotto pull` made, kept beside the weights: another pull sees
// what is there, and a folder of somebody else's stays.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sotto::cli {

struct PulledModel {
  std::string id, commit, scheme;
  std::string folder;  // of the repository, where the model is not the whole of it

  static constexpr const char* kFile = "pulled.json";
  std::string json() const;
  friend bool operator==(const PulledModel&, const PulledModel&) = default;
};

// None: the folder was not made by `sotto pull`.
std::optional<PulledModel> read_pulled(const std::filesystem::path& folder);

}  // namespace sotto::cli
