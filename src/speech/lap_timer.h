// Wall time of the stages of a thread.
#pragma once

#include <chrono>
#include <utility>

namespace sotto::speech {

class LapTimer {
 public:
  // Milliseconds since it was made, or since the call before.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double, std::milli>(now - std::exchange(begin_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace sotto::speech
