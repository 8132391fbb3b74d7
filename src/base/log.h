// The log of this process: the program's lines on standard error, or what a host does with them.
// Nobody hears it unless somebody says where it goes. Library code logs what a user may want to
// know about a run; results belong to standard output.
#pragma once

#include <fmt/core.h>

#include <functional>
#include <memory>
#include <string_view>

namespace spdlog {
class logger;
}

namespace sotto::log {

enum class Level { debug, info, warn, error };

// Lines go to standard error as `sotto: <level>: <text>`.
void to_stderr(Level level);
// Or to a function, which any thread may call; lines have no control characters.
void to_function(std::function<void(Level, std::string_view line)> hear);
// Which lines are heard, where they go now; from any thread.
void set_level(Level level);

// Another logger for the one in use; from any thread.
std::shared_ptr<spdlog::logger> exchange(std::shared_ptr<spdlog::logger> other);

// One line, from any thread. No template: a call that formats by itself would have the compiler make
// all of fmt in each unit that logs.
void write(Level level, fmt::string_view format, fmt::format_args args);

template <class... Args>
void debug(fmt::format_string<Args...> format, Args&&... args) {
  write(Level::debug, format, fmt::make_format_args(args...));
}
template <class... Args>
void info(fmt::format_string<Args...> format, Args&&... args) {
  write(Level::info, format, fmt::make_format_args(args...));
}
template <class... Args>
void warn(fmt::format_string<Args...> format, Args&&... args) {
  write(Level::warn, format, fmt::make_format_args(args...));
}
template <class... Args>
void error(fmt::format_string<Args...> format, Args&&... args) {
  write(Level::error, format, fmt::make_format_args(args...));
}

}  // namespace sotto::log
