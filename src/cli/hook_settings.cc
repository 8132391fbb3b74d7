#include "cli/hook_settings.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/file.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;  // keys stay in their order

constexpr size_t kMaxBytes = size_t{16} << 20;

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
  Result<std::string> content = read_file(settings.path, kMaxBytes);
  if (!content) return content.error();
  settings.before = *std::move(content);
  settings.json = Json::parse(settings.before, nullptr, /*allow_exceptions=*/false);
  Json& json = settings.json;
  const bool has_hooks = json.is_object() && json.contains("hooks");
  if (json.is_object() && (!has_hooks || json["hooks"].is_object())) return settings;
  return Error{Errc::bad_format,
               fmt::format("{}: expected a JSON object whose \"hooks\" are an object; it was left "
                           "as it is",
                           given.string())};
}

Result<bool> write_settings(const Settings& settings) {
  const std::string after =
      settings.json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  std::error_code failed;
  fs::create_directories(settings.path.parent_path(), failed);
  const auto mode = fs::status(settings.path, failed).permissions();
  const bool existed = !settings.before.empty();
  if (existed) {
    const Result<void> kept = write_file(settings.path.string() + ".sotto-backup", settings.before);
    if (!kept) return kept.error();
  }
  const Result<void> written = write_file(settings.path, after);
  if (!written) return written.error();
  if (existed) fs::permissions(settings.path, mode, failed);
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

// Of one event: a list of groups, each with a list of hooks.
bool has_ours(const Json& groups) {
  for (const Json& group : groups) {
    if (!group.is_object() || !group.contains("hooks")) continue;
    for (const Json& hook : group["hooks"])
      if (is_ours(hook)) return true;
  }
  return false;
}

void erase_ours(Json& groups) {
  Json kept = Json::array();
  for (Json& group : groups) {
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

}  // namespace

fs::path default_settings() {
  if (const char* folder = std::getenv("CLAUDE_CONFIG_DIR"); folder != nullptr && *folder != 0)
    return fs::path(folder) / "settings.json";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "") / ".claude" / "settings.json";
}

Result<bool> install_hooks(const fs::path& path, const std::vector<std::string>& events,
                           const std::string& command) {
  Result<Settings> settings = read_settings(path);
  if (!settings) return settings.error();
  bool changed = false;
  for (const std::string& event : events) {
    Json& groups = settings->json["hooks"][event];
    if (groups.is_null()) groups = Json::array();
    if (!groups.is_array()) {
      return Error{Errc::bad_format, fmt::format("{}: the hooks of {} are no list; it was left as "
                                                 "it is",
                                                 path.string(), event)};
    }
    if (has_ours(groups)) continue;
    groups.push_back({{"hooks", Json::array({{{"type", "command"}, {"command", command}}})}});
    changed = true;
  }
  return changed ? write_settings(*settings) : Result<bool>(false);
}

Result<bool> uninstall_hooks(const fs::path& path) {
  Result<Settings> settings = read_settings(path);
  if (!settings) return settings.error();
  if (!settings->json.contains("hooks")) return false;
  bool changed = false;
  Json& hooks = settings->json["hooks"];
  for (auto event = hooks.begin(); event != hooks.end();) {
    if (event->is_array() && has_ours(*event)) {
      erase_ours(*event);
      changed = true;
      if (event->empty()) {
        event = hooks.erase(event);
        continue;
      }
    }
    ++event;
  }
  if (changed && hooks.empty()) settings->json.erase("hooks");
  return changed ? write_settings(*settings) : Result<bool>(false);
}

}  // namespace sotto::cli
