// Gives the text of a message, as it grows, to the session that says it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>

#include "pipeline/job_queue.h"
#include "pipeline/session.h"

namespace sotto::speaker {

// It has no thread: text is read, which takes a while where it is long, as a job of `jobs`. Session
// and jobs outlive it.
class MessageFeed {
 public:
  struct Text {
    std::string bytes;    // empty: there is no more for now
    bool is_end = false;  // then: nor later
  };
  // Says what comes next, at most so many bytes; on a thread of the jobs.
  using Next = std::function<Text(size_t most)>;

  MessageFeed(pipeline::Session& session, pipeline::JobQueue& jobs, std::string caller, Next next)
      : session_(session),
        jobs_(jobs),
        next_(std::move(next)),
        job_(std::move(caller), *this, &MessageFeed::work) {}
  ~MessageFeed();  // waits for a job that is under way
  MessageFeed(const MessageFeed&) = delete;
  MessageFeed& operator=(const MessageFeed&) = delete;

  // There is more text, or more room for it; from any thread. Where memory or threads run out, the
  // session ends, and says so.
  void look() noexcept;

 private:
  void start() noexcept;
  void work() noexcept;
  bool has_next();

  pipeline::Session& session_;
  pipeline::JobQueue& jobs_;
  const Next next_;
  pipeline::JobQueue::JobOf<MessageFeed> job_;
  std::string piece_;     // that there was no room for; of the job
  bool has_end_ = false;  // of the job
  std::mutex mutex_;      // the rest; nothing is called under it but the jobs
  std::condition_variable changed_;
  bool working_ = false;  // a job waits or is under way
  bool looks_again_ = false, closed_ = false;
};

}  // namespace sotto::speaker
