#include "speech/pocket_languages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "models/pocket_tts/config.h"

namespace sotto::speech {
namespace {

namespace pocket = models::pocket_tts;

constexpr std::pair<std::string_view, std::string_view> kModels[] = {
    {"en", "english"},    {"fr", "french"},  {"de", "german"}, {"it", "italian"},
    {"pt", "portuguese"}, {"es", "spanish"}, {"nl", "dutch"}};

// The languages that are whole words of a name: "german_24l", "pocket-tts-french".
std::vector<std::string> named_in(const std::string& name) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  std::vector<std::string> codes;
  for (auto begin = name.begin(); begin != name.end();) {
    begin = std::find_if(begin, name.end(), is_letter);
    const auto end = std::find_if_not(begin, name.end(), is_letter);
    std::string word(begin, end);
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const auto& [code, language] : kModels)
      if (word == language) codes.emplace_back(code);
    begin = end;
  }
  return codes;
}

}  // namespace

std::vector<std::string> pocket_languages() {
  std::vector<std::string> codes;
  for (const auto& [iso, name] : kModels) codes.emplace_back(iso);
  return codes;
}

std::string pocket_model_of(const std::string& iso) {
  for (const auto& [code, name] : kModels)
    if (code == iso) return fmt::format("pocket-tts-{}", name);
  return {};
}

std::vector<std::string> languages_of_pocket_model(const std::string& model) {
  const Result<std::filesystem::path> yaml = pocket::find_config(model);
  if (!yaml) return {};
  const std::filesystem::path given = model;
  std::vector<std::string> names = {yaml->stem().string(), yaml->parent_path().filename().string(),
                                    given.filename().string()};
  if (const Result<pocket::Config> config = pocket::read_config(*yaml)) {
    names.push_back(config->weights_path);
    names.push_back(config->flow_lm.weights_path);
  }
  for (const std::string& name : names)
    if (std::vector<std::string> languages = named_in(name); !languages.empty()) return languages;
  return {};
}

bool pocket_model_speaks(const std::vector<std::string>& languages, const std::string& iso) {
  if (languages.empty()) return !pocket_model_of(iso).empty();
  return std::ranges::find(languages, iso) != languages.end();
}

}  // namespace sotto::speech
