#include "checkpoint/known_models.h"

#include <fmt/format.h>

namespace sotto::checkpoint {
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
    if (!model.folder.empty() && field == &KnownModel::hub_id) continue;  // the id is not all of it
    const std::optional<std::string> rest = starred(wanted, model.*field);
    if (!rest) continue;
    KnownModel found = model;
    found.name = with(model.name, *rest);
    found.hub_id = with(model.hub_id, *rest);
    found.folder = with(model.folder, *rest);
    return found;
  }
  return std::nullopt;
}

}  // namespace

const std::vector<KnownModel>& known_models() {
  static const std::vector<KnownModel> models = {
      {"fugumt-en-ja", "staka/fugumt-en-ja", "translates English to Japanese", "0.2 GB", "",
       "CC BY-SA 4.0", ""},
      {"opus-mt-*", "Helsinki-NLP/opus-mt-*", "translates one pair of languages: opus-mt-en-fr",
       "0.3 GB", "", "CC BY 4.0 or Apache-2.0, as its card says", ""},
      {"nllb-1.3b", "facebook/nllb-200-distilled-1.3B",
       "translates between 202 languages, better, with twice the work of nllb-600m", "5.5 GB",
       "1.4 GB, 0.7 s a sentence", "CC BY-NC 4.0",
       "not for commercial use; name its authors, Meta AI"},
      {"nllb-600m", "facebook/nllb-200-distilled-600M", "translates between 202 languages",
       "2.5 GB", "0.7 GB, 0.3 s a sentence", "CC BY-NC 4.0",
       "not for commercial use; name its authors, Meta AI"},
      {"kokoro", "hexgrad/Kokoro-82M", "speaks Japanese, English and six others", "0.4 GB",
       "0.5 GB, 0.3 s for a second of sound", "Apache-2.0", ""},
      {"pocket-tts-*", "kyutai/pocket-tts-without-voice-cloning",
       "speaks a language: pocket-tts-english, -french, -german, -italian, -portuguese, -spanish, "
       "-dutch",
       "0.4 GB", "0.2 GB, 0.1 s for a second of sound",
       "CC BY 4.0; its voices have licences of their own", "", "languages/*"},
  };
  return models;
}

std::optional<KnownModel> known_model(std::string_view name) {
  return find(name, &KnownModel::name);
}

std::optional<KnownModel> known_model_of(std::string_view hub_id) {
  return find(hub_id, &KnownModel::hub_id);
}

std::string how_to_get(const KnownModel& model) {
  const std::string limits = model.limits.empty() ? "" : "; " + model.limits;
  return fmt::format("`sotto pull {}` fetches one ({}{})", model.name, model.size, limits);
}

}  // namespace sotto::checkpoint
