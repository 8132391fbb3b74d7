#include "pipeline/job_queue.h"

#include <new>
#include <system_error>

namespace sotto::pipeline {

JobQueue::JobQueue(size_t workers) : most_workers_(workers) { workers_.reserve(workers); }

JobQueue::~JobQueue() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    for (std::jthread& worker : workers_) worker.request_stop();
  }
  workers_.clear();
  while (!jobs_.empty()) {
    Job& job = *jobs_.begin();
    jobs_.erase(job);
    job.drop();
  }
}

void JobQueue::add(Job& job) {
  {
    const std::lock_guard lock(mutex_);
    const bool all_are_busy = working_ + jobs_.size() >= workers_.size();
    if (all_are_busy && workers_.size() < most_workers_ && !is_ending_) {
      try {
        workers_.emplace_back([this](const std::stop_token& stop) { work(stop); });
      } catch (const std::system_error&) {
        if (workers_.empty()) throw;  // else those that are there do the work
      }
    }
    job.number_ = ++last_number_;
    jobs_.insert(job);
  }
  has_job_.notify_one();
}

bool JobQueue::remove(Job& job) noexcept {
  const std::lock_guard lock(mutex_);
  if (!job.is_linked()) return false;
  jobs_.erase(job);
  return true;
}

size_t JobQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return jobs_.size();
}

size_t JobQueue::working() const {
  const std::lock_guard lock(mutex_);
  return working_;
}

// The first job of the caller behind the one whose turn was last.
JobQueue::Job& JobQueue::next() noexcept {
  const auto is_before = [](const std::string& caller, const Job& job) {
    return caller < job.caller_;
  };
  auto turn = jobs_.upper_bound(last_turn_, is_before);
  if (turn == jobs_.end()) turn = jobs_.begin();
  Job& job = *turn;
  jobs_.erase(turn);
  try {
    last_turn_ = job.caller_;
  } catch (const std::bad_alloc&) {
    last_turn_.clear();  // the first caller is next
  }
  return job;
}

void JobQueue::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (has_job_.wait(lock, stop, [&] { return !jobs_.empty(); }) && !stop.stop_requested()) {
    Job& job = next();
    ++working_;
    lock.unlock();
    job.run();  // it may be gone now
    lock.lock();
    --working_;
  }
}

}  // namespace sotto::pipeline
