#include "base/log.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include "base/printable.h"

namespace sotto::log {
namespace {

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
    hear_(message.level, printable({message.payload.data(), message.payload.size()}));
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

}  // namespace

std::shared_ptr<spdlog::logger> logger() {
  Current& it = current();
  const std::lock_guard lock(it.mutex);
  return it.logger;
}

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
  logger->set_level(level);
  exchange(std::move(logger));
}

void to_function(std::function<void(Level, std::string_view)> hear) {
  auto logger =
      std::make_shared<spdlog::logger>("sotto", std::make_shared<FunctionSink>(std::move(hear)));
  logger->set_level(spdlog::level::debug);
  exchange(std::move(logger));
}

}  // namespace sotto::log
