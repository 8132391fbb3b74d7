#include "models/known_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "checkpoint/hub_cache.h"
#include "checkpoint/model_folder.h"
#include "models/kinds.h"

namespace sotto::models {
namespace {

// "opus-mt-en-fr" of "opus-mt-*" is "en-fr"; none: the pattern does not have it.
std::optional<std::string> starred(std::string_view name, std::string_view pattern) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) {
    return name == pattern ? std::optional<std::string>("") : std::nullopt;
  }
  const std::string_view front = pattern.substr(0, star);
  if (!name.starts_with(front) || name.size() == front.size()) return std::nullopt;
  return std::string(name.substr(front.size()));
}

std::string with(std::string_view pattern, std::string_view instead) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return std::string(pattern);
  return std::string(pattern.substr(0, star)) + std::string(instead);
}

std::optional<KnownModel> find(std::string_view wanted, std::string KnownModel::*field) {
  for (const KnownModel& model : known_models()) {
    // The id is not all of it, or there is none.
    const bool is_known_by_id = model.folder.empty() && !model.hub_id.empty();
    if (!is_known_by_id && field == &KnownModel::hub_id) continue;
    const std::optional<std::string> rest = starred(wanted, model.*field);
    if (!rest) continue;
    KnownModel found = model;
    found.name = with(model.name, *rest);
    found.hub_id = with(model.hub_id, *rest);
    found.folder = with(model.folder, *rest);
    const auto member = std::ranges::find(model.members, *rest, &KnownMember::rest);
    if (member != model.members.end() && !member->size.empty()) found.size = member->size;
    return found;
  }
  return std::nullopt;
}

}  // namespace

const std::vector<KnownModel>& known_models() {
  static const std::vector<KnownModel> models = [] {
    std::vector<KnownModel> all;
    for (const Kind& kind : kinds()) std::ranges::move(kind.released(), std::back_inserter(all));
    return all;
  }();
  return models;
}

std::optional<KnownModel> known_model(std::string_view name) {
  return find(name, &KnownModel::name);
}

std::optional<KnownModel> known_model_of(std::string_view hub_id) {
  return find(hub_id, &KnownModel::hub_id);
}

std::optional<KnownModel> known_translator(const Language& from, const Language& to) {
  const std::string direction = fmt::format("{}-{}", short_code(from), short_code(to));
  for (const KnownModel& model : known_models()) {
    if (model.name.ends_with("-" + direction)) return model;
    if (std::ranges::find(model.members, direction, &KnownMember::rest) != model.members.end())
      return known_model(with(model.name, direction));
  }
  return std::nullopt;
}

std::string how_to_get(const KnownModel& model) {
  const std::string limits = model.limits.empty() ? "" : "; " + model.limits;
  return fmt::format("`sotto pull {}` fetches one ({}, {}{})", model.name, model.size,
                     model.licence, limits);
}

Result<std::filesystem::path> find_model(const std::string& name) {
  Result<std::filesystem::path> found = checkpoint::find_folder(name);
  const auto known = known_model(name);
  if (found || !known) return found;
  if (!known->hub_id.empty()) {
    if (auto pulled = checkpoint::find_snapshot(known->hub_id)) return pulled;
  }
  return Error{Errc::not_found,
               fmt::format("no model \"{}\": it is not installed; `sotto pull {}` fetches it ({})",
                           name, name, known->size)};
}

}  // namespace sotto::models
