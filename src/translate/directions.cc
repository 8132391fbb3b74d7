#include "translate/directions.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checkpoint/config.h"
#include "checkpoint/model_folder.h"
#include "models/known_models.h"
#include "text/marian_tokenizer.h"
#include "text/tokenizer.h"
#include "translate/generation_config.h"
#include "translate/marian_parts.h"

namespace sotto::translate {
namespace {

using text::Language;

// Codes that are no language of FLORES stay out.
std::vector<Language> languages_of(const std::vector<std::string>& codes) {
  std::vector<Language> languages;
  for (const std::string& code : codes) {
    const Result<Language> language = text::find_language(code);
    if (language && std::ranges::find(languages, *language) == languages.end())
      languages.push_back(*language);
  }
  return languages;
}

Result<Directions> directions_of_nllb(const checkpoint::ModelFolder& folder) {
  const Result<text::Tokenizer> tokenizer = text::Tokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  const Result<GenerationConfig> generation =
      read_generation_config(folder.generation_config, folder.config, folder.path);
  if (!generation) return generation.error();
  Directions directions;
  directions.from = languages_of(tokenizer->languages());
  directions.to = directions.from;
  if (!generation->forced_first) return directions;
  std::erase_if(directions.to, [&](const Language& language) {
    return tokenizer->language_id(language.flores) != generation->forced_first;
  });
  std::erase_if(directions.from, [&](const Language& language) {
    return tokenizer->language_id(language.flores) == generation->forced_first;
  });
  return directions;
}

Result<Directions> directions_of_marian(const checkpoint::ModelFolder& folder) {
  const Result<text::MarianTokenizer> tokenizer = text::MarianTokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  const Result<MarianSides> sides = sides_of(folder);
  if (!sides) return sides.error();
  Directions directions;
  if (sides->from) directions.from = {*sides->from};
  directions.to = languages_of(tokenizer->vocabulary().codes());
  if (directions.to.empty() && sides->to) directions.to = {*sides->to};
  return directions;
}

}  // namespace

bool Directions::has(const Language& source, const Language& target) const {
  const auto knows = [](const std::vector<Language>& list, const Language& language) {
    return list.empty() || std::ranges::find(list, language) != list.end();
  };
  return source != target && knows(from, source) && knows(to, target);
}

Result<Directions> directions_of(const std::string& model) {
  const Result<std::filesystem::path> path = models::find_model(model);
  if (!path) return path.error();
  const Result<checkpoint::ModelFolder> folder = checkpoint::open_model_folder(*path);
  if (!folder) return folder.error();
  return is_marian(*folder) ? directions_of_marian(*folder) : directions_of_nllb(*folder);
}

}  // namespace sotto::translate
