// The log of this process: the program's lines on standard error, or what a host does with them.
// Nobody hears it unless somebody says where it goes. Library code logs what a user may want to
// know about a run; results belong to standard output.
#pragma once

#include <spdlog/logger.h>

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

namespace sotto::log {

using Level = spdlog::level::level_enum;

// The logger in use, and another one for it; from any thread.
std::shared_ptr<spdlog::logger> logger();
std::shared_ptr<spdlog::logger> exchange(std::shared_ptr<spdlog::logger> other);

// Lines go to standard error as `sotto: <level>: <text>`.
void to_stderr(Level level);
// Or to a function, which any thread may call; lines have no control characters.
void to_function(std::function<void(Level, std::string_view line)> hear);

template <class... Args>
void debug(spdlog::format_string_t<Args...> format, Args&&... args) {
  logger()->debug(format, std::forward<Args>(args)...);
}
template <class... Args>
void info(spdlog::format_string_t<Args...> format, Args&&... args) {
  logger()->info(format, std::forward<Args>(args)...);
}
template <class... Args>
void warn(spdlog::format_string_t<Args...> format, Args&&... args) {
  logger()->warn(format, std::forward<Args>(args)...);
}
template <class... Args>
void error(spdlog::format_string_t<Args...> format, Args&&... args) {
  logger()->error(format, std::forward<Args>(args)...);
}

}  // namespace sotto::log
