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
class Strand : public std::enable_shared_from_this<Strand> {
 public:
  Strand(JobQueue& queue, std::string caller) : queue_(queue), caller_(std::move(caller)) {}
  virtual ~Strand() = default;
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  // work() is done once more from its beginning, soon. From any thread, work() itself included; not
  // from a constructor, and for nothing in a destructor.
  void wake() noexcept;

 protected:
  virtual void work() noexcept = 0;

 private:
  void add() noexcept;
  void run() noexcept;

  JobQueue& queue_;
  const std::string caller_;  // whose turn it is
  std::mutex mutex_;
  bool is_added_ = false;  // a job waits or is under way
  bool is_woken_ = false;  // since it has begun
};

}  // namespace sotto::pipeline
