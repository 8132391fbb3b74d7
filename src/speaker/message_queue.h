// The queue of agents' sessions: their messages, the pieces of each, and whose turn it is.
//
// A message is one text of one session. It is whole at once, or comes in pieces; message_states.h
// has its states, and what leads from one to another.
//
// No threads and no clock: the caller serializes the calls and says what time it is.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "speaker/message_states.h"
#include "speaker/speak_request.h"
#include "speaker/spoken_history.h"

namespace sotto::speaker {

using MessageClock = std::chrono::steady_clock;

struct Message {
  struct Piece {
    std::string text;
    bool last;
  };

  std::string session, stream, project;
  SpeechOverrides overrides;
  MessageState state = MessageState::open;
  Outcome silenced_by = Outcome::stopped;  // no state: clients are told, and no arrow depends on it
  // Its session says something else already. No state: it only chooses what the clock tells a
  // message that may grow, `left` soon or `quiet` after long.
  bool is_succeeded = false;

  std::map<size_t, Piece> early;  // pieces whose predecessors are not there yet
  size_t early_bytes = 0;
  std::set<size_t> indexes;  // of all pieces that came
  size_t next_index = 0;     // of the piece that comes next into the text
  MessageClock::time_point last_piece, gap_since;

  std::string text;       // the pieces in order
  size_t read = 0;        // bytes of it that are being said
  size_t sentences = 0;   // of it that were said
  std::stop_source stop;  // of what says it

  bool is_read() const { return read == text.size(); }
  std::optional<Outcome> silenced() const {
    return is_silent(state) ? std::optional(silenced_by) : std::nullopt;
  }
};

struct MessageLimits {
  size_t most_waiting = 32;                // messages
  size_t most_bytes = size_t{8} << 20;     // that are not said yet, of all messages
  std::chrono::milliseconds quiet{15000};  // without a piece: others have their turn
  std::chrono::milliseconds gap{2000};     // how long a piece waits for the one in front of it
};

class MessageQueue {
 public:
  using Time = MessageClock::time_point;
  using Shared = std::shared_ptr<Message>;
  using Report = std::function<void(Outcome, const Message&)>;

  MessageQueue(MessageLimits limits, Report report) : limits_(limits), report_(std::move(report)) {}

  // None: it will be said in its turn. Else what became of it, or of its message, already.
  std::optional<Outcome> announce(const SpeakRequest& request, Time now);

  // Messages that are said, wait, or are still being written. `who`: a session, the beginning of
  // its name, or a project; empty: all. How many they were.
  size_t stop(std::string_view who, Outcome why = Outcome::stopped);
  bool skip();   // what is being said
  bool again();  // what was said last, or is being said
  // All that a session or project says from now on. False: too many are muted already.
  bool mute(const std::string& who, bool on);
  void cut(Message& message);  // enough of it was said; what is read goes on

  // Takes the message whose turn it is; it is the current one until `finish`. Null: none waits.
  Shared begin();
  void finish(bool heard);

  // Closes what has been quiet for too long, and gives up pieces that do not come.
  void pass_time(Time now);
  bool needs_time() const;  // something waits for time to pass

  size_t bytes_waiting() const;  // of messages behind the current one, as far as they have come
  // Bytes of texts: those that wait, and those kept of messages that nobody hears.
  size_t bytes_held() const;

  const Shared& current() const { return current_; }
  const std::deque<Shared>& waiting() const { return waiting_; }
  const std::set<std::string, std::less<>>& muted() const { return muted_; }

 private:
  struct Summary {
    SpeakRequest request;
    Time since;
  };

  Shared find(const SpeakRequest& a);
  Shared enter(const SpeakRequest& a, Time now);
  std::optional<Outcome> take_piece(const Shared& message, const SpeakRequest& a, Time now);
  std::optional<Outcome> take_whole(const SpeakRequest& a, Time now);
  void release(const Shared& message, Time now);
  MessageAction step(Message& message, MessageEvent event);
  void silence(Message& message, Outcome why);
  bool may_keep_unheard(const Message& message, const std::string& text) const;
  size_t remembered_indexes() const;
  void give_up_gap(const Shared& message, Time now);
  void pass_time_of(const Shared& message, Time now);
  void resolve_summaries(Time now);
  bool is_writing(const std::string& session) const;
  bool is_pending(const Message* message) const;
  size_t bytes_unsaid() const;
  void forget_old();

  const MessageLimits limits_;
  const Report report_;
  std::list<Shared> records_;  // streams, by age: those that are remembered
  std::deque<Shared> waiting_;
  Shared current_, last_;         // last: that was begun
  bool rewinds_ = false;          // what is said will be said again from its beginning
  std::list<Summary> summaries_;  // that wait for the end of what they sum up
  std::set<std::string, std::less<>> muted_;
  SpokenHistory history_;
};

}  // namespace sotto::speaker
