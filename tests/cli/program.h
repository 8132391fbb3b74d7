// Runs the real program: arguments, environment and input in; exit code, output and time out.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"
#include "paths.h"

extern char** environ;

namespace sotto::cli {

using std::chrono::milliseconds;

struct Outcome {
  int code = -1;  // 128 + n: ended by signal n without handling it; -2: did not end in time
  std::string out, err;
  milliseconds took{0};
};

// One run of `sotto`. Its configuration and cache are empty, and no SOTTO_ variable is set but
// `env`.
class Program {
 public:
  explicit Program(const std::vector<std::string>& args,
                   const std::map<std::string, std::string>& env = {}) {
    std::vector<std::string> variables;
    for (char** v = environ; *v != nullptr; ++v) {
      const std::string_view text = *v;
      const std::string name(text.substr(0, text.find('=')));
      if (!name.starts_with("SOTTO_") && name != "XDG_CONFIG_HOME" && name != "XDG_CACHE_HOME" &&
          !env.contains(name)) {
        variables.emplace_back(text);
      }
    }
    variables.push_back("XDG_CONFIG_HOME=" + config_.path().string());
    if (!env.contains("XDG_CACHE_HOME")) {
      variables.push_back("XDG_CACHE_HOME=" + (config_.path() / "cache").string());
    }
    for (const auto& [name, value] : env) variables.push_back(name + "=" + value);
    start(args, variables);
  }
  ~Program() {
    if (pid_ > 0) finish(milliseconds(0));
    close_input();
    close_output();
    if (err_ >= 0) ::close(err_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // False when the program takes no more within `patience`.
  bool write(std::string_view bytes, milliseconds patience = milliseconds(20000)) {
    while (!bytes.empty()) {
      pollfd in{in_, POLLOUT, 0};
      if (::poll(&in, 1, static_cast<int>(patience.count())) <= 0) return false;
      const ssize_t n = ::write(in_, bytes.data(), std::min<size_t>(bytes.size(), 4096));
      if (n < 0) return false;
      written_ += static_cast<size_t>(n);
      bytes.remove_prefix(static_cast<size_t>(n));
    }
    return true;
  }
  size_t written() const { return written_; }
  void close_input() { close(in_); }
  void close_output() { close(out_); }
  void signal(int number) { ::kill(pid_, number); }

  // Waits until the program has said `text` on standard output.
  bool wait_for_output(std::string_view text, milliseconds patience = milliseconds(20000)) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (outcome_.out.find(text) == std::string::npos) {
      if (std::chrono::steady_clock::now() > end) return false;
      if (!take(out_, outcome_.out, milliseconds(50)) && out_ < 0) return false;
    }
    return true;
  }

  // Closes the input and waits for the end.
  Outcome finish(milliseconds patience = milliseconds(120000)) {
    close_input();
    return finish_with_open_input(patience);
  }

  Outcome finish_with_open_input(milliseconds patience) {
    const auto begin = std::chrono::steady_clock::now();
    bool late = false;
    while (out_ >= 0 || err_ >= 0) {
      take(out_, outcome_.out, milliseconds(5));
      take(err_, outcome_.err, milliseconds(5));
      late = std::chrono::steady_clock::now() - begin > patience;
      if (late) {
        ::kill(pid_, SIGKILL);
        break;
      }
    }
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    outcome_.took =
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin);
    outcome_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (late) outcome_.code = -2;
    return outcome_;
  }

 private:
  void start(const std::vector<std::string>& args, const std::vector<std::string>& variables) {
    int in[2], out[2], err[2];
    for (int* pipe : {in, out, err}) {
      if (::pipe(pipe) != 0) return;
      for (const int fd : {pipe[0], pipe[1]}) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
    const std::string program = program_file();
    std::vector<char*> argv = {const_cast<char*>(program.c_str())};
    for (const std::string& arg : args) argv.push_back(const_cast<char*>(arg.c_str()));
    argv.push_back(nullptr);
    std::vector<char*> envp;
    for (const std::string& v : variables) envp.push_back(const_cast<char*>(v.c_str()));
    envp.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      ::dup2(err[1], STDERR_FILENO);
      ::signal(SIGPIPE, SIG_DFL);
      ::execve(program.c_str(), argv.data(), envp.data());
      ::_exit(127);
    }
    ::signal(SIGPIPE, SIG_IGN);
    ::close(in[0]);
    ::close(out[1]);
    ::close(err[1]);
    in_ = in[1];
    out_ = out[0];
    err_ = err[0];
  }

  // Appends what `fd` has within `patience`; closes it at its end. False: nothing came.
  static bool take(int& fd, std::string& text, milliseconds patience) {
    if (fd < 0) return false;
    pollfd in{fd, POLLIN, 0};
    if (::poll(&in, 1, static_cast<int>(patience.count())) <= 0) return false;
    char buffer[65536];
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n > 0) text.append(buffer, static_cast<size_t>(n));
    if (n == 0) close(fd);
    return n > 0;
  }

  static void close(int& fd) {
    if (fd >= 0) ::close(std::exchange(fd, -1));
  }

  sotto::testing::TemporaryFolder config_;
  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, err_ = -1;
  size_t written_ = 0;
  Outcome outcome_;
};

inline Outcome run(const std::vector<std::string>& args, std::string_view input = "",
                   const std::map<std::string, std::string>& env = {}) {
  Program program(args, env);
  program.write(input);
  return program.finish();
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace sotto::cli
