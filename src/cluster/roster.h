// Which workers are there, and what they can do, as their signs say: what a door offers.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "cluster/live_message.h"
#include "cluster/wire.h"

namespace sotto::cluster {

// Used by any thread.
class Roster {
 public:
  using Clock = std::chrono::steady_clock;

  // A worker that gave no sign for `silence` is gone. The wire outlives it.
  Roster(Wire& wire, std::chrono::milliseconds silence);

  // Begins to listen, and asks who is there. Once.
  Result<void> begin();

  size_t workers() const;  // that are there, and whose offers are known
  // Lists each model and voice of all once; those of the worker that came first come first.
  std::vector<LiveOffer::Model> models() const;
  std::vector<speech::SingleVoice> voices() const;

  // Until there is one, or the time is over.
  bool wait_for_one(std::chrono::milliseconds time, const std::stop_token& stop) const;

 private:
  struct Known {
    std::string worker, offer;
    Clock::time_point seen;
  };
  void hear(const WireMessage& message);
  void hear_offer(const WireMessage& message);
  std::vector<const LiveOffer*> offers() const;  // under mutex_

  Wire& wire_;
  const std::chrono::milliseconds silence_;
  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::vector<Known> known_;                 // in the order in which they came
  std::map<std::string, LiveOffer> offers_;  // by name
  std::string answers_;                      // where offers come to
  std::unique_ptr<Ear> signs_, offered_;     // end first
};

}  // namespace sotto::cluster
