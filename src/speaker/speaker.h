// The one voice of this machine: what agents' sessions have to say, one after the other.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "speaker/message_feed.h"
#include "speaker/message_queue.h"
#include "speaker/speak_request.h"
#include "speaker/speaker_output.h"

namespace sotto::speaker {

struct SpeakerOptions {
  std::string output = "device";  // as audio::Sink::open takes it
  // Languages, voice, rate. With `keep_up` what waits behind the message that is said counts, and of
  // that what came while it was written: who hears one that was whole at once is not behind with it.
  engine::SpeechOrder order;
  MessageLimits limits;
  // Settings of a session, or else of a project, for messages that bring none; may be empty.
  std::function<SpeechOverrides(const std::string& session, const std::string& project)> usual = {};
  size_t most_sentences = 0;                     // of a message; 0: all
  std::chrono::milliseconds close_after{10000};  // of silence: the sound card is others' then
};

// Parts that a speaker is made of.
struct SpeakerParts {
  // Opens a session like engine::Engine::open, on this scheduler. Both outlive the speaker.
  std::function<Result<std::unique_ptr<engine::SpeechSession>>(
      const engine::SpeechOrder&, const pipeline::SessionEvents&, const std::stop_token&)>
      open_session;
  pipeline::Scheduler* scheduler;
  OpenSink open_sink;
  // Hears what became of each message; called under the speaker's lock.
  std::function<void(Outcome)> count = {};
  Sounding sounding = {};  // hears when there is sound, and when there is none
};

struct MessageInfo {
  std::string session, project;
  bool is_open;           // more of it may come
  std::string beginning;  // of what is not said yet
};

// Counts how speech kept up with what was written, since the speaker began.
struct CaughtUp {
  size_t passed_over = 0;  // announcements that were not said
  double most_lag_ms = 0;  // from a sentence's text to its sound
  double most_tempo = 1;   // times the speed that was asked for
};

struct SpeakerState {
  CaughtUp caught_up;
  bool speaking = false;
  bool paused = false;  // by somebody, or because it is quiet
  bool quiet = false;   // somebody records
  std::optional<MessageInfo> current;
  std::vector<MessageInfo> waiting;
  std::vector<std::string> muted;  // sessions and projects
};

// A message that is said is a session, into which its pieces go as they come; one thread of the
// speaker has the sound card, and plays one session after the other.
//
// Used by any thread; nothing waits for sound.
class Speaker {
 public:
  Speaker(SpeakerParts parts, SpeakerOptions options);
  ~Speaker();
  // Falls silent at once, and says nothing any more.
  void end();

  // The calls of MessageQueue by these names.
  std::optional<Outcome> announce(const SpeakRequest& request);
  size_t stop(const std::string& who = "");
  bool skip();
  bool again();
  bool mute(const std::string& who, bool on);

  // Builds the order for a message with these overrides. If the speaker translates, everything is
  // heard in its language; else in that of the text.
  engine::SpeechOrder order_of(const SpeechOverrides& overrides) const;

  void pause();
  void resume();
  // While it is on nothing is heard, as if paused; what waits goes on behind it.
  void be_quiet(bool on);
  SpeakerState state() const;

 private:
  class FedMessage;
  void note_lag(const pipeline::Utterance& utterance);
  void report(Outcome outcome, const Message& message);
  void look_again();
  void watch_time() noexcept;
  void pass_time() noexcept;
  bool may_close() const;
  void hold_or_go_on();
  void work(const std::stop_token& stop);
  void close_output(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
  bool say_next(std::unique_lock<std::mutex>& lock, const std::shared_ptr<Message>& message);
  SpeechOverrides usual_overrides(const Message& message) const;
  Result<void> say(Message& message, const std::string& preface, const std::stop_token& stop);
  std::string preface(const Message& message) const;
  pipeline::SessionEvents events_of(Message& message, size_t preface_sentences);
  MessageFeed::Text next_text(Message& message, size_t most);

  const SpeakerParts parts_;
  const SpeakerOptions options_;
  const bool is_device_;
  SpeakerOutput output_;
  pipeline::JobQueue reading_{1};  // where texts are read that wait for who makes their digest
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  MessageQueue queue_;                         // and the fields of its messages: under mutex_
  MessageFeed* feed_ = nullptr;                // of the message that is being said
  std::optional<std::string> spoken_session_;  // who was heard last
  MessageClock::time_point silent_since_;
  CaughtUp caught_up_;
  bool ticking_ = false;  // a timer will look what the time has done to messages
  bool ended_ = false;
  bool paused_ = false, quiet_ = false;
  std::jthread worker_;
};

}  // namespace sotto::speaker
