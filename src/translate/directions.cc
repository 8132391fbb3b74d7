#include "translate/directions.h"

#include <algorithm>

#include "checkpoint/model_folder.h"
#include "models/known_models.h"
#include "translate/chain.h"
#include "translate/kinds.h"
#include "translate/remote/remote_model.h"

namespace sotto::translate {

std::vector<Language> languages_of(const std::vector<std::string>& codes) {
  std::vector<Language> languages;
  for (const std::string& code : codes) {
    const Result<Language> language = find_language(code);
    if (language && std::ranges::find(languages, *language) == languages.end())
      languages.push_back(*language);
  }
  return languages;
}

bool Directions::has(const Language& source, const Language& target) const {
  const auto knows = [](const std::vector<Language>& list, const Language& language) {
    return list.empty() || std::ranges::find(list, language) != list.end();
  };
  return source != target && knows(from, source) && knows(to, target);
}

Result<Directions> directions_of(const std::string& model) {
  if (is_remote(model)) return Directions{};  // it says so when it is asked
  if (const auto names = chained(model)) return directions_of_chain(*names);
  const Result<std::filesystem::path> path = models::find_model(model);
  if (!path) return path.error();
  const Result<checkpoint::ModelFolder> folder = checkpoint::open_model_folder(*path);
  if (!folder) return folder.error();
  return kind_of(*folder).directions(*folder);
}

}  // namespace sotto::translate
