// A text that comes in pieces and is spoken meanwhile, for whoever may not wait: he pushes what has
// come, and is woken when it can go on.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "audio/sink.h"
#include "serve/service.h"

namespace sotto::serve {

class SpokenText {
 public:
  struct Opening {
    engine::SpeechOrder order;
    std::unique_ptr<audio::Sink> sink;  // never waits
  };
  struct Parts {
    // Decides what is wanted of a text that begins so; called once, when something of it has come
    // or all has. Until then it holds nothing.
    std::function<Result<Opening>(std::string_view beginning)> open;
    bool by_sentence = false;  // the beginning is a sentence, or as much as tells its language
    std::function<bool()> has_room;  // for sound; from any thread
    std::function<void()> wake;      // advance() gets further now; from any thread
    // Events as play_directly() takes them. SpokenText sets those that drive it itself, and
    // sound_lost.
    pipeline::SessionEvents events;
  };
  SpokenText(Service& service, Parts parts);

  // These by one thread at a time.
  void push(std::string_view text);
  void finish();                                           // all of it has come
  size_t waiting() const { return text_.size() - done_; }  // bytes that were not read yet
  // Nothing of it has come, or been opened for it.
  bool holds_nothing() const { return session_ == nullptr && waiting() == 0 && !result_; }
  // Goes on as far as it gets: opens what is needed, reads, and ends. How many bytes of the text
  // are not kept any more since the last call.
  size_t advance() noexcept;
  // None: it goes on.
  const std::optional<pipeline::SessionResult>& result() const { return result_; }

  // From any thread; the result follows.
  void cancel() noexcept;

 private:
  bool can_open() const;
  void open();
  void read();
  void end(pipeline::SessionResult result) noexcept;

  Service& service_;
  const Parts parts_;
  std::string text_;
  size_t done_ = 0;      // bytes of it that were read
  size_t released_ = 0;  // bytes that advance() has not told of
  bool has_end_ = false, is_finished_ = false;
  std::optional<pipeline::SessionResult> result_;
  std::stop_source stop_;
  std::unique_ptr<audio::Sink> sink_;
  std::unique_ptr<engine::SpeechSession> session_;
  std::optional<std::stop_callback<std::function<void()>>> on_end_;  // ends before the session
};

}  // namespace sotto::serve
