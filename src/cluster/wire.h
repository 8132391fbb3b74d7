// Messages of NATS that nobody keeps: they reach who listens now, or nobody. What a person waits
// for goes this way (decision 073); jobs go by connection.h.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "cluster/connection.h"

namespace sotto::cluster {

// Valid during the call that passes it.
struct WireMessage {
  std::string_view subject, bytes;
  std::string reply;  // where an answer is wanted; empty: nowhere
  bool nobody_there =
      false;  // the server's answer to what was told with a `reply`: nobody heard it
};

// Listens for as long as it lives. Its end waits for a call that is under way, and must not come
// from within one.
class Ear {
 public:
  virtual ~Ear() = default;
};

// Used by any thread; outlives its ears. It comes back by itself after the server was away.
class Wire {
 public:
  // On one thread for all ears: what takes long is not for it.
  using Hear = std::function<void(const WireMessage&)>;

  static Result<std::unique_ptr<Wire>> open(const ConnectionOptions& options,
                                            const std::stop_token& stop = {});
  virtual ~Wire() = default;

  virtual bool is_up() const = 0;
  virtual bool is_closed() const = 0;  // for good

  // At most once. `reply`: where an answer goes, or the word that nobody listens. The error
  // (`io`): the server is away; nothing was sent.
  virtual Result<void> tell(const std::string& subject, std::string_view bytes,
                            const std::string& reply = "") = 0;

  // `group`: each message goes to one ear of all that name it, at random; empty: to every ear.
  virtual Result<std::unique_ptr<Ear>> listen(const std::string& subject, const std::string& group,
                                              Hear hear) = 0;

  // Waits until the server has all that was told: what is closed before may not arrive.
  virtual void flush() = 0;

  // A subject that nobody else has.
  virtual Result<std::string> own_subject() = 0;
};

constexpr size_t kLongestMessage = size_t{900} << 10;  // bytes; servers take 1 MiB

}  // namespace sotto::cluster
