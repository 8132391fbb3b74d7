#include "cli/hook_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/file.h"
#include "base/json.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;  // keys stay in their order

constexpr size_t kLargestSettings = size_t{16} << 20;
struct Settings {
  fs::path path;  // behind any link: the link stays one
  std::string before;
  Json json;
};

Result<Settings> read_settings(const fs::path& given) {
  std::error_code failed;
  Settings settings{fs::weakly_canonical(given, failed), "", Json::object()};
  if (failed) settings.path = given;
  if (!fs::exists(settings.path, failed)) return settings;
  Result<std::string> content = read_file(settings.path, kLargestSettings);
  if (!content) return content.error();
  settings.before = *std::move(content);
  settings.json = exact_ordered_json(settings.before);
  Json& json = settings.json;
  const bool has_hooks = json.is_object() && json.contains("hooks");
  if (json.is_object() && (!has_hooks || json["hooks"].is_object())) return settings;
  return Error{Errc::bad_format,
               fmt::format("{}: expected a JSON object whose \"hooks\" are an object; it was left "
                           "as it is",
                           given.string())};
}

fs::path backup_of(const Settings& settings) { return settings.path.string() + ".sotto-backup"; }

std::string laid_out(const Json& json) { return dumped(json, 2) + "\n"; }

// Settings without lists of hooks that are empty: those mean nothing, and go with sotto's hooks.
Json without_empty_hooks(Json json) {
  if (!json.is_object() || !json.contains("hooks") || !json["hooks"].is_object()) return json;
  Json& hooks = json["hooks"];
  for (auto event = hooks.begin(); event != hooks.end();) {
    if (event->is_array() && event->empty()) {
      event = hooks.erase(event);
    } else {
      ++event;
    }
  }
  if (hooks.empty()) json.erase("hooks");
  return json;
}

// The bytes of the backup, where it holds these settings.
std::optional<std::string> backup_with(const Settings& settings, const Json& json) {
  std::error_code failed;
  if (!fs::exists(backup_of(settings), failed)) return std::nullopt;
  const Result<std::string> bytes = read_file(backup_of(settings), kLargestSettings);
  if (!bytes) return std::nullopt;
  const Json kept = exact_ordered_json(*bytes);
  if (without_empty_hooks(kept) != without_empty_hooks(json)) return std::nullopt;
  return *bytes;
}

// An empty backup: none is written.
Result<bool> write_settings(const Settings& settings, const std::string& after,
                            const std::string& backup) {
  std::error_code failed;
  fs::create_directories(settings.path.parent_path(), failed);
  // Keys stand in such files: a new one is its owner's alone, and the backup is no more open than
  // what it was made of.
  fs::perms mode = fs::perms::owner_read | fs::perms::owner_write;
  if (fs::exists(settings.path, failed)) mode = fs::status(settings.path, failed).permissions();
  if (!backup.empty()) {
    const Result<void> kept = write_file(backup_of(settings), backup, mode);
    if (!kept) return kept.error();
  }
  const Result<void> written = write_file(settings.path, after, mode);
  if (!written) return written.error();
  return true;
}

// `/usr/bin/sotto hook`, with or without quotes and flags.
bool is_ours(const Json& hook) {
  if (!hook.is_object() || !hook.contains("command") || !hook["command"].is_string()) return false;
  const std::string command = hook["command"];
  for (const std::string_view end : {"sotto hook", "sotto' hook", "sotto\" hook"}) {
    const size_t at = command.find(end);
    if (at == std::string::npos) continue;
    const size_t behind = at + end.size();
    if ((at == 0 || command[at - 1] == '/') && (behind == command.size() || command[behind] == ' '))
      return true;
  }
  return false;
}

// Our commands among an event's hooks: a list of groups, each with a list of hooks.
std::vector<std::string> our_commands(const Json& groups) {
  std::vector<std::string> commands;
  for (const Json& group : groups) {
    if (is_ours(group)) commands.push_back(group["command"]);
    if (!group.is_object() || !group.contains("hooks")) continue;
    for (const Json& hook : group["hooks"])
      if (is_ours(hook)) commands.push_back(hook["command"]);
  }
  return commands;
}

bool has_ours(const Json& groups) { return !our_commands(groups).empty(); }

void erase_ours(Json& groups) {
  Json kept = Json::array();
  for (Json& group : groups) {
    if (is_ours(group)) continue;
    const bool has_hooks =
        group.is_object() && group.contains("hooks") && group["hooks"].is_array();
    if (has_hooks && has_ours(Json::array({group}))) {
      Json others = Json::array();
      for (Json& hook : group["hooks"])
        if (!is_ours(hook)) others.push_back(std::move(hook));
      if (others.empty()) continue;
      group["hooks"] = std::move(others);
    }
    kept.push_back(std::move(group));
  }
  groups = std::move(kept);
}

// Ours from all events but these. False: there were none.
bool take_away(Json& settings, const std::vector<std::string>& kept) {
  bool changed = false;
  Json& hooks = settings["hooks"];
  for (auto event = hooks.begin(); event != hooks.end();) {
    const bool stays = std::ranges::find(kept, event.key()) != kept.end();
    if (!stays && event->is_array() && has_ours(*event)) {
      erase_ours(*event);
      changed = true;
      if (event->empty()) {
        event = hooks.erase(event);
        continue;
      }
    }
    ++event;
  }
  if (changed && hooks.empty()) settings.erase("hooks");
  return changed;
}

// Nothing but what a new file begins with.
bool is_bare(const Json& settings) { return settings.empty() || settings == Json{{"version", 1}}; }

}  // namespace

Result<bool> install_hooks(const fs::path& path, const std::vector<std::string>& events,
                           const std::string& command, HookLayout layout) {
  Result<Settings> settings = read_settings(path);
  if (!settings) return settings.error();
  const bool is_flat = layout == HookLayout::flat;
  if (is_flat && settings->before.empty()) settings->json["version"] = 1;
  bool changed = false;
  for (const std::string& event : events) {
    Json& groups = settings->json["hooks"][event];
    if (groups.is_null()) groups = Json::array();
    if (!groups.is_array()) {
      return Error{Errc::bad_format, fmt::format("{}: the hooks of {} are no list; it was left as "
                                                 "it is",
                                                 path.string(), event)};
    }
    if (our_commands(groups) == std::vector{command}) continue;
    erase_ours(groups);
    const Json hook =
        is_flat ? Json{{"command", command}} : Json{{"type", "command"}, {"command", command}};
    groups.push_back(is_flat ? hook : Json{{"hooks", Json::array({hook})}});
    changed = true;
  }
  changed |= take_away(settings->json, events);
  if (!changed) return false;
  // A second install does not take the place of what was there before the first.
  Json without = exact_ordered_json(settings->before.empty() ? "{}" : settings->before);
  const bool own_layout = settings->before == laid_out(without);
  const bool had_ours = without.contains("hooks") && take_away(without, {});
  std::error_code failed;
  const bool is_ours =  // the file came with the hooks
      own_layout && had_ours && is_bare(without) && !fs::exists(backup_of(*settings), failed);
  const std::string backup =
      is_ours ? "" : backup_with(*settings, without).value_or(settings->before);
  return write_settings(*settings, laid_out(settings->json), backup);
}

Result<bool> uninstall_hooks(const fs::path& path) {
  Result<Settings> settings = read_settings(path);
  if (!settings) return settings.error();
  const bool own_layout = settings->before == laid_out(settings->json);  // nobody's layout is lost
  const bool changed = settings->json.contains("hooks") && take_away(settings->json, {});
  std::error_code failed;
  if (const auto original = backup_with(*settings, settings->json)) {
    if (changed) {
      const Result<bool> written = write_settings(*settings, *original, "");
      if (!written) return written.error();
    }
    fs::remove(backup_of(*settings), failed);
    return changed;
  }
  if (!changed) return false;
  const bool has_backup = fs::exists(backup_of(*settings), failed);
  if (is_bare(settings->json) && own_layout && !has_backup) {  // the file came with the hooks
    if (fs::remove(settings->path, failed)) return true;
    return Error{Errc::io,
                 fmt::format("{}: cannot be removed: {}", path.string(), failed.message())};
  }
  return write_settings(*settings, laid_out(settings->json),
                        own_layout && !has_backup ? "" : settings->before);
}

fs::path settings_backup(const fs::path& path) {
  std::error_code failed;
  Settings settings{fs::weakly_canonical(path, failed), "", Json::object()};
  if (failed) settings.path = path;
  const fs::path backup = backup_of(settings);
  return fs::exists(backup, failed) ? backup : fs::path();
}

}  // namespace sotto::cli
