// Takes tasks from the queue, does them, and stores what comes of them, before it says that they
// are done: a worker that dies in between leaves its task to another.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "cluster/connection.h"
#include "cluster/task_runner.h"

namespace sotto::cluster {

struct WorkerOptions {
  std::vector<Capability> takes;
  int slots = 4;                              // tasks at once, of each capability
  uint64_t deliveries = 5;                    // of a task, before it is given up
  std::chrono::milliseconds ack_wait{30000};  // that a dead worker's task waits for another one
  std::chrono::milliseconds longest{600000};  // that a task may take before another one tries it
  // Waits while somebody else goes before a task; `stop` ends it.
  std::function<void(const std::stop_token& stop)> give_way = [](const std::stop_token&) {};
};

struct WorkerCounts {
  std::atomic<uint64_t> done{0};     // and stored
  std::atomic<uint64_t> found{0};    // were done already
  std::atomic<uint64_t> dropped{0};  // their job was
  std::atomic<uint64_t> again{0};    // went back to the queue
  std::atomic<uint64_t> dead{0};     // were given up
  std::atomic<uint64_t> busy_us{0};  // time that tasks took, of all slots
  std::atomic<int> under_way{0};
};

class Worker {
 public:
  // All outlive it.
  Worker(Connection& connection, TaskRunner& runner, WorkerOptions options);

  // Until `stop` is set; what was begun then is ended first. The error: the server has closed the
  // connection for good. Once.
  Result<void> run(const std::stop_token& stop);

  const WorkerCounts& counts() const { return counts_; }  // any thread
  // It is asked for by the queue, and has a connection. Any thread.
  bool is_ready() const { return consuming_ > 0 && is_up(); }
  bool is_up() const { return connection_.is_up(); }

 private:
  void work(const Capability& capability, std::stop_source& stop);
  void consume(const Capability& capability, Consumer& consumer, const std::stop_token& stop);
  Result<void> take(const Capability& capability, Delivery& delivery);
  Result<void> do_task(const Task& task, Delivery& delivery);
  Result<void> give_up(const Task* task, Delivery& delivery, const std::string& why);
  void keep_alive(const std::stop_token& stop);

  using Clock = std::chrono::steady_clock;
  struct UnderWay {
    Delivery* delivery;
    Clock::time_point until;
    auto operator<=>(const UnderWay&) const = default;
  };

  Connection& connection_;
  TaskRunner& runner_;
  const WorkerOptions options_;
  WorkerCounts counts_;
  std::atomic<int> consuming_{0};
  std::mutex mutex_;
  std::set<UnderWay> under_way_;
};

}  // namespace sotto::cluster
