// One client of Wyoming: its events in their order, and what it hears. It holds no thread.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engine/voices.h"
#include "net/channel.h"
#include "pipeline/strand.h"
#include "serve/service.h"
#include "serve/spoken_text.h"
#include "serve/wyoming_event.h"

namespace sotto::serve {

class WyomingConversation final : public pipeline::Strand {
 public:
  // The socket stays until the other side has left. `idle_since`, which is told whether that may
  // have to leave, lives as long.
  WyomingConversation(Service& service, net::Socket& socket, net::IdleSince& idle_since);

  void begin();
  void close_soon();  // from any thread: what has come is said

 private:
  // The voice, and the language if the text does not tell it.
  struct Wanted {
    engine::VoiceChoice voice;
    std::optional<Language> language;
  };

  void take(const std::string& bytes);
  void leave();
  void work() noexcept override;
  void go_on();
  void speak_on();
  void finish_text();
  std::optional<WyomingEvent> next();
  void handle(const WyomingEvent& event);
  void synthesize(const WyomingEvent& event);
  void begin_text(const WyomingEvent& event, bool is_live);
  Result<Wanted> wanted_of(const WyomingEvent& event) const;
  Result<SpokenText::Opening> open(const Wanted& wanted, bool is_live, std::string_view text);
  pipeline::SessionEvents events();
  void tell_whether_idle();
  void fail(const Error& error);
  bool send(const char* type, const nlohmann::ordered_json& data, std::string_view payload = {});

  Service& service_;
  const std::string peer_, caller_;
  net::IdleSince& idle_since_;
  const std::shared_ptr<net::Channel> channel_;  // null: no descriptor was left
  std::shared_ptr<void> stay_;

  std::mutex mutex_;
  std::string received_;
  std::atomic<bool> ending_ = false;  // the server is
  std::atomic<bool> gone_;            // the other side is
  std::atomic<bool> works_ = false;

  // For work() alone.
  std::string unread_;
  size_t read_ = 0;  // bytes of it
  WyomingReader reader_;
  bool streams_ = false;              // between synthesize-start and its end
  bool has_all_ = false;              // of the text: what comes behind it waits for its sound
  std::unique_ptr<SpokenText> text_;  // that is being said
};

}  // namespace sotto::serve
