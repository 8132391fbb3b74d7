#include "cli/pulled_model.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"
#include "base/json_fields.h"
#include "checkpoint/hub_cache.h"

namespace sotto::cli {

std::string PulledModel::json() const {
  nlohmann::ordered_json json = {{"id", id}, {"commit", commit}, {"scheme", scheme}};
  if (!folder.empty()) json["folder"] = folder;
  return dumped(json, 2) + "\n";
}

std::optional<PulledModel> read_pulled(const std::filesystem::path& folder) {
  const auto json = read_json_object(folder / PulledModel::kFile);
  if (!json) return std::nullopt;
  const auto text = [&](const char* key) {
    const auto found = json->find(key);
    return found != json->end() && found->is_string() ? found->get<std::string>() : "";
  };
  PulledModel pulled{text("id"), text("commit"), text("scheme"), text("folder")};
  const bool sound = checkpoint::is_hub_id(pulled.id) && checkpoint::is_plain_name(pulled.commit) &&
                     (pulled.folder.empty() || checkpoint::is_inner_path(pulled.folder));
  return sound ? std::optional(std::move(pulled)) : std::nullopt;
}

}  // namespace sotto::cli
