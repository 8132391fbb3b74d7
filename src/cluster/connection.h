// The part of NATS that sotto needs: streams of acknowledged messages, and buckets of values.
// The library behind it (libnats) is seen in connection.cc alone; it is loaded when one is opened.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sotto/error.h"

namespace sotto::cluster {

struct ConnectionOptions {
  std::string url = "nats://127.0.0.1:4222";  // several, separated by commas, are one cluster
  std::string name = "sotto";                 // by which the server's owner sees it
  std::string credentials;  // file of a JWT and its seed, as `nsc` writes it; empty: none
  std::string nkey;         // public key, with `nkey_seed`
  std::string nkey_seed;    // file
  std::string tls_ca, tls_certificate, tls_key;  // PEM files; empty: none
  std::chrono::milliseconds patience{30000};     // of a call while the server is away
};

// The library, or the words that it is not there; empty: it is there.
std::string why_no_nats();

// One delivery of a message that somebody has to acknowledge. Used by one thread at a time.
class Delivery {
 public:
  virtual ~Delivery() = default;
  virtual std::string_view bytes() const = 0;
  virtual const std::string& subject() const = 0;
  virtual uint64_t count() const = 0;  // from 1: which delivery of the message this is
  // Best effort: an acknowledgement that is lost costs another delivery.
  virtual void done() = 0;                                  // never again
  virtual void again(std::chrono::milliseconds later) = 0;  // to anybody
  virtual void in_progress() = 0;                           // not to others yet
};

// A pull consumer. Used by one thread.
class Consumer {
 public:
  virtual ~Consumer() = default;
  // Null: nothing came for so long. The error: the server is away, or does not know it any more.
  virtual Result<std::unique_ptr<Delivery>> next(std::chrono::milliseconds wait) = 0;
};

struct ConsumerState {
  uint64_t waiting = 0;    // messages that nobody has
  uint64_t under_way = 0;  // messages that somebody has
};

struct DeadLetter {
  uint64_t sequence = 0;
  std::string bytes, reason;
};

// Used by any thread; outlives its consumers. Calls wait for a server that is away until `patience`
// is over or `stop` is set.
class Connection {
 public:
  static Result<std::unique_ptr<Connection>> open(const ConnectionOptions& options,
                                                  const std::stop_token& stop = {});
  virtual ~Connection() = default;

  virtual bool is_up() const = 0;
  // The server has refused it, and it does not come back.
  virtual bool is_closed() const = 0;

  // A message for the work queue, at most once for an `id` within two minutes.
  virtual Result<void> publish(const std::string& subject, std::string_view bytes,
                               const std::string& id) = 0;
  // The durable consumer of a subject, which all workers share. Of a message that nobody has
  // acknowledged or called in progress for `ack_wait` it makes another delivery.
  virtual Result<std::unique_ptr<Consumer>> consume(const std::string& subject,
                                                    std::chrono::milliseconds ack_wait) = 0;
  // None: no worker has ever asked for it.
  virtual Result<std::optional<ConsumerState>> state_of(const std::string& subject) = 0;

  // A message that is given up, with the reason, for whoever looks.
  virtual Result<void> bury(const std::string& subject, std::string_view bytes,
                            const std::string& reason) = 0;
  virtual Result<std::vector<DeadLetter>> buried(size_t most) = 0;  // the latest first

  // Values by key ([A-Za-z0-9._-]), of any size up to 64 MiB, for seven days.
  virtual Result<std::optional<std::string>> get(const std::string& key) = 0;
  virtual Result<void> put(const std::string& key, std::string_view bytes) = 0;
  // False: there was none. What is broken goes too.
  virtual Result<bool> erase(const std::string& key) = 0;
  virtual Result<std::vector<std::string>> keys(const std::string& prefix) = 0;  // "job": job.*
};

// The address without the password that may be in it.
std::string shown_url(const std::string& url);

}  // namespace sotto::cluster
