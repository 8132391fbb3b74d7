#include "speaker/message_states.h"

#include <array>

namespace sotto::speaker {

MessageTransition transition(MessageState state, MessageEvent event) {
  using enum MessageState;
  using enum MessageAction;
  // {next state, action}. A cell without an action is where nothing is done: the event says nothing
  // new of such a message, as of one that is stopped twice, or cannot come.
  // clang-format off
  static constexpr MessageTransition kTransitions[kMessageEvents][kMessageStates] = {
    // open        quiet         whole          said         muted         lost         over
    {{open,say},   {quiet,say},  {whole},       {said},      {muted,note}, {lost},      {over}},  // piece
    {{whole,end},  {whole,end},  {whole},       {said},      {over,drop},  {over,drop}, {over}},  // last
    {{open,queue}, {open,queue}, {whole,queue}, {said},      {muted},      {lost},      {over}},  // unsaid
    {{open,late},  {quiet,late}, {whole,late},  {said,late}, {muted},      {lost},      {over}},  // late
    {{open,miss},  {quiet,miss}, {whole},       {said},      {muted},      {lost},      {over}},  // gap
    {{quiet},      {quiet},      {whole},       {said},      {muted},      {lost},      {over}},  // quiet
    {{quiet},      {quiet},      {whole},       {said},      {over,drop},  {over,drop}, {over}},  // left
    {{open},       {quiet},      {said,done},   {said},      {muted},      {lost},      {over}},  // heard
    {{muted,stop}, {muted,stop}, {over,stop},   {said},      {muted},      {lost},      {over}},  // unwanted
    {{lost,lose},  {lost,lose},  {over,lose},   {said},      {muted},      {lost},      {over}},  // failed
    {{muted,cut},  {muted,cut},  {over,cut},    {said},      {muted},      {lost},      {over}},  // cut
  };
  // clang-format on
  return kTransitions[static_cast<size_t>(event)][static_cast<size_t>(state)];
}

const char* name_of(Outcome outcome) {
  constexpr std::array<const char*, kOutcomes> kNames = {
      "said", "repeated", "stopped", "skipped", "interrupted", "dropped", "muted",
      "cut",  "full",     "unheard", "ended",   "late",        "doubled", "missing"};
  return kNames[static_cast<size_t>(outcome)];
}

MessageEvent silencing_event(Outcome why) {
  switch (why) {
    case Outcome::stopped:
    case Outcome::skipped:
    case Outcome::interrupted:
    case Outcome::muted:
      return MessageEvent::unwanted;
    case Outcome::cut:
      return MessageEvent::cut;
    default:
      return MessageEvent::failed;
  }
}

}  // namespace sotto::speaker
