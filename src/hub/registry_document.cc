// The two forms of a registry's document.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

#include "base/json.h"
#include "hub/registry.h"

namespace sotto::hub {
namespace {

using nlohmann::json;
using Role = RegistryFile::Role;

uint64_t number(const json& object, const char* key) {
  const json& found = json_member(object, key);
  return found.is_number_unsigned() ? found.get<uint64_t>() : 0;
}

// Reads the fields that both forms share; none: in a language that sotto does not know.
std::optional<RegistryModel> model_of(const json& entry) {
  const auto from = find_language(json_string(entry, "sourceLanguage"));
  const auto to = find_language(json_string(entry, "targetLanguage"));
  if (!from || !to) return std::nullopt;
  RegistryModel model;
  model.from = *from;
  model.to = *to;
  model.architecture = json_string(entry, "architecture");
  return model;
}

// "Release", "Release Desktop", "Release Android", "Nightly" or null.
Release release_of(const std::string& status) {
  if (status == "Release" || status == "Release Desktop") return Release::all;
  return status.starts_with("Release ") ? Release::some : Release::none;
}

// {"models": {"en-ja": [{"architecture": ..., "files": {"model": {"path": ...}}}]}}
std::vector<RegistryModel> read_bucket(const json& pairs) {
  constexpr std::pair<const char*, Role> kRoles[] = {{"model", Role::model},
                                                     {"lexicalShortlist", Role::shortlist},
                                                     {"vocab", Role::vocabulary},
                                                     {"srcVocab", Role::source_vocabulary},
                                                     {"trgVocab", Role::target_vocabulary}};
  std::vector<RegistryModel> models;
  for (const auto& [pair, entries] : pairs.items()) {
    if (!entries.is_array()) continue;
    for (const json& entry : entries) {
      auto model = model_of(entry);
      if (!model) continue;
      model->release = release_of(json_string(entry, "releaseStatus"));
      const json& files = json_member(entry, "files");
      for (const auto& [key, role] : kRoles) {
        const json& file = json_member(files, key);
        if (!file.is_object()) continue;
        model->files.push_back({role, json_string(file, "path"), number(file, "uncompressedSize"),
                                json_string(file, "uncompressedHash")});
      }
      models.push_back(*std::move(model));
    }
  }
  return models;
}

// "3.0" is {3, 0}; none: a version before its release ("3.0a1").
std::optional<std::vector<int>> version_of(std::string_view text) {
  std::vector<int> version;
  while (true) {
    int part = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (error != std::errc() || part < 0) return std::nullopt;
    version.push_back(part);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.empty()) return version;
    if (text[0] != '.') return std::nullopt;
    text.remove_prefix(1);
  }
}

// The Firefox users who get it.
Release release_for(const std::string& filter) {
  if (filter.empty()) return Release::all;
  return filter.find("env.channel") == filter.npos ? Release::some : Release::none;
}

// {"data": [{"fileType": "model", "attachment": {"location": ...}, ...}]}: a record a file.
std::vector<RegistryModel> read_records(const json& records) {
  constexpr std::pair<std::string_view, Role> kRoles[] = {{"model", Role::model},
                                                          {"lex", Role::shortlist},
                                                          {"vocab", Role::vocabulary},
                                                          {"srcvocab", Role::source_vocabulary},
                                                          {"trgvocab", Role::target_vocabulary}};
  using Key = std::tuple<std::string, std::string, std::string>;  // from, to, architecture
  std::map<Key, std::pair<std::vector<int>, RegistryModel>> newest;
  for (const json& record : records) {
    auto model = model_of(record);
    const auto version = version_of(json_string(record, "version"));
    const auto role = std::ranges::find(kRoles, json_string(record, "fileType"),
                                        &std::pair<std::string_view, Role>::first);
    if (!model || !version || role == std::end(kRoles)) continue;
    auto& [had, kept] = newest[{model->from.flores, model->to.flores, model->architecture}];
    if (had > *version) continue;
    const Release release = release_for(json_string(record, "filter_expression"));
    if (had < *version) {
      had = *version;
      kept = *std::move(model);
      kept.release = release;
    }
    kept.release = std::max(kept.release, release);
    RegistryFile file{role->second, json_string(json_member(record, "attachment"), "location"),
                      number(record, "decompressedSize"), json_string(record, "decompressedHash")};
    file.published_name = json_string(record, "name");
    kept.files.push_back(std::move(file));
  }
  std::vector<RegistryModel> models;
  for (auto& [key, model] : newest) models.push_back(std::move(model.second));
  return models;
}

}  // namespace

Result<std::vector<RegistryModel>> read_registry(std::string_view document,
                                                 const std::string& name) {
  const json value = parse_json(document);
  if (const json& pairs = json_member(value, "models"); pairs.is_object())
    return read_bucket(pairs);
  if (const json& records = json_member(value, "data"); records.is_array())
    return read_records(records);
  return Error{Errc::bad_format,
               fmt::format("{}: is no list of Firefox's models, expected an object with \"models\" "
                           "or \"data\"",
                           name)};
}

}  // namespace sotto::hub
