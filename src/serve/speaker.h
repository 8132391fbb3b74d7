// The one voice of this machine: what agents' sessions have to say, one after the other.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "serve/announcement.h"
#include "serve/feed_source.h"
#include "serve/service.h"

namespace sotto::serve {

struct SpeakerOptions {
  std::string output = "device";  // as audio::Sink::open takes it
  SpeechOrder order;              // languages, voice, rate
  size_t most_waiting = 32;
  std::chrono::milliseconds stream_patience{60000};  // for the next piece of a stream
};

struct SpeakerState {
  bool speaking = false, paused = false;
  size_t waiting = 0;
};

// Used by any thread.
class Speaker {
 public:
  Speaker(Service& service, SpeakerOptions options);
  ~Speaker();  // falls silent at once

  // True: it will be said, or is a repetition. False: it was dropped.
  bool announce(const Announcement& announcement);
  void stop();  // silence at once; what waits is forgotten
  void pause();
  void resume();
  SpeakerState state() const;

 private:
  struct Talk;
  class Output;
  void work();
  void say(Talk& talk);
  void end_quiet_streams(const std::stop_token& stop);
  std::shared_ptr<Talk> find_stream(const Announcement& announcement);
  void stop_all();  // under the lock

  Service& service_;
  const SpeakerOptions options_;
  std::unique_ptr<Output> output_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<Talk>> waiting_;
  std::shared_ptr<Talk> current_;
  Said said_;
  std::jthread worker_, watcher_;
};

}  // namespace sotto::serve
