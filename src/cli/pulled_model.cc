#include "cli/pulled_model.h"

#include <nlohmann/json.hpp>

#include "checkpoint/config.h"

namespace sotto::cli {

std::string PulledModel::json() const {
  const nlohmann::ordered_json json = {{"id", id}, {"commit", commit}, {"scheme", scheme}};
  return json.dump(2) + "\n";
}

std::optional<PulledModel> read_pulled(const std::filesystem::path& folder) {
  const auto json = checkpoint::read_json_object(folder / PulledModel::kFile);
  if (!json) return std::nullopt;
  const auto text = [&](const char* key) {
    const auto found = json->find(key);
    return found != json->end() && found->is_string() ? found->get<std::string>() : "";
  };
  return PulledModel{text("id"), text("commit"), text("scheme")};
}

}  // namespace sotto::cli
