// Work of many callers on a few threads: each caller has its turn.
#pragma once

#include <boost/intrusive/set.hpp>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace sotto::pipeline {

// Used by any thread. Threads are made when there is work for them, and stay.
class JobQueue {
 public:
  // The owner of work keeps a job for it, so that adding it takes no memory.
  class Job : public boost::intrusive::set_base_hook<> {
   public:
    explicit Job(std::string caller) : caller_(std::move(caller)) {}
    virtual ~Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

   protected:
    // On a thread of the queue. The job is not in the queue any more: it may be added again, or end
    // in here.
    virtual void run() noexcept = 0;
    // The queue ends before the job's turn has come.
    virtual void drop() noexcept {}

   private:
    friend class JobQueue;
    friend bool operator<(const Job& a, const Job& b) {
      return std::tie(a.caller_, a.number_) < std::tie(b.caller_, b.number_);
    }
    const std::string caller_;
    uint64_t number_ = 0;  // in the order in which jobs came
  };

  // One that calls a member function of its owner.
  template <class Owner>
  class JobOf final : public Job {
   public:
    using Work = void (Owner::*)() noexcept;
    JobOf(std::string caller, Owner& owner, Work work)
        : Job(std::move(caller)), owner_(owner), work_(work) {}

   private:
    void run() noexcept override { (owner_.*work_)(); }
    Owner& owner_;
    const Work work_;
  };

  explicit JobQueue(size_t workers);
  // Waits for the jobs that are under way; those that wait are dropped.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  // Runs `job`, which is not in a queue, when it is its caller's turn: callers one after the other,
  // jobs of one caller in the order in which they came. Throws std::system_error where no thread at
  // all can be made: then the job is not in the queue.
  void add(Job& job);

  // The job is not in the queue any more. False: it has begun, or was not added.
  bool remove(Job& job) noexcept;

  size_t waiting() const;
  size_t working() const;

 private:
  void work(const std::stop_token& stop);
  Job& next() noexcept;

  const size_t most_workers_;
  mutable std::mutex mutex_;
  std::condition_variable_any has_job_;
  boost::intrusive::set<Job> jobs_;  // that wait: a caller's side by side
  uint64_t last_number_ = 0;
  std::string last_turn_;  // the caller's
  size_t working_ = 0;
  bool is_ending_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace sotto::pipeline
