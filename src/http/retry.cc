#include "http/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "base/log.h"

namespace sotto::http {
namespace {

using std::chrono::milliseconds;

bool is_passing(const Result<Answer>& answer) {
  if (!answer) return answer.error().code == Errc::io;
  const long status = answer->status;
  return status == 408 || status == 429 || status == 500 || (status >= 502 && status <= 504);
}

std::string reason(const Result<Answer>& answer) {
  if (!answer) return answer.error().message;
  return fmt::format("the server answers with status {}{}", answer->status,
                     answer->status == 429 ? " (too many requests)" : "");
}

// Seconds; what is no number (a date) counts as not said.
std::optional<milliseconds> said_wait(const Result<Answer>& answer) {
  if (!answer) return std::nullopt;
  const auto after = answer->headers.find("retry-after");
  if (after == answer->headers.end() || after->second.empty()) return std::nullopt;
  char* end = nullptr;
  const long seconds = std::strtol(after->second.c_str(), &end, 10);
  if (*end != 0 || seconds < 0) return std::nullopt;
  return std::chrono::seconds(std::min(seconds, 3600L));
}

// False: stopped.
bool wait(milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace

bool Retry::again(const Result<Answer>& answer, const std::stop_token& stop) {
  if (!is_passing(answer) || ++failures_ > patience_.failures) return false;
  const milliseconds own = patience_.first_wait * (1 << (failures_ - 1));
  const milliseconds time = said_wait(answer).value_or(std::min(own, patience_.longest_wait));
  if (time > patience_.longest_wait) return false;
  log::warn("{}; asking again in {:.1f} s", reason(answer),
            static_cast<double>(time.count()) / 1e3);
  return wait(time, stop);
}

}  // namespace sotto::http
