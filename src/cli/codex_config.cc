#include "cli/codex_config.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/file.h"
#include "base/json.h"
#include "base/utf8.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLargestToml = size_t{16} << 20;
// Marks at the end of lines that sotto wrote; the second: sotto made the file, too.
constexpr std::string_view kOwnLine = "  # by `sotto hook install`\n";
constexpr std::string_view kOwnFile = "  # by `sotto hook install`, as is this file\n";

struct CodexConfig {
  fs::path path;  // behind any link: the link stays one
  bool exists = false;
  std::string mark, own, rest;  // a byte order mark, our line, everything else
};

Error no_toml(const fs::path& path, const std::string& why) {
  return {Errc::bad_format, fmt::format("{}: {}; it was left as it is", path.string(), why)};
}

Result<void> check_toml(const fs::path& path, const std::string& text, bool may_notify) {
  try {
    const toml::table table = toml::parse(text);
    if (may_notify || !table.contains("notify")) return {};
    return no_toml(path, "has a notify of its own, expected none");
  } catch (const toml::parse_error& error) {
    return no_toml(path, fmt::format("line {}: {}, expected TOML", error.source().begin.line,
                                     error.description()));
  }
}

Result<CodexConfig> read_codex_config(const fs::path& given) {
  std::error_code failed;
  CodexConfig config;
  config.path = fs::weakly_canonical(given, failed);
  if (failed) config.path = given;
  config.exists = fs::exists(config.path, failed);
  if (!config.exists) return config;
  const Result<std::string> content = read_file(config.path, kLargestToml);
  if (!content) return content.error();
  std::string_view text = *content;
  if (text.starts_with(kByteOrderMark)) {
    config.mark = kByteOrderMark;
    text.remove_prefix(kByteOrderMark.size());
  }
  const std::string_view line = text.substr(0, text.find('\n') + 1);
  const bool ends_ours = line.ends_with(kOwnLine) || line.ends_with(kOwnFile);
  if (line.starts_with("notify = [") && ends_ours) config.own = line;
  config.rest = text.substr(config.own.size());
  return config;
}

Result<bool> write_codex_config(const CodexConfig& config) {
  std::error_code failed;
  fs::create_directories(config.path.parent_path(), failed);
  // Keys may stand in it: a new one is its owner's alone.
  fs::perms mode = fs::perms::owner_read | fs::perms::owner_write;
  if (config.exists) mode = fs::status(config.path, failed).permissions();
  const Result<void> written =
      write_file(config.path, config.mark + config.own + config.rest, mode);
  if (!written) return written.error();
  return true;
}

}  // namespace

Result<bool> install_notify(const fs::path& file, const std::vector<std::string>& words) {
  Result<CodexConfig> config = read_codex_config(file);
  if (!config) return config.error();
  const Result<void> understood = check_toml(file, config->rest, /*may_notify=*/false);
  if (!understood) return understood.error();
  const bool is_ours = !config->exists || config->own.ends_with(kOwnFile);
  // A list of JSON's strings is one of TOML's.
  std::string line = "notify = " + dumped(words) + std::string(is_ours ? kOwnFile : kOwnLine);
  if (line == config->own) return false;
  config->own = std::move(line);
  const Result<void> checked = check_toml(file, config->own + config->rest, /*may_notify=*/true);
  if (!checked) return checked.error();
  return write_codex_config(*config);
}

Result<bool> uninstall_notify(const fs::path& file) {
  Result<CodexConfig> config = read_codex_config(file);
  if (!config) return config.error();
  if (config->own.empty()) return false;
  const bool is_ours = config->own.ends_with(kOwnFile);
  config->own.clear();
  if (!is_ours || !config->rest.empty()) return write_codex_config(*config);
  std::error_code failed;
  if (fs::remove(config->path, failed)) return true;
  return Error{Errc::io,
               fmt::format("{}: cannot be removed: {}", config->path.string(), failed.message())};
}

}  // namespace sotto::cli
