// A limit of requests: so many at once, so many waiting, and everybody else is sent away.
#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace sotto::net {

struct GateLimits {
  int inside = 8;  // at once
  int waiting = 32;
  // No caller has more than half of the places inside, nor of those in front of the door.
  bool halves = false;
  std::chrono::milliseconds patience{30000};
};

// From any thread.
class Gate {
 public:
  explicit Gate(const GateLimits& limits) : limits_(limits) {}

  class Pass {
   public:
    Pass(Gate& gate, std::string caller) : gate_(&gate), caller_(std::move(caller)) {}
    Pass(Pass&& other) noexcept
        : gate_(std::exchange(other.gate_, nullptr)), caller_(std::move(other.caller_)) {}
    Pass& operator=(Pass&&) = delete;
    ~Pass() {
      if (gate_ != nullptr) gate_->leave(caller_);
    }

   private:
    Gate* gate_;
    std::string caller_;
  };

  // Waits for its turn, behind those who came before and may go in. None: there are too many, or
  // it did not come in time.
  std::optional<Pass> enter(const std::string& caller, const std::stop_token& stop);

  int inside() const;
  int waiting() const;

 private:
  struct Count {
    int inside = 0, waiting = 0;
  };
  void leave(const std::string& caller);
  bool may_enter(const std::string& caller) const;
  const std::string* next() const;
  void forget(const std::string& caller);

  const GateLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable_any moved_;
  int inside_ = 0;
  std::list<const std::string*> waiting_;  // in the order in which they came
  std::map<std::string, Count> callers_;
};

}  // namespace sotto::net
