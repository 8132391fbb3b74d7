#include "cli/pty.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace sotto::cli {
namespace {

constexpr int kTickMs = 100;
constexpr std::array kPassedSignals = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH, SIGCHLD};

int signal_pipe[2] = {-1, -1};

void tell_of_signal(int number) {
  const int before = errno;
  const auto byte = static_cast<char>(number);
  [[maybe_unused]] const ssize_t n = ::write(signal_pipe[1], &byte, 1);
  errno = before;
}

// While it lives, signals are bytes in a pipe.
class SignalPipe {
 public:
  SignalPipe() {
    if (::pipe(signal_pipe) != 0) return;
    for (const int end : signal_pipe) {
      ::fcntl(end, F_SETFD, FD_CLOEXEC);
      ::fcntl(end, F_SETFL, O_NONBLOCK);
    }
    struct sigaction action = {};
    action.sa_handler = tell_of_signal;
    action.sa_flags = SA_RESTART;
    for (size_t i = 0; i < kPassedSignals.size(); ++i)
      ::sigaction(kPassedSignals[i], &action, &before_[i]);
  }
  ~SignalPipe() {
    if (signal_pipe[0] < 0) return;
    for (size_t i = 0; i < kPassedSignals.size(); ++i)
      ::sigaction(kPassedSignals[i], &before_[i], nullptr);
    for (int& end : signal_pipe) ::close(std::exchange(end, -1));
  }
  SignalPipe(const SignalPipe&) = delete;
  SignalPipe& operator=(const SignalPipe&) = delete;

 private:
  std::array<struct sigaction, kPassedSignals.size()> before_ = {};
};

// While it lives, keys go through our terminal as they are.
class RawTerminal {
 public:
  RawTerminal() {
    is_terminal_ = ::tcgetattr(STDIN_FILENO, &before_) == 0;
    if (!is_terminal_) return;
    termios raw = before_;
    ::cfmakeraw(&raw);
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  }
  ~RawTerminal() {
    if (is_terminal_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

 private:
  bool is_terminal_ = false;
  termios before_ = {};
};

bool write_to(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n > 0) {
      bytes.remove_prefix(static_cast<size_t>(n));
    } else if (errno == EAGAIN) {
      pollfd ready = {file, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

// In the child: never returns.
void become(const std::vector<std::string>& command) {
  for (const int number : kPassedSignals) ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execvp(words[0], words.data());
  const int why = errno;
  const std::string message = fmt::format("sotto: {}: {}\n", command.front(), std::strerror(why));
  write_to(STDERR_FILENO, message);
  ::_exit(why == ENOENT ? 127 : 126);
}

winsize window_of(TerminalSize size) { return {size.rows, size.columns, 0, 0}; }

}  // namespace

TerminalSize terminal_size() {
  winsize window = {};
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::ioctl(file, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 && window.ws_row > 0)
      return {window.ws_col, window.ws_row};
  return {};
}

Result<PtyRun> PtyRun::start(const std::vector<std::string>& command) {
  winsize window = window_of(terminal_size());
  termios ours = {};
  const bool has_terminal = ::tcgetattr(STDIN_FILENO, &ours) == 0;
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, has_terminal ? &ours : nullptr, &window);
  if (child == 0) become(command);
  if (child < 0) {
    return Error{Errc::io, fmt::format("{}: a terminal for it cannot be opened: {}",
                                       command.front(), std::strerror(errno))};
  }
  ::fcntl(terminal, F_SETFD, FD_CLOEXEC);
  ::fcntl(terminal, F_SETFL, ::fcntl(terminal, F_GETFL) | O_NONBLOCK);
  return PtyRun(terminal, child);
}

PtyRun::PtyRun(PtyRun&& other) noexcept
    : terminal_(std::exchange(other.terminal_, -1)), child_(std::exchange(other.child_, -1)) {}

PtyRun::~PtyRun() {
  if (terminal_ >= 0) ::close(terminal_);
  if (child_ > 0) ::waitpid(child_, nullptr, WNOHANG);
}

// False: the command has closed its terminal.
bool PtyRun::pass_output(const PtyEvents& events) {
  char piece[65536];
  const ssize_t n = ::read(terminal_, piece, sizeof piece);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  if (n == 0) return false;
  const std::string_view bytes(piece, static_cast<size_t>(n));
  if (can_write_) can_write_ = write_to(STDOUT_FILENO, bytes);
  if (!can_write_) ::kill(child_, SIGHUP);  // `| head -1`: enough
  events.wrote(bytes);
  return true;
}

void PtyRun::pass_input() {
  char piece[4096];
  const ssize_t n = ::read(STDIN_FILENO, piece, sizeof piece);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n > 0) {
    input_.append(piece, static_cast<size_t>(n));
  } else {
    has_input_ = false;
    input_ += '\x04';  // the end of a file, as it is typed
  }
}

void PtyRun::send_input() {
  const ssize_t n = ::write(terminal_, input_.data(), input_.size());
  if (n > 0) input_.erase(0, static_cast<size_t>(n));
}

// False: the command has ended.
bool PtyRun::obey_signals(const PtyEvents& events) {
  char numbers[64];
  const ssize_t n = ::read(signal_pipe[0], numbers, sizeof numbers);
  for (ssize_t i = 0; i < n; ++i) {
    if (numbers[i] == SIGWINCH) {
      const TerminalSize size = terminal_size();
      const winsize window = window_of(size);
      ::ioctl(terminal_, TIOCSWINSZ, &window);
      events.resized(size);
    } else if (numbers[i] != SIGCHLD) {
      ::kill(child_, numbers[i]);
    }
  }
  return ::waitpid(child_, &status_, WNOHANG) != child_;
}

Result<int> PtyRun::run(const PtyEvents& events) {
  const SignalPipe signals;
  if (signal_pipe[0] < 0)
    return Error{Errc::io, fmt::format("no pipe can be opened: {}", std::strerror(errno))};
  const RawTerminal raw;
  bool is_open = true;
  while (obey_signals(events)) {
    const bool takes_input = has_input_ && input_.empty();
    pollfd files[3] = {{is_open ? terminal_ : -1, POLLIN, 0},
                       {takes_input ? STDIN_FILENO : -1, POLLIN, 0},
                       {signal_pipe[0], POLLIN, 0}};
    if (!input_.empty()) files[0].events |= POLLOUT;
    ::poll(files, 3, kTickMs);
    if ((files[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) is_open = pass_output(events);
    if ((files[0].revents & POLLOUT) != 0) send_input();
    if (files[1].revents != 0) pass_input();
    events.passed();
  }
  // Its last output; others that hold its terminal are not waited for.
  for (pollfd last = {terminal_, POLLIN, 0}; is_open && ::poll(&last, 1, 0) > 0;)
    is_open = pass_output(events);
  child_ = -1;
  return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
}

}  // namespace sotto::cli
