// The place to compute in of a text that streams: held while a sentence of it is under way, and by
// nobody who only is connected.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "net/gate.h"
#include "pipeline/pipeline.h"

namespace sotto::serve {

// For one stream; used by the threads of its flow.
class StreamPlace {
 public:
  // `waits` hears whether the stream waits for its client: true at first and whenever all that came
  // has been said, false while something is under way.
  StreamPlace(net::Gate& gate, std::string caller, std::function<void(bool)> waits)
      : gate_(gate), caller_(std::move(caller)), waits_(std::move(waits)) {
    waits_(true);
  }

  // Events that take the place before a sentence, and give it back behind the last one that is
  // under way. No place in time is an error (`cancelled`), which ends the flow.
  pipeline::PipelineEvents around(pipeline::PipelineEvents events) {
    events.admit = [this](const std::stop_token& stop) { return take(stop); };
    events.finished = [this, inner = std::move(events.finished)](const pipeline::Utterance& u) {
      if (inner) inner(u);
      give_back();
    };
    return events;
  }

 private:
  Result<void> take(const std::stop_token& stop) {
    const std::lock_guard taking(taking_);
    {
      const std::lock_guard lock(mutex_);
      if (pass_) {
        ++under_way_;
        return {};
      }
    }
    waits_(false);
    auto pass = gate_.enter(caller_, stop);
    if (!pass) return Error{Errc::cancelled, "the server is busy, try again later"};
    const std::lock_guard lock(mutex_);
    pass_.emplace(std::move(*pass));
    ++under_way_;
    return {};
  }

  void give_back() {
    const std::lock_guard lock(mutex_);
    if (under_way_ == 0 || --under_way_ > 0) return;
    pass_.reset();
    waits_(true);
  }

  net::Gate& gate_;
  const std::string caller_;
  const std::function<void(bool)> waits_;
  std::mutex taking_;  // a sentence at a time; before mutex_
  std::mutex mutex_;
  std::optional<net::Gate::Pass> pass_;
  size_t under_way_ = 0;  // sentences
};

}  // namespace sotto::serve
