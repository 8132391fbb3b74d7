#include "cluster/wire.h"

#include <fmt/format.h>

#ifdef SOTTO_NATS
#include <mutex>

#include "base/failure.h"
#include "base/log.h"
#include "base/printable.h"
#include "cluster/nats_connect.h"
#endif

namespace sotto::cluster {

#ifndef SOTTO_NATS

Result<std::unique_ptr<Wire>> Wire::open(const ConnectionOptions&, const std::stop_token&) {
  return Error{Errc::unsupported, why_no_nats()};
}

#else

namespace {

// Shared with libnats, which may call for a while after its ear has ended.
struct Heard {
  Heard(const Nats& library, Wire::Hear wanted) : nats(library), hear(std::move(wanted)) {}

  const Nats& nats;
  std::mutex mutex;  // held during a call
  Wire::Hear hear;   // none: the ear has ended

  void pass_on(natsMsg* message) {
    const std::lock_guard lock(mutex);
    if (!hear) return;
    const char* reply = nats.natsMsg_GetReply(message);
    try {
      hear({.subject = nats.natsMsg_GetSubject(message),
            .bytes = {nats.natsMsg_GetData(message),
                      static_cast<size_t>(nats.natsMsg_GetDataLength(message))},
            .reply = reply == nullptr ? "" : reply,
            .nobody_there = nats.natsMsg_IsNoResponders(message)});
    } catch (...) {  // memory ran out; who waits for an answer asks again
      log::error("{}", error_of(std::current_exception()).message);
    }
  }
};
using HeardPointer = std::shared_ptr<Heard>;

void pass_message_on(natsConnection*, natsSubscription*, natsMsg* message, void* closure) {
  const HeardPointer heard = *static_cast<HeardPointer*>(closure);
  heard->pass_on(message);
  heard->nats.natsMsg_Destroy(message);
}

void forget_heard(void* closure) { delete static_cast<HeardPointer*>(closure); }

class NatsEar final : public Ear {
 public:
  NatsEar(HeardPointer heard, natsConnection* connection, natsSubscription* subscription)
      : heard_(std::move(heard)), connection_(connection), subscription_(subscription) {}
  // Sound on its way to it is heard.
  ~NatsEar() override {
    constexpr int64_t kLongestMs = 2000;
    const Nats& nats = heard_->nats;
    if (nats.natsConnection_Status(connection_) == NATS_CONN_STATUS_CONNECTED &&
        nats.natsSubscription_DrainTimeout(subscription_, kLongestMs) == NATS_OK) {
      nats.natsSubscription_WaitForDrainCompletion(subscription_, kLongestMs);
    } else {
      nats.natsSubscription_Unsubscribe(subscription_);
    }
    heard_->nats.natsSubscription_Destroy(subscription_);
    const std::lock_guard lock(heard_->mutex);
    heard_->hear = nullptr;
  }

 private:
  const HeardPointer heard_;
  natsConnection* const connection_;
  natsSubscription* const subscription_;
};

class NatsWire final : public Wire {
 public:
  NatsWire(const Nats& nats, ConnectionOptions options)
      : nats_(nats), options_(std::move(options)) {}

  Result<void> connect(const std::stop_token& stop) {
    return connect_to(nats_, options_, Wants::messages, connection_.out(), stop);
  }

  bool is_up() const override {
    return nats_.natsConnection_Status(connection_.get()) == NATS_CONN_STATUS_CONNECTED;
  }
  bool is_closed() const override {
    return nats_.natsConnection_Status(connection_.get()) == NATS_CONN_STATUS_CLOSED;
  }

  Result<void> tell(const std::string& subject, std::string_view bytes,
                    const std::string& reply) override {
    if (bytes.size() > kLongestMessage)
      return Error{Errc::bad_argument, fmt::format("a message has {} bytes, expected at most {}",
                                                   bytes.size(), kLongestMessage)};
    // libnats would keep it until the server is back, when nobody waits for it any more.
    if (!is_up()) return away("it is not connected");
    const int size = static_cast<int>(bytes.size());
    const natsStatus status =
        reply.empty()
            ? nats_.natsConnection_Publish(connection_.get(), subject.c_str(), bytes.data(), size)
            : nats_.natsConnection_PublishRequest(connection_.get(), subject.c_str(), reply.c_str(),
                                                  bytes.data(), size);
    if (status != NATS_OK) return away(nats_.natsStatus_GetText(status));
    return {};
  }

  Result<std::unique_ptr<Ear>> listen(const std::string& subject, const std::string& group,
                                      Hear hear) override {
    const auto heard = std::make_shared<Heard>(nats_, std::move(hear));
    auto closure = std::make_unique<HeardPointer>(heard);
    natsSubscription* subscription = nullptr;
    natsStatus status =
        group.empty()
            ? nats_.natsConnection_Subscribe(&subscription, connection_.get(), subject.c_str(),
                                             pass_message_on, closure.get())
            : nats_.natsConnection_QueueSubscribe(&subscription, connection_.get(), subject.c_str(),
                                                  group.c_str(), pass_message_on, closure.get());
    if (status != NATS_OK) return away(nats_.natsStatus_GetText(status));
    // Its owner's now, whatever follows.
    status = nats_.natsSubscription_SetOnCompleteCB(subscription, forget_heard, closure.get());
    auto ear = std::make_unique<NatsEar>(heard, connection_.get(), subscription);
    if (status != NATS_OK) {
      closure.release();  // it may be called already
      return away(nats_.natsStatus_GetText(status));
    }
    closure.release();
    nats_.natsSubscription_SetPendingLimits(subscription, -1, kMostWaiting);
    return std::unique_ptr<Ear>(std::move(ear));
  }

  void flush() override {
    constexpr int64_t kLongestMs = 5000;
    const natsStatus status = nats_.natsConnection_FlushTimeout(connection_.get(), kLongestMs);
    if (status != NATS_OK) log::debug("NATS: {}", nats_.natsStatus_GetText(status));
  }

  Result<std::string> own_subject() override {
    Handle<char> inbox(nats_.natsInbox_Destroy);
    if (const natsStatus status = nats_.natsInbox_Create(inbox.out()); status != NATS_OK)
      return away(nats_.natsStatus_GetText(status));
    return std::string(inbox.get());
  }

 private:
  static constexpr int kMostWaiting = 256 << 20;  // bytes that came and were not looked at

  Error away(std::string_view why) const {
    return {Errc::io, fmt::format("--nats {}: {}", printable(shown_url(options_.url)), why)};
  }

  const Nats& nats_;
  const ConnectionOptions options_;
  Handle<natsConnection> connection_{nats_.natsConnection_Destroy};
};

}  // namespace

Result<std::unique_ptr<Wire>> Wire::open(const ConnectionOptions& options,
                                         const std::stop_token& stop) {
  const Nats* nats = load_library<Nats>();
  if (nats == nullptr) return Error{Errc::not_found, why_no_nats()};
  auto wire = std::make_unique<NatsWire>(*nats, options);
  if (const Result<void> connected = wire->connect(stop); !connected) return connected.error();
  return std::unique_ptr<Wire>(std::move(wire));
}

#endif

}  // namespace sotto::cluster
