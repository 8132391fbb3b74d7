// The worker's side of requests: what a person waits for, before all jobs.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "cluster/live_message.h"
#include "cluster/wire.h"
#include "engine/engine.h"
#include "pipeline/job_queue.h"

namespace sotto::cluster {

struct LiveWorkerOptions {
  int translations = 64, speeches = 8;        // requests at once; a worker that has more is busy
  std::chrono::milliseconds beat{500};        // between signs of life, for each request
  std::chrono::milliseconds longest{600000};  // that jobs wait behind listeners, without a break
};

struct LiveCounts {
  std::atomic<uint64_t> done{0};     // to their end
  std::atomic<uint64_t> stopped{0};  // nobody waited any more
  std::atomic<uint64_t> busy{0};     // were refused: all places were taken
  std::atomic<uint64_t> failed{0};
  std::atomic<int> under_way{0};
};

class LiveWorker {
 public:
  // Both outlive it.
  LiveWorker(Wire& wire, engine::Engine& engine, LiveWorkerOptions options);
  ~LiveWorker();

  // Offers all that the engine has, and takes requests. Once.
  Result<void> begin();
  // Takes nothing more, and ends what was begun. Once, after begin().
  void end();

  const LiveCounts& counts() const { return counts_; }
  bool is_ready() const { return is_open_ && wire_.is_up(); }

  // Somebody waits for a sentence now, or did a moment ago: the next one may follow.
  bool has_listeners() const;
  // Waits while that is so, for a batch of files to go on behind it; not for ever, so that it does
  // go on. From any thread.
  void wait_for_quiet(const std::stop_token& stop) const;

 private:
  using Clock = std::chrono::steady_clock;
  class Work;
  using WorkPointer = std::shared_ptr<Work>;

  void take(const WireMessage& message);
  void hear_control(const WireMessage& message);
  void keep_alive(const std::stop_token& stop);
  void sign(bool leaves);
  void run(Work& work);
  Result<LiveReply> do_request(Work& work);
  Result<LiveReply> translate(Work& work);
  Result<LiveReply> open_voice(Work& work);
  Result<LiveReply> say(Work& work);
  Result<std::unique_ptr<speech::Voice>> voice_of(const LiveRequest& request);
  void forget(const Work& work);

  Wire& wire_;
  engine::Engine& engine_;
  const LiveWorkerOptions options_;
  LiveCounts counts_;
  std::atomic<bool> is_open_ = false;
  std::atomic<Clock::rep> quiet_since_ = 0;  // when the last request ended
  LiveOffer offer_;
  std::string offer_json_, name_, inbox_;
  std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t last_ = 0;
  int translating_ = 0, speaking_ = 0;
  std::map<std::string, WorkPointer, std::less<>> works_;  // by what ends its subject
  std::vector<std::unique_ptr<Ear>> ears_;                 // of requests
  std::vector<std::unique_ptr<Ear>> others_;
  pipeline::JobQueue queue_;
  std::jthread alive_;
};

}  // namespace sotto::cluster
