#include "base/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "base/failure.h"

extern char** environ;

namespace sotto {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int kTickMs = 10;              // how often the stop token is looked at
constexpr int kPatientTickMs = 200;      // of a program that may be silent for long
constexpr milliseconds kFarewell{1000};  // between the end of the output and the end of the program
constexpr milliseconds kPatience{30000};
constexpr size_t kMaxComplaints = 2000;

void close_fd(int& fd) {
  if (fd >= 0) ::close(std::exchange(fd, -1));
}

// Two connected descriptors, closed on exec and above 2, so that they never collide with the
// places they are moved to in the child even if our own standard streams are closed.
struct Pair {
  int fd[2] = {-1, -1};

  ~Pair() {
    close_fd(fd[0]);
    close_fd(fd[1]);
  }
  bool lift() {
    for (int& end : fd) {
      const int lifted = ::fcntl(end, F_DUPFD_CLOEXEC, 3);
      if (lifted < 0) return false;
      ::close(std::exchange(end, lifted));
    }
    return true;
  }
  bool open_pipe() { return ::pipe(fd) == 0 && lift(); }
  // For the child's input: a socket can refuse to raise SIGPIPE, a pipe cannot.
  bool open_socket() {
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0 || !lift()) return false;
#ifdef SO_NOSIGPIPE
    const int on = 1;
    if (::setsockopt(fd[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on) != 0) return false;
#endif
    return ::fcntl(fd[0], F_SETFL, O_NONBLOCK) == 0;
  }
};

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
constexpr int kSendFlags = 0;
#endif

// Default signals, an own process group (Ctrl-C at the terminal is ours to handle), no other fds.
int spawn(const std::vector<std::string>& argv, int in, int out, int err, pid_t& pid) {
  std::vector<char*> arguments;
  for (const std::string& argument : argv) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP;
  // All other files are closed to it.
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__)
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#else  // musl: of those that are open now
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", ignored))
    if (const int file = std::atoi(entry.path().filename().c_str()); file > 2)
      posix_spawn_file_actions_addclose(&actions, file);
#endif
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGQUIT, SIGHUP}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, flags);
  const int error =
      ::posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

std::string last_line(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  const size_t begin = text.rfind('\n');
  return begin == std::string::npos ? text : text.substr(begin + 1);
}

// Reads what is there; false at the end of the stream.
bool read_some(int fd, std::span<std::byte> room, size_t& count) {
  const ssize_t n = ::read(fd, room.data(), room.size());
  count = n > 0 ? static_cast<size_t>(n) : 0;
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace

Result<Child> Child::start(const std::vector<std::string>& argv) {
  Child child;
  child.name_ = argv.at(0);
  Pair in, out, err;
  if (!in.open_socket() || !out.open_pipe() || !err.open_pipe()) {
    throw_if_exhausted(errno);
    return Error{Errc::io, fmt::format("{}: cannot make pipes: {}", argv[0], std::strerror(errno))};
  }
  pid_t pid = -1;
  if (const int error = spawn(argv, in.fd[1], out.fd[1], err.fd[1], pid); error != 0) {
    throw_if_exhausted(error);
    return Error{error == ENOENT ? Errc::not_found : Errc::io,
                 fmt::format("{}: cannot run the program: {}", argv[0], std::strerror(error))};
  }
  child.pid_ = pid;
  child.in_ = std::exchange(in.fd[0], -1);
  child.out_ = std::exchange(out.fd[0], -1);
  child.err_ = std::exchange(err.fd[0], -1);
  return child;
}

Child::Child(Child&& other) noexcept { *this = std::move(other); }

Child& Child::operator=(Child&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(pid_, other.pid_);
  std::swap(in_, other.in_);
  std::swap(out_, other.out_);
  std::swap(err_, other.err_);
  std::swap(complaints_, other.complaints_);
  return *this;
}

Child::~Child() {
  close_pipes();
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);  // and what it has started, which is of its process group
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Child::close_pipes() {
  close_fd(in_);
  close_fd(out_);
  close_fd(err_);
}

Error Child::failed(const std::string& how) const {
  const std::string words = last_line(complaints_);
  return {Errc::io, fmt::format("{} {}{}{}", name_, how, words.empty() ? "" : ": ", words)};
}

// A program that ends before it has read everything says why by its exit status: not an error here.
void Child::feed(std::string_view& input) {
  const ssize_t sent = ::send(in_, input.data(), input.size(), kSendFlags);
  if (sent > 0) {
    input.remove_prefix(static_cast<size_t>(sent));
  } else if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
    input = {};
  }
  if (input.empty()) close_fd(in_);
}

// Without reaping it.
bool Child::has_ended() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid_;
}

Result<void> Child::check_end() {
  int status = 0;
  pid_t ended = 0;
  const Clock::time_point until = Clock::now() + kFarewell;
  for (milliseconds nap{0}; (ended = ::waitpid(pid_, &status, WNOHANG)) == 0;
       nap = milliseconds(1)) {
    if (Clock::now() > until) return failed("closed its output but did not end");
    std::this_thread::sleep_for(nap);
  }
  pid_ = -1;
  if (ended < 0) return {};  // reaped elsewhere (SIGCHLD ignored): the status is not to be had
  if (WIFSIGNALED(status)) {
    return failed(fmt::format("was ended by signal {}", WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) != 0) {
    return failed(fmt::format("ended with status {}", WEXITSTATUS(status)));
  }
  return {};
}

Result<void> Child::converse(std::string_view input, const std::stop_token& stop,
                             milliseconds patience, const Reader& reader) {
  std::vector<std::byte> room(size_t{1} << 16);
  if (input.empty()) close_fd(in_);
  const int tick_ms = patience > std::chrono::minutes(1) ? kPatientTickMs : kTickMs;
  Clock::time_point progress = Clock::now();
  while (out_ >= 0 || err_ >= 0) {
    if (stop.stop_requested()) return Error{Errc::cancelled, name_ + " was stopped"};
    if (Clock::now() - progress > patience) {
      return failed(fmt::format("did nothing for {} ms", patience.count()));
    }
    pollfd fds[3] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}, {in_, POLLOUT, 0}};  // fd < 0 is skipped
    const int ready = ::poll(fds, 3, tick_ms);
    // Its children in the background may hold its pipes for long.
    if (ready == 0 && has_ended()) break;
    if (ready <= 0) continue;
    size_t count = 0;
    if (fds[2].revents != 0) {
      const size_t before = input.size();
      feed(input);
      if (input.size() < before) progress = Clock::now();
    }
    if (fds[1].revents != 0) {
      if (!read_some(err_, room, count)) close_fd(err_);
      complaints_.append(reinterpret_cast<const char*>(room.data()), count);
      if (complaints_.size() > kMaxComplaints) {
        complaints_.erase(0, complaints_.size() - kMaxComplaints);
      }
    }
    if (fds[0].revents != 0) {
      if (!read_some(out_, room, count)) close_fd(out_);
      if (count > 0) {
        const Result<bool> more = reader(std::span(room).first(count));
        if (!more) return more.error();
        if (!*more) return {};
        progress = Clock::now();
      }
    }
  }
  close_pipes();
  return check_end();
}

Result<std::string> run_program(const std::vector<std::string>& argv, std::string_view input,
                                const std::stop_token& stop, size_t max_bytes) {
  Result<Child> child = Child::start(argv);
  if (!child) return child.error();
  std::string output;
  const Result<void> r = child->converse(
      input, stop, kPatience, [&](std::span<const std::byte> bytes) -> Result<bool> {
        if (bytes.size() > max_bytes - output.size()) {
          return Error{Errc::bad_format,
                       fmt::format("{} wrote more than {} bytes", argv[0], max_bytes)};
        }
        output.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return true;
      });
  if (!r) return r.error();
  return output;
}

bool has_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (!folder.empty() && ::access(fmt::format("{}/{}", folder, name).c_str(), X_OK) == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace sotto
