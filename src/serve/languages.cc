#include "serve/languages.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <vector>

#include "base/language.h"
#include "serve/request_fields.h"

namespace sotto::serve {
namespace {

struct ListedModel {
  const translate::Directions& directions;
  std::unordered_set<std::string> from = {};  // empty: it does not say
};

// True for translators that do not say their languages (servers of others, language models): they
// count for all.
bool says_nothing(const translate::Directions& directions) {
  return directions.from.empty() && directions.to.empty();
}

// Clients show this list for both sides: also what is only translated into is in it.
std::vector<Language> languages_of(std::span<const engine::TranslatorChoice> choices) {
  std::vector<Language> all;
  std::unordered_set<std::string> known;
  for (const auto side : {&translate::Directions::from, &translate::Directions::to})
    for (const engine::TranslatorChoice& choice : choices)
      for (const Language& language : choice.directions.*side)
        if (known.insert(language.flores).second) all.push_back(language);
  const auto is_open = [](const auto& choice) { return says_nothing(choice.directions); };
  if (std::ranges::none_of(choices, is_open)) return all;
  for (const Language& language : nllb_languages())
    if (known.insert(language.flores).second) all.push_back(language);
  return all;
}

}  // namespace

std::string list_languages(std::span<const engine::TranslatorChoice> choices) {
  std::vector<ListedModel> models;
  for (const engine::TranslatorChoice& choice : choices) {
    ListedModel& model = models.emplace_back(ListedModel{choice.directions});
    for (const Language& language : choice.directions.from) model.from.insert(language.flores);
  }
  nlohmann::ordered_json answer = nlohmann::ordered_json::array();
  const std::vector<Language> all = languages_of(choices);
  for (const Language& from : all) {
    std::vector<std::string> targets;
    std::unordered_set<std::string> known;
    for (const ListedModel& model : models) {
      if (!model.from.empty() && !model.from.contains(from.flores)) continue;
      for (const Language& to : says_nothing(model.directions) ? all : model.directions.to)
        if (to != from && known.insert(to.iso).second) targets.push_back(to.iso);
    }
    answer.push_back({{"code", from.iso}, {"name", english_name(from)}, {"targets", targets}});
  }
  return dumped(answer);
}

}  // namespace sotto::serve
