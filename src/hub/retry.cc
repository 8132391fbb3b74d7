#include "hub/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "base/log.h"

namespace sotto::hub {
namespace {

constexpr int kMostFailures = 5;
constexpr int kLongestWait = 60;  // seconds

bool is_passing(const Result<Answer>& answer) {
  if (!answer) return answer.error().code == Errc::io;
  const long status = answer->status;
  return status == 408 || status == 429 || status == 500 || (status >= 502 && status <= 504);
}

std::string reason(const Result<Answer>& answer) {
  if (!answer) return answer.error().message;
  return fmt::format("the hub answers with status {}{}", answer->status,
                     answer->status == 429 ? " (too many requests)" : "");
}

// False: stopped.
bool wait(int seconds, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, std::chrono::seconds(seconds), [] { return false; });
  return !stop.stop_requested();
}

}  // namespace

bool Retry::again(const Result<Answer>& answer, const std::stop_token& stop) {
  if (!is_passing(answer) || ++failures_ > kMostFailures) return false;
  int seconds = 1 << (failures_ - 1);
  if (answer) {
    const auto after = answer->headers.find("retry-after");
    if (after != answer->headers.end())
      seconds = std::clamp(std::atoi(after->second.c_str()), 0, kLongestWait);
  }
  log::warn("{}; asking again in {} s", reason(answer), seconds);
  return wait(seconds, stop);
}

}  // namespace sotto::hub
