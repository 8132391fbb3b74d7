#include "pipeline/job_queue.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace sotto::pipeline {

void JobQueue::add(const void* owner, const std::string& caller, std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (working_ + waiting_ >= workers_.size() && workers_.size() < most_workers_) {
      try {
        workers_.emplace_back([this](const std::stop_token& stop) { work(stop); });
      } catch (const std::system_error&) {
        if (workers_.empty()) throw;  // else those that are there do the work
      }
    }
    callers_[caller].push_back({owner, std::move(job)});
    ++waiting_;
  }
  has_job_.notify_one();
}

bool JobQueue::remove(const void* owner) {
  std::function<void()> dropped;  // ends behind the lock
  const std::lock_guard lock(mutex_);
  for (auto caller = callers_.begin(); caller != callers_.end(); ++caller) {
    std::deque<Job>& jobs = caller->second;
    const auto job = std::ranges::find(jobs, owner, &Job::owner);
    if (job == jobs.end()) continue;
    dropped = std::move(job->work);
    jobs.erase(job);
    if (jobs.empty()) callers_.erase(caller);
    --waiting_;
    return true;
  }
  return false;
}

size_t JobQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

size_t JobQueue::working() const {
  const std::lock_guard lock(mutex_);
  return working_;
}

JobQueue::Job JobQueue::next() {
  auto turn = callers_.upper_bound(last_turn_);
  if (turn == callers_.end()) turn = callers_.begin();
  Job job = std::move(turn->second.front());
  turn->second.pop_front();
  last_turn_ = turn->first;
  if (turn->second.empty()) callers_.erase(turn);
  --waiting_;
  return job;
}

void JobQueue::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (has_job_.wait(lock, stop, [&] { return !callers_.empty(); }) && !stop.stop_requested()) {
    Job job = next();
    ++working_;
    lock.unlock();
    job.work();
    job.work = nullptr;  // what it held may end in here
    lock.lock();
    --working_;
  }
}

void JobQueue::end() {
  std::vector<std::jthread> workers;  // joined behind the lock
  const std::lock_guard lock(mutex_);
  workers = std::move(workers_);
  for (std::jthread& worker : workers) worker.request_stop();
}

}  // namespace sotto::pipeline
