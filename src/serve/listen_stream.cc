// /v1/listen by WebSocket: messages are the stream, an empty one is its end; back come sound
// (binary) and events (text).
#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "base/failure.h"
#include "base/log.h"
#include "net/channel.h"
#include "pipeline/strand.h"
#include "serve/answer_sink.h"
#include "serve/listen.h"
#include "serve/request_fields.h"
#include "serve/spoken_text.h"

namespace sotto::serve {
namespace {

class ListenStream final : public pipeline::Strand {
 public:
  ListenStream(Service& service, const ListenOrder& order, net::TakenOver connection,
               std::shared_ptr<net::Channel> channel)
      : Strand(service.streams, order.speech.caller),
        stay_(std::move(connection.stay)),
        idle_since_(*connection.idle_since),
        ending_(std::move(connection.ending)),
        channel_(std::move(channel)),
        order_(order),
        text_(service, {.open = [this](std::string_view) { return open(); },
                        .has_room = [this] { return channel_->has_room(); },
                        .wake = [this] { wake(); },
                        .events = events()}) {}

  void begin() {
    const auto self = std::static_pointer_cast<ListenStream>(shared_from_this());
    idle_since_.begin();
    channel_->start({.received = [self](const std::string& message) { self->take(message); },
                     .sent = [self] { self->wake(); },
                     .ended = [self] { self->text_.cancel(); }});
    at_ending_.emplace(ending_, [this] { wake(); });
  }

 private:
  // Messages behind the end are ignored.
  void take(const std::string& message) {
    {
      const std::lock_guard lock(mutex_);
      if (has_end_) return channel_->taken(message.size());
      received_ += message;
      has_end_ = message.empty();
    }
    wake();
  }

  pipeline::SessionEvents events() {
    const auto tell = [this](const std::string& event) {
      if (!channel_->send_text(event)) text_.cancel();
    };
    return {.translated = [tell](const auto& u) { tell(sentence_event(u)); },
            .finished = [this, tell](const auto& u) { tell(finished_event(*timings_, u)); },
            .working =
                [this](bool works) {
                  works_ = works;
                  if (works) idle_since_.end();
                  wake();
                }};
  }

  Result<SpokenText::Opening> open() {
    timings_.emplace(pipeline::Clock::now());
    auto sink = AnswerSink::open(*order_.encoding, kSpeechRateHz,
                                 [this](auto bytes) { return channel_->send_binary(bytes); });
    if (!sink) return sink.error();
    sink_ = sink->get();
    return SpokenText::Opening{order_.speech, *std::move(sink)};
  }

  void work() noexcept override {
    try {
      take_messages();
      leave_if_idle();
      channel_->taken(text_.advance());
      if (text_.result() && !std::exchange(is_over_, true)) end(*text_.result());
    } catch (...) {
      log::warn("a stream was lost: {}", error_of(std::current_exception()).message);
      text_.cancel();
      channel_->hang_up();
    }
    if (works_ || !channel_->is_drained()) {
      idle_since_.end();
    } else if (!idle_since_.get()) {
      idle_since_.begin();
    }
  }

  void take_messages() {
    std::string received;
    bool has_end = false;
    {
      const std::lock_guard lock(mutex_);
      received.swap(received_);
      has_end = has_end_;
    }
    text_.push(received);
    if (has_end || (ending_.stop_requested() && !text_.holds_nothing())) text_.finish();
  }

  // The server ends: what has come is said, and nothing is waited for.
  void leave_if_idle() {
    if (!ending_.stop_requested() || !text_.holds_nothing() || std::exchange(is_over_, true))
      return;
    text_.cancel();
    channel_->close(net::Channel::Goodbye::going_away);
  }

  void end(const pipeline::SessionResult& result) {
    if (result.error) {
      channel_->send_text(error_event(*result.error));
    } else {
      sink_->let_go();
      channel_->send_text(done_event(result));
    }
    channel_->close(ending_.stop_requested() ? net::Channel::Goodbye::going_away
                                             : net::Channel::Goodbye::done);
  }

  const std::shared_ptr<void> stay_;  // ends last: the client then leaves
  net::IdleSince& idle_since_;
  const std::stop_token ending_;
  const std::shared_ptr<net::Channel> channel_;
  const ListenOrder order_;
  std::optional<pipeline::Timings> timings_;
  std::atomic<bool> works_ = false;
  std::mutex mutex_;
  std::string received_;
  bool has_end_ = false;
  AnswerSink* sink_ = nullptr;
  bool is_over_ = false;
  SpokenText text_;
  std::optional<std::stop_callback<std::function<void()>>> at_ending_;
};

}  // namespace

void listen_by_web_socket(Call& call, const ListenOrder& order) {
  net::TakenOver connection = call.exchange.give_up_connection();
  auto channel = net::open_web_socket(call.service.io, call.exchange, connection.unread, {});
  if (channel == nullptr) return;
  std::make_shared<ListenStream>(call.service, order, std::move(connection), std::move(channel))
      ->begin();
}

}  // namespace sotto::serve
