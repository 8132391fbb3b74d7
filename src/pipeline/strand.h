// An object's own work, on threads that all share: never twice at once.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "pipeline/job_queue.h"

namespace sotto::pipeline {

// Owned by shared pointers; one of them is a job's, so that it may end on a thread of the queue,
// which outlives it.
class Strand : public std::enable_shared_from_this<Strand>, private JobQueue::Job {
 public:
  Strand(JobQueue& queue, std::string caller) : Job(std::move(caller)), queue_(queue) {}
  ~Strand() override = default;

  // work() is done once more from its beginning, soon. It takes no memory. From any thread, work()
  // itself included; not from a constructor, and for nothing in a destructor.
  void wake() noexcept;

 protected:
  virtual void work() noexcept = 0;

 private:
  void add() noexcept;
  bool enter_queue() noexcept;
  void run() noexcept override;
  void drop() noexcept override { std::exchange(self_, nullptr); }

  JobQueue& queue_;
  std::shared_ptr<Strand> self_;  // as long as a job waits
  std::mutex mutex_;
  bool is_added_ = false;  // a job waits or is under way
  bool is_woken_ = false;  // since it has begun
};

}  // namespace sotto::pipeline
