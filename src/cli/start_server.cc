#include "cli/start_server.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::cli {
namespace {

// Who the user is, where his files are, how he speaks, and how his sound is reached.
constexpr std::array<std::string_view, 24> kKept = {"HOME",
                                                    "USER",
                                                    "LOGNAME",
                                                    "SHELL",
                                                    "PATH",
                                                    "LANG",
                                                    "LANGUAGE",
                                                    "TZ",
                                                    "TMPDIR",
                                                    "DISPLAY",
                                                    "HF_HOME",
                                                    "HF_HUB_CACHE",
                                                    "HF_HUB_OFFLINE",
                                                    "DBUS_SESSION_BUS_ADDRESS",
                                                    "WAYLAND_DISPLAY",
                                                    "PULSE_SERVER",
                                                    "PULSE_COOKIE",
                                                    "PULSE_RUNTIME_PATH",
                                                    "PIPEWIRE_REMOTE",
                                                    "PIPEWIRE_RUNTIME_DIR",
                                                    "ALSA_CONFIG_PATH",
                                                    "JACK_DEFAULT_SERVER",
                                                    "OMP_NUM_THREADS",
                                                    "LD_LIBRARY_PATH"};
constexpr std::array<std::string_view, 3> kKeptPrefixes = {"SOTTO_", "XDG_", "LC_"};

bool is_kept(std::string_view variable) {
  const std::string_view name = variable.substr(0, variable.find('='));
  return std::ranges::find(kKept, name) != kKept.end() ||
         std::ranges::any_of(kKeptPrefixes, [&](auto prefix) { return name.starts_with(prefix); });
}

void close_inherited_files() {
  const long most = ::sysconf(_SC_OPEN_MAX);
  constexpr long kMost = 65536;  // where there is no limit
  for (int fd = STDERR_FILENO + 1; fd < std::min(most > 0 ? most : kMost, kMost); ++fd) ::close(fd);
}

}  // namespace

void become_detached() {
  ::setsid();
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, fd);
}

void become_server(const std::filesystem::path& socket) {
  const std::string path = socket.string();
  std::vector<char*> environment;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (is_kept(*variable)) environment.push_back(*variable);
  environment.push_back(nullptr);
  if (::chdir("/") != 0) return;
  ::setsid();
  ::signal(SIGPIPE, SIG_DFL);
  close_inherited_files();
  ::execle("/proc/self/exe", "sotto", "serve", "--listen", "none", "--socket", path.c_str(),
           static_cast<char*>(nullptr), environment.data());
}

}  // namespace sotto::cli
