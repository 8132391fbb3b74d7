#include "cli/start_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/file_lock.h"
#include "base/program.h"
#include "net/local_client.h"

extern char** environ;  // POSIX: a program declares it

namespace sotto::cli {
namespace {

constexpr std::chrono::milliseconds kPause{50};
// A large model takes its time to load; a server that cannot start ends by itself.
constexpr std::chrono::minutes kStartPatience{10};

// Variables for the user, his files, his language, and his sound.
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

// Returns where it cannot be started.
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
  ::execle(program_to_start().c_str(), "sotto", "serve", "--listen", "none", "--socket",
           path.c_str(), static_cast<char*>(nullptr), environment.data());
}

}  // namespace

void close_standard_streams() {
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, fd);
}

Result<void> start_server(const std::filesystem::path& socket) {
  const std::filesystem::path path = std::filesystem::absolute(socket);
  // The pieces of a message come by programs of their own, within a tenth of a second: one of them
  // starts a server, and the others find it.
  const FileLock starting(path.string() + ".start");
  if (net::ask_server(path, "/health", "", net::kServerPatience)) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    close_standard_streams();
    become_server(path);
    ::_exit(127);
  }
  const auto end = std::chrono::steady_clock::now() + kStartPatience;
  for (bool runs = child > 0; runs && std::chrono::steady_clock::now() < end;) {
    std::this_thread::sleep_for(kPause);
    runs = ::waitpid(child, nullptr, WNOHANG) == 0;
    // Another one, which was faster, is as good.
    if (net::ask_server(path, "/health", "", net::kServerPatience)) return {};
  }
  return Error{Errc::io, fmt::format("{}: the server that was started there does not listen; "
                                     "`sotto serve` says why",
                                     path.string())};
}

}  // namespace sotto::cli
