// The states of a message, what happens to it and what is done then; and what became of it.
//
//         none for long       unwanted, cut
//     quiet <-------- open -----------------> muted ----.
//           -------->  | `------------------> lost -----| its last piece, or its
//           a piece    |          failed                | session has gone on
//                      | its last piece                 v
//                      v                               over
//     said <-------- whole -----------------------------^
//            heard             unwanted, cut, failed
//
// `quiet` ends as `open` does. Values: any thread.
#pragma once

#include <cstddef>

namespace sotto::speaker {

enum class MessageState {
  open,   // more pieces may come; they are said as they come
  quiet,  // none came for long: others have their turn, until one comes
  whole,  // its last piece has come; what was not said yet will be
  said,   // all of it was heard
  muted,  // nobody wants to hear it, nor its summary: what comes counts as said
  lost,   // it cannot be heard: what comes is let go, and its summary is said
  over    // it was muted or lost, and no more of it comes
};
inline constexpr size_t kMessageStates = static_cast<size_t>(MessageState::over) + 1;

enum class MessageEvent {
  piece,     // the next one of its text has come
  last,      // that was the last one
  unsaid,    // after a piece came, early or in its place: something is to be said
  late,      // a piece came behind the last one, or after its place was given up
  gap,       // pieces did not come in time: it goes on without them
  quiet,     // no piece came for long
  left,      // its session says something else already, and no piece came for a moment
  heard,     // all that has come of it was said
  unwanted,  // it was stopped, skipped, interrupted or muted
  failed,    // there was no room or no sound, something else was being said, the server ends
  cut        // as much of it was said as may be of one message
};
inline constexpr size_t kMessageEvents = static_cast<size_t>(MessageEvent::cut) + 1;

enum class MessageAction {
  none,
  say,    // the piece goes into the text, and is remembered as said
  note,   // the piece is remembered as said
  end,    // early pieces lie behind the end: each is reported as late, and let go
  drop,   // early pieces are let go
  queue,  // it waits for its turn, unless it does already
  late,   // is reported
  miss,   // that pieces are missing is reported
  done,   // that it was said is reported
  stop,   // what says it stops, the rest of its text goes, and the reason is reported
  lose,   // the same, and it is not remembered as said
  cut     // what is being said goes on, the rest of its text goes, and the reason is reported
};

struct MessageTransition {
  MessageState next;
  MessageAction action = MessageAction::none;
};

MessageTransition transition(MessageState state, MessageEvent event);

// Something of it is heard, or will be: it can be stopped.
constexpr bool is_active(MessageState s) { return s <= MessageState::whole; }
// No more of it is heard.
constexpr bool is_silent(MessageState s) { return s >= MessageState::muted; }
// More of it may come.
constexpr bool may_grow(MessageState s) {
  return s != MessageState::whole && s != MessageState::said && s != MessageState::over;
}

// Outcomes of a message (the last three: of pieces of one). Each is reported once.
enum class Outcome {
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
inline constexpr size_t kOutcomes = static_cast<size_t>(Outcome::missing) + 1;
const char* name_of(Outcome outcome);

// The event that silences a message with this outcome.
MessageEvent silencing_event(Outcome why);

}  // namespace sotto::speaker
