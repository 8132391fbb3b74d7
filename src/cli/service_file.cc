#include "cli/service_file.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>

#include "base/paths.h"
#include "base/xml.h"
#include "cli/sealed_file.h"
#include "cli/verbs.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

#ifdef __APPLE__
constexpr bool kIsMac = true;
#else
constexpr bool kIsMac = false;
#endif

constexpr const char* kUnit =
    R"(# Written by `sotto hook install --service` {1}; `sotto hook uninstall` removes it while it is unchanged.
[Unit]
Description=sotto: what agents say is heard

[Service]
ExecStart={0}
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=2
TimeoutStopSec=40

[Install]
WantedBy=default.target
)";

constexpr const char* kAgent = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by `sotto hook install` {1}; `sotto hook uninstall` removes it while it is unchanged. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>sotto</string>
  <key>ProgramArguments</key>
  <array>
{0}  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
</dict>
</plist>
)";

// Quotes a word for systemd.service(5)'s command lines: % and $ mean something there, unless
// doubled.
std::string unit_word(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 || std::strchr("/._-+:@,=", c);
  });
  if (plain) return word;
  std::string out = "\"";
  for (const char c : word) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '%' || c == '$') out += c;
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace

fs::path service_file() {
  if (!kIsMac) return config_folder().parent_path() / "systemd" / "user" / "sotto.service";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "/") / "Library" / "LaunchAgents" / "sotto.plist";
}

std::string service(const std::vector<std::string>& command) {
  return kIsMac ? launchd_agent(command) : systemd_unit(command);
}

std::string systemd_unit(const std::vector<std::string>& command) {
  std::string line;
  for (const std::string& word : command) line += (line.empty() ? "" : " ") + unit_word(word);
  return sealed(fmt::format(kUnit, line, kSeal));
}

std::string launchd_agent(const std::vector<std::string>& command) {
  std::string strings;
  for (const std::string& word : command)
    strings += fmt::format("    <string>{}</string>\n", escaped_xml(word));
  return sealed(fmt::format(kAgent, strings, kSeal));
}

std::string how_to_enable(const fs::path& file) {
  if (kIsMac) return fmt::format("  launchctl bootstrap gui/$(id -u) '{}'\n", file.string());
  return "  systemctl --user daemon-reload\n  systemctl --user enable --now sotto\n";
}

std::string how_to_end() {
  if (kIsMac) return "  launchctl bootout gui/$(id -u)/sotto\n";
  return "  systemctl --user stop sotto\n  systemctl --user daemon-reload\n";
}

void remove_service_links() {
  const fs::path link = service_file().parent_path() / "default.target.wants" / "sotto.service";
  std::error_code failed;
  if (!kIsMac && fs::is_symlink(link, failed)) fs::remove(link, failed);
}

Result<void> check_serve_flags(std::vector<std::string> flags) {
  CLI::App app("", "sotto");
  app.add_flag("-q,--quiet");
  app.add_flag("--verbose");
  std::string config;
  app.add_option("--config", config);
  const Verb serve = add_serve(app);  // which holds what the flags are read into
  serve.flags->fallthrough();
  flags.insert(flags.begin(), "serve");
  std::ranges::reverse(flags);  // CLI11 takes them from the back
  try {
    app.parse(flags);
  } catch (const CLI::Success&) {
    return Error{Errc::bad_argument, "the flags of `sotto serve`: --help is none for a service"};
  } catch (const CLI::Error& error) {
    return Error{Errc::bad_argument, fmt::format("the flags of `sotto serve`: {}", error.what())};
  }
  return {};
}

}  // namespace sotto::cli
