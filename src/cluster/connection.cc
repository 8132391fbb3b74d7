#include "cluster/connection.h"

#include <fmt/format.h>

#ifdef SOTTO_NATS
#include <algorithm>
#include <thread>

#include "base/log.h"
#include "base/printable.h"
#include "cluster/digest.h"
#include "cluster/nats_connect.h"
#endif

namespace sotto::cluster {

std::string shown_url(const std::string& url) {
  std::string shown;
  for (size_t begin = 0; begin <= url.size();) {
    const size_t end = std::min(url.find(',', begin), url.size());
    const std::string one = url.substr(begin, end - begin);
    const size_t scheme = one.find("://");
    const size_t host = scheme == one.npos ? 0 : scheme + 3;
    const size_t at = one.rfind('@');
    const bool has_user = at != one.npos && at >= host;
    shown += (begin == 0 ? "" : ",") + one.substr(0, host) +
             (has_user ? one.substr(at + 1) : one.substr(host));
    begin = end + 1;
  }
  return shown;
}

#ifndef SOTTO_NATS

std::string why_no_nats() {
  return "sotto was built without NATS; install libnats-dev and build it again";
}

Result<std::unique_ptr<Connection>> Connection::open(const ConnectionOptions&,
                                                     const std::stop_token&) {
  return Error{Errc::unsupported, why_no_nats()};
}

#else

std::string why_no_nats() {
  return load_library<Nats>() == nullptr ? Nats::kLibrary.missing() : "";
}

namespace {

using Milliseconds = std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr const char* kQueue = "SOTTO_JOBS";
constexpr const char* kQueueSubjects = "sotto.jobs.>";
constexpr const char* kDead = "SOTTO_DEAD";
constexpr const char* kDeadSubjects = "sotto.dead.>";
constexpr const char* kBucket = "SOTTO_VALUES";
constexpr const char* kReason = "Sotto-Reason";
constexpr int64_t kSecond = 1'000'000'000;  // NATS counts nanoseconds
constexpr int64_t kKeptFor = 7 * 24 * 3600 * kSecond;
constexpr size_t kPiece = size_t{512} << 10;  // of a value; a message has 1 MiB at most
constexpr size_t kLongestValue = size_t{64} << 20;
constexpr size_t kLongestReason = 500;

// One at a time has a subject's name: "sotto.jobs.en.ja.auto.none" is "sotto_jobs_en_ja_auto_none".
std::string durable_of(std::string subject) {
  std::ranges::replace(subject, '.', '_');
  return subject;
}

class NatsDelivery final : public Delivery {
 public:
  NatsDelivery(const Nats& nats, natsMsg* message)
      : nats_(nats), message_(message), subject_(nats.natsMsg_GetSubject(message)) {
    Handle<jsMsgMetaData> meta(nats.jsMsgMetaData_Destroy);
    if (nats.natsMsg_GetMetaData(meta.out(), message) == NATS_OK) count_ = meta->NumDelivered;
  }
  ~NatsDelivery() override { nats_.natsMsg_Destroy(message_); }

  std::string_view bytes() const override {
    return {nats_.natsMsg_GetData(message_),
            static_cast<size_t>(nats_.natsMsg_GetDataLength(message_))};
  }
  const std::string& subject() const override { return subject_; }
  uint64_t count() const override { return count_; }
  void done() override { nats_.natsMsg_Ack(message_, nullptr); }
  void again(Milliseconds later) override {
    nats_.natsMsg_NakWithDelay(message_, later.count(), nullptr);
  }
  void in_progress() override { nats_.natsMsg_InProgress(message_, nullptr); }

 private:
  const Nats& nats_;
  natsMsg* const message_;
  const std::string subject_;
  uint64_t count_ = 1;
};

class NatsConsumer final : public Consumer {
 public:
  NatsConsumer(const Nats& nats, natsSubscription* subscription)
      : nats_(nats), subscription_(subscription) {}
  ~NatsConsumer() override { nats_.natsSubscription_Destroy(subscription_); }

  Result<std::unique_ptr<Delivery>> next(Milliseconds wait) override {
    natsMsgList list{};
    const natsStatus status =
        nats_.natsSubscription_Fetch(&list, subscription_, 1, wait.count(), nullptr);
    std::unique_ptr<Delivery> delivery;
    if (status == NATS_OK && list.Count > 0)
      delivery = std::make_unique<NatsDelivery>(nats_, std::exchange(list.Msgs[0], nullptr));
    nats_.natsMsgList_Destroy(&list);
    if (status != NATS_OK && status != NATS_TIMEOUT)
      return Error{Errc::io, nats_.natsStatus_GetText(status)};
    return delivery;
  }

 private:
  const Nats& nats_;
  natsSubscription* const subscription_;
};

class NatsConnection final : public Connection {
 public:
  NatsConnection(const Nats& nats, ConnectionOptions options, std::stop_token stop)
      : nats_(nats), options_(std::move(options)), stop_(std::move(stop)) {}

  Result<void> connect() {
    const Result<void> there =
        connect_to(nats_, options_, Wants::jetstream, connection_.out(), stop_);
    if (!there) return there;
    const natsStatus status = nats_.natsConnection_JetStream(js_.out(), connection_.get(), nullptr);
    if (status != NATS_OK) return failed("JetStream", status);
    return add_streams();
  }

  bool is_up() const override {
    return nats_.natsConnection_Status(connection_.get()) == NATS_CONN_STATUS_CONNECTED;
  }

  bool is_closed() const override {
    return nats_.natsConnection_Status(connection_.get()) == NATS_CONN_STATUS_CLOSED;
  }

  Result<void> publish(const std::string& subject, std::string_view bytes,
                       const std::string& id) override {
    return send(subject, bytes, id, "");
  }

  Result<std::unique_ptr<Consumer>> consume(const std::string& subject,
                                            Milliseconds ack_wait) override {
    const std::string durable = durable_of(subject);
    jsConsumerConfig config;
    nats_.jsConsumerConfig_Init(&config);
    config.Durable = durable.c_str();
    config.FilterSubject = subject.c_str();
    config.AckPolicy = js_AckExplicit;
    config.AckWait = ack_wait.count() * (kSecond / 1000);
    config.MaxAckPending = 10000;
    jsErrCode code{};
    Result<natsStatus> added = persist([&] {
      Handle<jsConsumerInfo> info(nats_.jsConsumerInfo_Destroy);
      return nats_.js_AddConsumer(info.out(), js_.get(), kQueue, &config, nullptr, &code);
    });
    if (!added) return added.error();
    // It is there, with other times: whoever made it first has chosen them.
    if (*added != NATS_OK && code != JSConsumerNameExistErr) return failed(subject, *added, code);
    jsSubOptions bound;
    nats_.jsSubOptions_Init(&bound);
    bound.Stream = kQueue;
    bound.Consumer = durable.c_str();
    natsSubscription* subscription = nullptr;
    const Result<natsStatus> subscribed = persist([&] {
      return nats_.js_PullSubscribe(&subscription, js_.get(), subject.c_str(), durable.c_str(),
                                    nullptr, &bound, &code);
    });
    if (!subscribed) return subscribed.error();
    if (*subscribed != NATS_OK) return failed(subject, *subscribed, code);
    return std::unique_ptr<Consumer>(std::make_unique<NatsConsumer>(nats_, subscription));
  }

  Result<std::optional<ConsumerState>> state_of(const std::string& subject) override {
    const std::string durable = durable_of(subject);
    Handle<jsConsumerInfo> info(nats_.jsConsumerInfo_Destroy);
    jsErrCode code{};
    const Result<natsStatus> asked = persist([&] {
      return nats_.js_GetConsumerInfo(info.out(), js_.get(), kQueue, durable.c_str(), nullptr,
                                      &code);
    });
    if (!asked) return asked.error();
    if (*asked == NATS_NOT_FOUND || code == JSConsumerNotFoundErr)
      return std::optional<ConsumerState>();
    if (*asked != NATS_OK) return failed(subject, *asked, code);
    return std::optional(ConsumerState{
        info->NumPending, static_cast<uint64_t>(std::max<int64_t>(info->NumAckPending, 0))});
  }

  Result<void> bury(const std::string& subject, std::string_view bytes,
                    const std::string& reason) override {
    const std::string dead = "sotto.dead." + subject.substr(std::string("sotto.jobs.").size());
    return send(dead, bytes, "", printable(reason).substr(0, kLongestReason));
  }

  Result<std::vector<DeadLetter>> buried(size_t most) override {
    Handle<jsStreamInfo> info(nats_.jsStreamInfo_Destroy);
    const Result<natsStatus> asked = persist(
        [&] { return nats_.js_GetStreamInfo(info.out(), js_.get(), kDead, nullptr, nullptr); });
    if (!asked) return asked.error();
    if (*asked != NATS_OK) return failed(kDead, *asked);
    std::vector<DeadLetter> letters;
    if (info->State.Msgs == 0) return letters;
    for (uint64_t at = info->State.LastSeq; at >= info->State.FirstSeq && at > 0; --at) {
      if (letters.size() == most) break;
      Handle<natsMsg> message(nats_.natsMsg_Destroy);
      if (nats_.js_GetMsg(message.out(), js_.get(), kDead, at, nullptr, nullptr) != NATS_OK)
        continue;
      const char* reason = nullptr;
      nats_.natsMsgHeader_Get(message.get(), kReason, &reason);
      letters.push_back({at,
                         {nats_.natsMsg_GetData(message.get()),
                          static_cast<size_t>(nats_.natsMsg_GetDataLength(message.get()))},
                         reason == nullptr ? "" : reason});
    }
    return letters;
  }

  // A value's first message says how many pieces there are, how long it is, and by which name the
  // others are found: "3 1200000 NAME\n", and the first piece. It is written last, and two who
  // write at once do not mix their pieces.
  Result<std::optional<std::string>> get(const std::string& key) override {
    Result<std::optional<std::string>> first = get_one(key);
    if (!first || !*first) return first;
    const Result<Head> head = head_of(key, **first);
    if (!head) return head.error();
    std::string value = (*first)->substr(head->size);
    for (uint64_t i = 1; i < head->pieces; ++i) {
      const Result<std::optional<std::string>> piece = get_one(piece_key(key, *head, i));
      if (!piece) return piece.error();
      if (!*piece) return std::optional<std::string>();  // it has just been replaced, or expires
      value += **piece;
      if (value.size() > kLongestValue) break;
    }
    if (value.size() != head->bytes)
      return Error{Errc::bad_format, fmt::format("{}: has {} bytes, expected {}", printable(key),
                                                 value.size(), head->bytes)};
    return std::optional(std::move(value));
  }

  Result<void> put(const std::string& key, std::string_view bytes) override {
    if (bytes.size() > kLongestValue)
      return Error{Errc::bad_argument, fmt::format("{}: has {} bytes, expected at most {}", key,
                                                   bytes.size(), kLongestValue)};
    Head head{.pieces = std::max<uint64_t>(1, (bytes.size() + kPiece - 1) / kPiece),
              .bytes = bytes.size(),
              .name = digest(bytes).substr(0, 16)};
    for (uint64_t i = 1; i < head.pieces; ++i) {
      const Result<void> stored =
          put_one(piece_key(key, head, i), bytes.substr(i * kPiece, kPiece));
      if (!stored) return stored;
    }
    return put_one(key, fmt::format("{} {} {}\n{}", head.pieces, head.bytes, head.name,
                                    bytes.substr(0, kPiece)));
  }

  Result<bool> erase(const std::string& key) override {
    const Result<std::optional<std::string>> first = get_one(key);
    if (!first) return first.error();
    if (!*first) return false;
    if (const Result<void> gone = erase_one(key); !gone) return gone.error();
    const Result<Head> head = head_of(key, **first);
    for (uint64_t i = 1; head && i < head->pieces; ++i) {
      if (const Result<void> gone = erase_one(piece_key(key, *head, i)); !gone) return gone.error();
    }
    return true;
  }

  Result<std::vector<std::string>> keys(const std::string& prefix) override {
    Handle<kvWatcher> watcher(nats_.kvWatcher_Destroy);
    kvWatchOptions options;
    nats_.kvWatchOptions_Init(&options);
    options.IgnoreDeletes = true;
    options.MetaOnly = true;
    const Result<natsStatus> asked = persist([&] {
      return nats_.kvStore_Watch(watcher.out(), values_.get(), (prefix + ".*").c_str(), &options);
    });
    if (!asked) return asked.error();
    if (*asked != NATS_OK) return failed(kBucket, *asked);
    std::vector<std::string> keys;
    for (;;) {
      Handle<kvEntry> entry(nats_.kvEntry_Destroy);
      const natsStatus status = nats_.kvWatcher_Next(entry.out(), watcher.get(), 5000);
      if (status != NATS_OK) return failed(kBucket, status);
      if (entry.get() == nullptr) break;  // all that were there have come
      keys.emplace_back(nats_.kvEntry_Key(entry.get()));
    }
    std::ranges::sort(keys);
    return keys;
  }

 private:
  struct Head {
    uint64_t pieces = 0, bytes = 0;
    std::string name;
    size_t size = 0;  // of the line
  };

  static Result<Head> head_of(const std::string& key, const std::string& first) {
    const Error broken{Errc::bad_format, fmt::format("{}: is no value of sotto's", printable(key))};
    Head head;
    const size_t one = first.find(' '), two = first.find(' ', one + 1), end = first.find('\n');
    if (one == first.npos || two == first.npos || end == first.npos || two > end) return broken;
    const auto pieces = whole_number(first.substr(0, one));
    const auto bytes = whole_number(first.substr(one + 1, two - one - 1));
    if (!pieces || !bytes || *bytes > kLongestValue || *pieces > kLongestValue / kPiece + 1)
      return broken;
    return Head{*pieces, *bytes, first.substr(two + 1, end - two - 1), end + 1};
  }
  static std::optional<uint64_t> whole_number(const std::string& text) {
    if (text.empty() || text.size() > 12 || text.find_first_not_of("0123456789") != text.npos)
      return std::nullopt;
    return std::stoull(text);
  }
  static std::string piece_key(const std::string& key, const Head& head, uint64_t index) {
    return fmt::format("{}.{}.{}", key, head.name, index);
  }

  Error failed(std::string_view what, natsStatus status, int code = 0) const {
    const std::string number = code == 0 ? "" : fmt::format(", JetStream's error {}", code);
    return Error{Errc::io, fmt::format("NATS refuses {}: {}{}", printable(what),
                                       nats_.natsStatus_GetText(status), number)};
  }

  // Reads what the server says, once it is there.
  template <class Call>
  Result<natsStatus> persist(const Call& call) const {
    const Clock::time_point until = Clock::now() + options_.patience;
    for (;;) {
      const natsStatus status = call();
      if (!is_away(status)) return status;
      if (stop_.stop_requested()) return Error{Errc::cancelled, "stopped"};
      if (Clock::now() >= until)
        return Error{Errc::io, fmt::format("--nats {}: does not answer ({})",
                                           printable(shown_url(options_.url)),
                                           nats_.natsStatus_GetText(status))};
      std::this_thread::sleep_for(Milliseconds(100));
    }
  }

  Result<void> add_streams() {
    if (const Result<void> added = add_stream(kQueue, kQueueSubjects, js_WorkQueuePolicy, 0);
        !added)
      return added;
    if (const Result<void> added = add_stream(kDead, kDeadSubjects, js_LimitsPolicy, kKeptFor);
        !added)
      return added;
    const Result<natsStatus> found = persist([&] {
      const natsStatus status = nats_.js_KeyValue(values_.out(), js_.get(), kBucket);
      if (status != NATS_NOT_FOUND) return status;
      kvConfig config;
      nats_.kvConfig_Init(&config);
      config.Bucket = kBucket;
      config.History = 1;
      config.TTL = kKeptFor;
      return nats_.js_CreateKeyValue(values_.out(), js_.get(), &config);
    });
    if (!found) return found.error();
    if (*found != NATS_OK) return failed(kBucket, *found);
    return {};
  }

  // Adds the stream unless its owner has made it already, on more disks or for longer.
  Result<void> add_stream(const char* name, const char* subjects, jsRetentionPolicy retention,
                          int64_t age) {
    jsStreamConfig config;
    nats_.jsStreamConfig_Init(&config);
    const char* list[] = {subjects};
    config.Name = name;
    config.Subjects = list;
    config.SubjectsLen = 1;
    config.Retention = retention;
    config.MaxAge = age;
    config.Storage = js_FileStorage;
    jsErrCode code{};
    const Result<natsStatus> added = persist([&] {
      Handle<jsStreamInfo> info(nats_.jsStreamInfo_Destroy);
      return nats_.js_AddStream(info.out(), js_.get(), &config, nullptr, &code);
    });
    if (!added) return added.error();
    if (*added != NATS_OK && code != JSStreamNameExistErr) return failed(name, *added, code);
    return {};
  }

  Result<void> send(const std::string& subject, std::string_view bytes, const std::string& id,
                    const std::string& reason) {
    Handle<natsMsg> message(nats_.natsMsg_Destroy);
    natsStatus made = nats_.natsMsg_Create(message.out(), subject.c_str(), nullptr, bytes.data(),
                                           static_cast<int>(bytes.size()));
    if (made == NATS_OK && !reason.empty())
      made = nats_.natsMsgHeader_Set(message.get(), kReason, reason.c_str());
    if (made != NATS_OK) return failed(subject, made);
    jsPubOptions options;
    nats_.jsPubOptions_Init(&options);
    if (!id.empty()) options.MsgId = id.c_str();
    jsErrCode code{};
    const Result<natsStatus> sent = persist([&] {
      Handle<jsPubAck> acknowledged(nats_.jsPubAck_Destroy);
      return nats_.js_PublishMsg(acknowledged.out(), js_.get(), message.get(), &options, &code);
    });
    if (!sent) return sent.error();
    if (*sent != NATS_OK) return failed(subject, *sent, code);
    return {};
  }

  Result<std::optional<std::string>> get_one(const std::string& key) const {
    Handle<kvEntry> entry(nats_.kvEntry_Destroy);
    const Result<natsStatus> asked =
        persist([&] { return nats_.kvStore_Get(entry.out(), values_.get(), key.c_str()); });
    if (!asked) return asked.error();
    if (*asked == NATS_NOT_FOUND) return std::optional<std::string>();
    if (*asked != NATS_OK) return failed(key, *asked);
    return std::optional<std::string>(std::in_place,
                                      static_cast<const char*>(nats_.kvEntry_Value(entry.get())),
                                      static_cast<size_t>(nats_.kvEntry_ValueLen(entry.get())));
  }
  Result<void> put_one(const std::string& key, std::string_view bytes) {
    const Result<natsStatus> stored = persist([&] {
      return nats_.kvStore_Put(nullptr, values_.get(), key.c_str(), bytes.data(),
                               static_cast<int>(bytes.size()));
    });
    if (!stored) return stored.error();
    if (*stored != NATS_OK) return failed(key, *stored);
    return {};
  }
  Result<void> erase_one(const std::string& key) {
    const Result<natsStatus> gone =
        persist([&] { return nats_.kvStore_Purge(values_.get(), key.c_str(), nullptr); });
    if (!gone) return gone.error();
    if (*gone != NATS_OK && *gone != NATS_NOT_FOUND) return failed(key, *gone);
    return {};
  }

  const Nats& nats_;
  const ConnectionOptions options_;
  const std::stop_token stop_;
  Handle<natsConnection> connection_{nats_.natsConnection_Destroy};
  Handle<jsCtx> js_{nats_.jsCtx_Destroy};
  Handle<kvStore> values_{nats_.kvStore_Destroy};
};

}  // namespace

Result<std::unique_ptr<Connection>> Connection::open(const ConnectionOptions& options,
                                                     const std::stop_token& stop) {
  const Nats* nats = load_library<Nats>();
  if (nats == nullptr) return Error{Errc::not_found, why_no_nats()};
  auto connection = std::make_unique<NatsConnection>(*nats, options, stop);
  if (const Result<void> connected = connection->connect(); !connected) return connected.error();
  return std::unique_ptr<Connection>(std::move(connection));
}

#endif

}  // namespace sotto::cluster
