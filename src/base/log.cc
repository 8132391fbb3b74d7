#include "base/log.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include "base/printable.h"

namespace sotto::log {
namespace {

spdlog::level::level_enum of_spdlog(Level level) {
  switch (level) {
    case Level::debug:
      return spdlog::level::debug;
    case Level::info:
      return spdlog::level::info;
    case Level::warn:
      return spdlog::level::warn;
    case Level::error:
      break;
  }
  return spdlog::level::err;
}

Level of_ours(spdlog::level::level_enum level) {
  if (level <= spdlog::level::debug) return Level::debug;
  if (level == spdlog::level::info) return Level::info;
  return level == spdlog::level::warn ? Level::warn : Level::error;
}

// A message is one line, whatever names and texts from outside are in it.
class PrintableText final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&,
              spdlog::memory_buf_t& out) override {
    const std::string text = printable({message.payload.data(), message.payload.size()});
    out.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<PrintableText>();
  }
};

// A sink that calls a function with one line at a time.
class FunctionSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit FunctionSink(std::function<void(Level, std::string_view)> hear)
      : hear_(std::move(hear)) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    hear_(of_ours(message.level), printable({message.payload.data(), message.payload.size()}));
  }
  void flush_() override {}

 private:
  const std::function<void(Level, std::string_view)> hear_;
};

struct Current {
  std::mutex mutex;
  std::shared_ptr<spdlog::logger> logger = std::make_shared<spdlog::logger>("sotto");
};
// Never destroyed: threads may log to the end of the process.
Current& current() {
  static Current& it = *new Current;
  return it;
}

std::shared_ptr<spdlog::logger> logger() {
  Current& it = current();
  const std::lock_guard lock(it.mutex);
  return it.logger;
}

}  // namespace

void write(Level level, fmt::string_view format, fmt::format_args args) {
  const std::shared_ptr<spdlog::logger> log = logger();
  if (log->should_log(of_spdlog(level))) log->log(of_spdlog(level), fmt::vformat(format, args));
}

void set_level(Level level) { logger()->set_level(of_spdlog(level)); }

std::shared_ptr<spdlog::logger> exchange(std::shared_ptr<spdlog::logger> other) {
  Current& it = current();
  const std::lock_guard lock(it.mutex);
  return std::exchange(it.logger, std::move(other));
}

void to_stderr(Level level) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<PrintableText>('*').set_pattern("sotto: %^%l%$: %*");
  auto logger = std::make_shared<spdlog::logger>(
      "sotto", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
  logger->set_formatter(std::move(formatter));
  logger->set_level(of_spdlog(level));
  exchange(std::move(logger));
}

void to_function(std::function<void(Level, std::string_view)> hear) {
  auto logger =
      std::make_shared<spdlog::logger>("sotto", std::make_shared<FunctionSink>(std::move(hear)));
  logger->set_level(spdlog::level::debug);
  exchange(std::move(logger));
}

}  // namespace sotto::log
