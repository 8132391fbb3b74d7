// sotto models: the networks of this machine, those that can be had, and away with one.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/log.h"
#include "base/paths.h"
#include "checkpoint/hub_cache.h"
#include "cli/pulled_model.h"
#include "cli/verbs.h"
#include "models/kinds.h"
#include "models/known_models.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using models::InstalledModel;
using models::KnownModel;

constexpr const char* kModelsHelp = R"(Examples:
  sotto models
  sotto models --available
  sotto pull fugumt-en-ja
  sotto models rm nllb-600m)";

struct ModelsFlags {
  bool available = false, json = false;
  std::string removed;
};

// Bytes of all files below a folder, a link counting as the file that it leads to.
uint64_t bytes_of(const fs::path& folder) {
  uint64_t bytes = 0;
  std::error_code error;
  const auto links = fs::directory_options::follow_directory_symlink;
  for (fs::recursive_directory_iterator it(folder, links, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code ignored;
    if (it->is_regular_file(ignored)) bytes += it->file_size(ignored);
  }
  return bytes;
}

// With the weights in the hub's cache that its configuration names.
uint64_t bytes_of(const InstalledModel& model) {
  uint64_t bytes = bytes_of(model.path);
  if (const auto pulled = read_pulled(model.path); pulled && !pulled->folder.empty()) {
    bytes += bytes_of(checkpoint::hub_folder(pulled->id) / "snapshots" / pulled->commit /
                      pulled->folder);
  }
  return bytes;
}

std::string megabytes(uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

template <size_t N>
std::string table(const std::vector<std::array<std::string, N>>& rows) {
  std::array<size_t, N> widths{};
  for (const auto& row : rows)
    for (size_t i = 0; i < N; ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < N; ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

int print_json(const nlohmann::ordered_json& json) { return print_result(dumped(json, 2) + "\n"); }

int show_installed(bool json) {
  const std::vector<InstalledModel> all = models::installed_models();
  if (json) {
    auto list = nlohmann::ordered_json::array();
    for (const InstalledModel& model : all) {
      list.push_back({{"name", model.name},
                      {"kind", model.kind->name},
                      {"does", model.kind->does},
                      {"bytes", bytes_of(model)},
                      {"path", model.path.string()}});
    }
    return print_json(list);
  }
  if (all.empty()) {
    log::warn("no model is installed; `sotto models --available` lists those that can be fetched");
    return kDone;
  }
  std::vector<std::array<std::string, 5>> rows = {{"name", "kind", "does", "size", "path"}};
  for (const InstalledModel& model : all) {
    rows.push_back({model.name, std::string(model.kind->name), std::string(model.kind->does),
                    megabytes(bytes_of(model)), model.path.string()});
  }
  return print_result(table(rows));
}

bool is_there(const KnownModel& known, const std::vector<InstalledModel>& all) {
  return std::ranges::any_of(all, [&](const InstalledModel& model) {
    return model.name == known.name || model.name == known.hub_id;
  });
}

int show_available(bool json) {
  const std::vector<InstalledModel> all = models::installed_models();
  if (json) {
    auto list = nlohmann::ordered_json::array();
    for (const KnownModel& known : models::known_models()) {
      list.push_back({{"name", known.name},
                      {"hub_id", known.hub_id},
                      {"what", known.what},
                      {"size", known.size},
                      {"needs", known.needs},
                      {"licence", known.licence},
                      {"limits", known.limits},
                      {"installed", is_there(known, all)}});
    }
    return print_json(list);
  }
  std::vector<std::array<std::string, 5>> rows = {
      {"name", "to fetch", "memory, time on two cores", "what it does", "licence"}};
  for (const KnownModel& known : models::known_models()) {
    const std::string limits = known.limits.empty() ? "" : ": " + known.limits;
    rows.push_back({known.name, is_there(known, all) ? "is here" : known.size,
                    known.needs.empty() ? "not measured" : known.needs, known.what,
                    known.licence + limits});
  }
  return print_result(table(rows) + "\nsotto pull NAME fetches one.\n");
}

bool leads_into(const fs::path& link, const fs::path& repository) {
  std::error_code error;
  const fs::path to = fs::read_symlink(link, error);
  return !error && to.parent_path() == fs::absolute(repository, error) / "snapshots";
}

// The folder that goes by the name, and the repository that it was made of.
int remove(const std::string& name) {
  std::vector<fs::path> gone;
  const auto take = [&](const fs::path& path) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(path, ignored))) gone.push_back(path);
  };
  std::string id = checkpoint::is_hub_id(name) ? name : "";
  if (checkpoint::is_plain_name(name)) {
    const fs::path folder = data_folder() / "models" / name;
    if (const auto pulled = read_pulled(folder)) id = pulled->id;
    for (const std::string& repository : checkpoint::hub_repositories())
      if (leads_into(folder, checkpoint::hub_folder(repository))) id = repository;
    if (const auto known = models::known_model(name); known && id.empty()) id = known->hub_id;
    take(folder);
  }
  if (checkpoint::is_hub_id(id)) {
    take(checkpoint::hub_folder(id));
    take(checkpoint::hub_cache() / ".locks" / checkpoint::hub_folder(id).filename());
  }
  if (gone.empty()) {
    return fail(
        {Errc::not_found,
         fmt::format("no model \"{}\" in {} or in the hub's cache; one that ships with sotto "
                     "stays",
                     name, (data_folder() / "models").string())});
  }
  std::string text;
  for (const fs::path& path : gone) {
    std::error_code error;
    fs::remove_all(path, error);
    if (error) {
      return fail(
          {Errc::io, fmt::format("{}: cannot be removed: {}", path.string(), error.message())});
    }
    text += fmt::format("removed {}\n", path.string());
  }
  return print_result(text);
}

}  // namespace

Verb add_models(CLI::App& app) {
  auto flags = std::make_shared<ModelsFlags>();
  CLI::App* verb = app.add_subcommand("models", "Show the networks of this machine");
  verb->footer(kModelsHelp);
  verb->add_flag("--available", flags->available, "Those that `sotto pull` fetches by name");
  verb->add_flag("--json", flags->json, "As JSON");
  CLI::App* rm = verb->add_subcommand(
      "rm", "Remove a model, with what was fetched for it into the hub's cache");
  rm->add_option("NAME", flags->removed, "As `sotto models` shows it")->required();
  return {verb, [flags](Session&) {
            if (!flags->removed.empty()) return remove(flags->removed);
            return flags->available ? show_available(flags->json) : show_installed(flags->json);
          }};
}

}  // namespace sotto::cli
