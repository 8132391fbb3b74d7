#include "base/log.h"

#include <utility>

#include <spdlog/sinks/stdout_color_sinks.h>

namespace sotto::log {

void to_stderr(spdlog::level::level_enum level) {
  auto logger = spdlog::stderr_color_mt("sotto");
  logger->set_pattern("sotto: %^%l%$: %v");
  logger->set_level(level);
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace sotto::log
