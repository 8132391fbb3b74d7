#include "engine/translator_order.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/split_list.h"
#include "checkpoint/hub_cache.h"
#include "models/kinds.h"
#include "models/known_models.h"
#include "translate/directions.h"
#include "translate/remote/remote_model.h"

namespace sotto::engine {
namespace {

constexpr const char* kShipped = "narrator-en-ja";

// The place of a name among the known ones, lower is better.
size_t rank(const std::string& name) {
  const auto& known = models::known_models();
  if (name == kShipped) return known.size();
  const auto found = models::known_model(name);
  if (!found) return known.size() + 1;
  const auto at = std::ranges::find_if(known, [&](const models::KnownModel& model) {
    return model.what == found->what;  // a family is one row
  });
  return static_cast<size_t>(at - known.begin());
}

std::vector<std::string> installed_translators() {
  std::vector<std::string> names;
  for (const models::InstalledModel& model : models::installed_models())
    if (model.kind->does == "translates" && checkpoint::is_plain_name(model.name))
      names.push_back(model.name);
  std::ranges::stable_sort(names, {}, rank);
  return names;
}

// "-en-ja" at the end of a name.
bool names_direction(const std::string& name, const Language& from, const Language& to) {
  return name.ends_with(fmt::format("-{}-{}", from.iso, to.iso));
}

// A folder that does not say its languages may have them in its name.
bool translates(const std::string& name, const Language& from, const Language& to) {
  const auto directions = translate::directions_of(name);
  if (!directions || !directions->has(from, to)) return false;
  const bool says = !directions->from.empty() && !directions->to.empty();
  return says || names_direction(name, from, to);
}

// The model that could be fetched for a direction: the one that is made for it, else the one for
// all.
models::KnownModel fetchable(const Language& from, const Language& to) {
  const auto known = models::known_translator(from, to);
  return known ? *known : *models::known_model("nllb-600m");
}

}  // namespace

Result<std::vector<std::string>> translator_order(const std::string& names, const Language& from,
                                                  const Language& to,
                                                  const std::optional<Pace>& pace) {
  std::vector<std::string> order;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(order, name) == order.end()) order.push_back(name);
  };
  for (const std::string& name : split_list(names)) {
    if (name != "auto") {
      add(name);
      continue;
    }
    std::vector<std::string> able = installed_translators();
    std::erase_if(able, [&](const std::string& one) { return !translates(one, from, to); });
    for (const std::string& installed : pace ? by_pace(std::move(able), *pace) : able)
      add(installed);
  }
  if (!order.empty() || from == to) return order;
  return Error{Errc::not_found,
               fmt::format("no installed model translates from {0} to {1}; {2}, and for many "
                           "pairs there is an opus-mt-{0}-{1}",
                           from.iso, to.iso, models::how_to_get(fetchable(from, to)))};
}

std::vector<std::string> served_translators(const std::string& names,
                                            const std::optional<Pace>& pace) {
  std::vector<std::string> served;
  for (const std::string& name : split_list(names)) {
    std::vector<std::string> more =
        name == "auto" ? installed_translators() : std::vector<std::string>{name};
    if (name == "auto" && pace) more = by_pace(std::move(more), *pace);
    for (const std::string& one : more)
      if (std::ranges::find(served, one) == served.end()) served.push_back(one);
  }
  return served;
}

std::string better_translator(const std::string& name, const Language& from, const Language& to) {
  if (translate::is_remote(name)) return "";
  const models::KnownModel better = fetchable(from, to);
  if (rank(better.name) >= rank(name)) return "";
  const char* what = name == kShipped ? "is small and knows what agents say" : "translates";
  const char* more = name == kShipped ? "that knows more" : "that comes before it";
  return fmt::format("{} {}; {} {}", name, what, models::how_to_get(better), more);
}

}  // namespace sotto::engine
