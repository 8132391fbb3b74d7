// What agents' sessions have to say: their messages, the pieces of each, and whose turn it is.
//
// A message is one text of one session. It is whole at once, or comes in pieces:
//
//               stop, skip, interrupt, drop, no room, no sound
//     open  ------------------------------------------------->  muted
//     |  ^                                                        |
//     |  | a piece, after it fell quiet                           | last piece, or its successor
//     v  |                                                        |
//     closed  <----------------------------------------------------
//
//   open    more pieces may come; they are said as they come
//   muted   more pieces may come; none of them is heard
//   closed  its last piece has come, or none came for long: others have their turn
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

#include "speaker/announcement.h"

namespace sotto::speaker {

using MessageClock = std::chrono::steady_clock;

enum class MessageState { open, muted, closed };

// What became of a message (the last three: of pieces of one). Each is reported once.
enum class Fate {
  said,
  repeated,     // its session's stream had said the same
  stopped,      // by `sotto stop`, or a new prompt
  skipped,      // by `sotto skip`
  interrupted,  // by another, as it asked for
  dropped,      // something else was being said, and it asked for that
  muted,        // its session is
  cut,          // after so many sentences
  full,         // too much was waiting
  unheard,      // the voice or the sound card failed
  ended,        // the server did
  late,         // a piece behind the last one, or after its place was given up
  doubled,      // a piece that has come before
  missing       // pieces that did not come in time: the message goes on without them
};
inline constexpr size_t kFates = static_cast<size_t>(Fate::missing) + 1;
const char* name_of(Fate fate);

struct Message {
  struct Piece {
    std::string text;
    bool last;
  };

  std::string session, stream, project;
  Manner manner;
  MessageState state = MessageState::open;
  bool ended = false;            // the last piece has come: what comes now is late
  bool succeeded = false;        // its session says something else already
  std::optional<Fate> silenced;  // why no more of it is heard

  std::map<size_t, Piece> early;  // pieces whose predecessors are not there yet
  size_t early_bytes = 0;
  std::set<size_t> indexes;  // of all pieces that came
  size_t next_index = 0;     // of the piece that comes next into the text
  MessageClock::time_point last_piece, gap_since;

  std::string text;       // the pieces in order
  size_t read = 0;        // bytes of it that are being said
  size_t sentences = 0;   // of it that were said
  bool rewound = false;   // it is to be said from its beginning
  std::stop_source stop;  // of what says it

  bool is_read() const { return read == text.size(); }
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
  using Report = std::function<void(Fate, const Message&)>;

  MessageQueue(MessageLimits limits, Report report) : limits_(limits), report_(std::move(report)) {}

  // None: it will be said in its turn. Else what became of it, or of its message, already.
  std::optional<Fate> announce(const Announcement& announcement, Time now);

  // Messages that are said, wait, or are still being written. `who`: a session, the beginning of
  // its name, or a project; empty: all. How many they were.
  size_t stop(std::string_view who, Fate why = Fate::stopped);
  bool skip();   // what is being said
  bool again();  // what was said last, or is being said
  // All that a session or project says from now on. False: too many are muted already.
  bool mute(const std::string& who, bool on);
  void cut(Message& message);  // enough of it was said; what is read goes on

  // Whose turn it is; it is the current one until `finish`. Null: nobody's.
  Shared begin();
  void finish(bool heard);

  // Closes what has been quiet for too long, and gives up pieces that do not come.
  void pass_time(Time now);
  bool needs_time() const;  // something waits for time to pass

  // Of texts: what waits, and what is kept of messages that nobody hears.
  size_t bytes_held() const;

  const Shared& current() const { return current_; }
  const std::deque<Shared>& waiting() const { return waiting_; }
  const std::set<std::string, std::less<>>& muted() const { return muted_; }

 private:
  struct Summary {
    Announcement announcement;
    Time since;
  };

  Shared find(const Announcement& a);
  Shared enter(const Announcement& a, Time now);
  std::optional<Fate> take_piece(const Shared& message, const Announcement& a, Time now);
  std::optional<Fate> take_whole(const Announcement& a, Time now);
  void release(const Shared& message, Time now);
  void deliver(Message& message, const Message::Piece& piece, Time now);
  bool may_keep_unheard(const Message& message, const std::string& text) const;
  size_t remembered_indexes() const;
  void end(Message& message);
  void silence(const Shared& message, Fate why);
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
  std::list<Summary> summaries_;  // that wait for the end of what they sum up
  std::set<std::string, std::less<>> muted_;
  Said said_;
};

}  // namespace sotto::speaker
