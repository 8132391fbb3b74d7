// Work of many callers on a few threads: each caller has its turn.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace sotto::pipeline {

// Used by any thread. Threads are made when there is work for them, and stay.
class JobQueue {
 public:
  explicit JobQueue(size_t workers) : most_workers_(workers) {}
  // Waits for the jobs that are under way; those that wait are dropped.
  ~JobQueue() { end(); }
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  // Runs `job` when it is its caller's turn: callers one after the other, jobs of one caller in the
  // order in which they came. `owner` has at most one job here. The job throws nothing; what it
  // holds is let go on the same thread, behind it. Throws
  // where memory runs out, or no thread at all can be made: then the job is not in the queue.
  void add(const void* owner, const std::string& caller, std::function<void()> job);

  // The owner's job is dropped. False: it has begun, or there is none.
  bool remove(const void* owner);

  size_t waiting() const;
  size_t working() const;

 private:
  struct Job {
    const void* owner;
    std::function<void()> work;
  };
  void work(const std::stop_token& stop);
  Job next();
  void end();

  const size_t most_workers_;
  mutable std::mutex mutex_;
  std::condition_variable_any has_job_;
  std::map<std::string, std::deque<Job>> callers_;  // with jobs that wait
  std::string last_turn_;
  size_t waiting_ = 0, working_ = 0;
  std::vector<std::jthread> workers_;
};

}  // namespace sotto::pipeline
