// How a server of NATS is reached, for all that libnats is used for.
#pragma once

#ifdef SOTTO_NATS

#include <stop_token>

#include "cluster/connection.h"
#include "cluster/nats.h"

namespace sotto::cluster {

// Something of libnats that is destroyed by a function of its own.
template <class Thing>
class Handle {
 public:
  explicit Handle(void (*destroy)(Thing*)) : destroy_(destroy) {}
  ~Handle() {
    if (thing_ != nullptr) destroy_(thing_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Thing** out() { return &thing_; }
  Thing* get() const { return thing_; }
  Thing* operator->() const { return thing_; }

 private:
  void (*destroy_)(Thing*);
  Thing* thing_ = nullptr;
};

// It may go well the next time.
bool is_away(natsStatus status);

enum class Wants {
  jetstream,  // a queue that is kept
  messages    // that are sent at once, and kept by nobody
};

// Tries for five seconds at most, or until `stop` is set. It comes back by itself, for good, where
// the connection breaks later. The error names the flag that is wrong, or the server.
Result<void> connect_to(const Nats& nats, const ConnectionOptions& options, Wants wants,
                        natsConnection** connection, const std::stop_token& stop);

}  // namespace sotto::cluster

#endif
