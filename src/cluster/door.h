// The door's side of requests: it asks whoever is free, hears his answer in pieces, and asks
// another one where he falls silent.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "cluster/live_message.h"
#include "cluster/wire.h"

namespace sotto::cluster {

struct DoorOptions {
  std::chrono::milliseconds silence{3000};    // of a worker, after which another one is asked
  std::chrono::milliseconds patience{30000};  // for one that takes a request, while all are busy
  std::chrono::milliseconds absence{10000};   // for one to come, while none is there
  std::chrono::milliseconds longest{600000};  // that a worker may take for it
};

struct DoorCounts {
  std::atomic<uint64_t> asked{0};    // requests
  std::atomic<uint64_t> again{0};    // were put to another worker, as the first fell silent
  std::atomic<uint64_t> seams{0};    // sentences whose second worker made other sound
  std::atomic<uint64_t> unheard{0};  // nobody was there, or answered in time
};

class Mailbox;

// Used by any thread.
class Door {
 public:
  Door(Wire& wire, DoorOptions options);  // which outlives it
  ~Door();

  // Once, before anything is asked.
  Result<void> begin();

  enum class Take { more, all, broken };  // broken: another worker is asked for it
  struct Question {
    LiveRequest request;
    // An attempt begins: what was heard in the one before is not continued. May change the request.
    std::function<void(LiveRequest& request)> begins = [](LiveRequest&) {};
    // Translations, pieces and `done`, in the order in which they were sent. The error ends it.
    std::function<Result<Take>(LiveReply&& reply)> take = {};
    bool waits_for_worker = false;  // else it is an error at once where none is there
  };

  // On the caller's thread. The errors: the worker's; `cancelled` where `stop` is set, and, with
  // words for clients, where no worker is there; `io` where none has answered in time.
  Result<void> ask(Question& question, const std::stop_token& stop);

  const DoorCounts& counts() const { return counts_; }
  DoorCounts& counts() { return counts_; }

 private:
  enum class End { all, silent, busy, other, nobody };
  using Clock = std::chrono::steady_clock;
  struct Attempt;
  Result<End> hear(Question& question, Mailbox& box, Attempt& attempt, const std::stop_token& stop);
  void hear(const WireMessage& message);

  Wire& wire_;
  const DoorOptions options_;
  DoorCounts counts_;
  std::mutex mutex_;
  uint64_t last_ = 0;
  std::map<std::string, std::shared_ptr<Mailbox>, std::less<>> boxes_;  // by what ends the subject
  std::string inbox_;
  std::unique_ptr<Ear> ear_;  // ends first
};

constexpr const char* kStop = "stop";  // what a door tells a worker: nobody waits any more
constexpr const char* kGot = "got ";   // and: so many samples of the sentence are passed on

// Samples that a worker may be ahead of what its door has passed on.
constexpr uint64_t kMostAhead = uint64_t{1} << 18;  // some ten seconds

}  // namespace sotto::cluster
