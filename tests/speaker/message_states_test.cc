// Each cell of the table of states and events: by itself, and as a queue goes through it.
#include "speaker/message_states.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "speaker/message_queue.h"

namespace sotto::speaker::message_states_test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAreArray;
using S = MessageState;
using E = MessageEvent;
using A = MessageAction;

constexpr std::array kStateNames = {"open", "quiet", "whole", "said", "muted", "lost", "over"};
constexpr std::array kEventNames = {"piece", "last",  "unsaid",   "late",   "gap", "quiet",
                                    "left",  "heard", "unwanted", "failed", "cut"};
static_assert(kStateNames.size() == kMessageStates && kEventNames.size() == kMessageEvents);

class Cell : public ::testing::TestWithParam<std::tuple<S, E>> {};

std::vector<S> all_states() {
  return {S::open, S::quiet, S::whole, S::said, S::muted, S::lost, S::over};
}
std::vector<E> all_events() {
  return {E::piece, E::last,  E::unsaid,   E::late,   E::gap, E::quiet,
          E::left,  E::heard, E::unwanted, E::failed, E::cut};
}
std::string name_of_cell(const ::testing::TestParamInfo<std::tuple<S, E>>& info) {
  const auto [state, event] = info.param;
  return std::string(kStateNames[static_cast<size_t>(state)]) + "_" +
         kEventNames[static_cast<size_t>(event)];
}

// By state, as one message lives; `is` where nothing is done.
MessageTransition expected(S state, E event) {
  const MessageTransition is = {state};
  switch (state) {
    case S::open:
    case S::quiet:
      switch (event) {
        case E::piece:
          return {state, A::say};
        case E::last:
          return {S::whole, A::end};
        case E::unsaid:
          return {S::open, A::queue};
        case E::late:
          return {state, A::late};
        case E::gap:
          return {state, A::miss};
        case E::quiet:
        case E::left:
          return {S::quiet};
        case E::heard:
          return is;
        case E::unwanted:
          return {S::muted, A::stop};
        case E::failed:
          return {S::lost, A::lose};
        case E::cut:
          return {S::muted, A::cut};
      }
      break;
    case S::whole:
      if (event == E::unsaid) return {S::whole, A::queue};
      if (event == E::late) return {S::whole, A::late};
      if (event == E::heard) return {S::said, A::done};
      if (event == E::unwanted) return {S::over, A::stop};
      if (event == E::failed) return {S::over, A::lose};
      return event == E::cut ? MessageTransition{S::over, A::cut} : is;
    case S::said:
      return event == E::late ? MessageTransition{S::said, A::late} : is;
    case S::muted:
      if (event == E::piece) return {S::muted, A::note};
      [[fallthrough]];
    case S::lost:
      return event == E::last || event == E::left ? MessageTransition{S::over, A::drop} : is;
    case S::over:
      return is;
  }
  return is;
}

TEST_P(Cell, SaysWhatComesNextAndWhatIsDone) {
  const auto [state, event] = GetParam();
  const MessageTransition found = transition(state, event), wanted = expected(state, event);
  EXPECT_EQ(found.next, wanted.next);
  EXPECT_EQ(found.action, wanted.action);
}

INSTANTIATE_TEST_SUITE_P(All, Cell,
                         ::testing::Combine(::testing::ValuesIn(all_states()),
                                            ::testing::ValuesIn(all_events())),
                         name_of_cell);

// A message of a queue that is being said is brought into a state, and meets an event.
class QueueCell : public Cell {
 protected:
  std::optional<Outcome> piece(size_t index, const std::string& text, bool last = false) {
    return queue_.announce(
        {.session = "a", .stream = "m", .text = text, .last = last, .index = index}, now_);
  }
  void pass(milliseconds time) {
    now_ += time;
    queue_.pass_time(now_);
  }
  void finish() {
    if (queue_.current() != nullptr) queue_.finish(true);
  }
  bool waits() const {
    return std::ranges::find(queue_.waiting(), message_) != queue_.waiting().end();
  }

  // Its piece 0 is given up, so that it can come late; piece 1 is read.
  void bring_into(S state) {
    piece(1, "One.");
    pass(milliseconds(1000));
    message_ = queue_.begin();
    ASSERT_EQ(message_->text, "One.\n");
    message_->read = message_->text.size();
    if (state == S::quiet) pass(milliseconds(15'000));
    if (state == S::whole || state == S::said) piece(2, "", true);
    if (state == S::said) queue_.finish(true);
    if (state == S::muted || state == S::over) queue_.stop("");
    if (state == S::lost) queue_.stop("", Outcome::ended);
    if (state == S::over) piece(2, "", true);
    next_ = state == S::whole || state == S::said || state == S::over ? 3 : 2;
    ASSERT_EQ(message_->state, state);
    reports_.clear();
  }

  void cause(E event) {
    switch (event) {
      case E::unsaid:
        finish();
        [[fallthrough]];
      case E::piece:
        returned_ = piece(next_, "Two.");
        break;
      case E::last:
        piece(next_ + 1, "Three.");  // lies behind the end
        returned_ = piece(next_, "Two.", true);
        break;
      case E::late:
        returned_ = piece(0, "Zero.");
        break;
      case E::gap:
        returned_ = piece(next_ + 1, "Three.");
        pass(milliseconds(1000));
        break;
      case E::quiet:
        pass(milliseconds(15'000));
        break;
      case E::left:
        queue_.announce({.session = "a", .text = "Something else."}, now_);
        pass(milliseconds(1000));
        break;
      case E::heard:
        finish();
        break;
      case E::unwanted:
        queue_.stop("");
        break;
      case E::failed:
        queue_.stop("", Outcome::ended);
        break;
      case E::cut:
        queue_.cut(*message_);
        break;
    }
  }

  MessageQueue::Time now_{};
  std::vector<Outcome> reports_;
  std::shared_ptr<Message> message_;
  size_t next_ = 2;
  std::optional<Outcome> returned_;
  MessageQueue queue_{{.gap = milliseconds(1000)}, [this](Outcome outcome, const Message& m) {
                        if (m.stream == "m") reports_.push_back(outcome);
                      }};
};

struct Met {
  S state;
  std::vector<Outcome> reports = {};
  std::string unsaid = {};  // of its text
};

Met met_by_open(S state, E event) {
  switch (event) {
    case E::piece:
    case E::unsaid:
      return {S::open, {}, "Two.\n"};
    case E::last:
      return {S::whole, {Outcome::late}, "Two.\n"};
    case E::late:
      return {state, {Outcome::late}};
    case E::gap:
      return {S::open, {Outcome::missing}, "Three.\n"};
    case E::quiet:
    case E::left:
      return {S::quiet};
    case E::heard:
      return {state};
    case E::unwanted:
      return {S::muted, {Outcome::stopped}};
    case E::failed:
      return {S::lost, {Outcome::ended}};
    case E::cut:
      return {S::muted, {Outcome::cut}};
  }
  return {state};
}

bool is_piece(E event) { return event <= E::gap; }

Met met_by(S state, E event) {
  switch (state) {
    case S::open:
    case S::quiet:
      return met_by_open(state, event);
    case S::whole:
      if (event == E::unsaid) return {S::said, {Outcome::said, Outcome::late}};
      if (event == E::last) return {S::whole, {Outcome::late, Outcome::late}};
      if (is_piece(event)) return {S::whole, {Outcome::late}};
      if (event == E::heard) return {S::said, {Outcome::said}};
      if (event == E::unwanted) return {S::over, {Outcome::stopped}};
      if (event == E::failed) return {S::over, {Outcome::ended}};
      return event == E::cut ? Met{S::over, {Outcome::cut}} : Met{S::whole};
    case S::said:
      if (event == E::last) return {S::said, {Outcome::late, Outcome::late}};
      return is_piece(event) ? Met{S::said, {Outcome::late}} : Met{S::said};
    case S::muted:
    case S::lost:
      return {event == E::last || event == E::left ? S::over : state};
    case S::over:
      return {S::over};
  }
  return {state};
}

TEST_P(QueueCell, ReportsWhatBecameOfAMessage) {
  const auto [state, event] = GetParam();
  bring_into(state);
  if (HasFatalFailure()) return;
  cause(event);
  const Met wanted = met_by(state, event);
  EXPECT_EQ(message_->state, wanted.state);
  EXPECT_THAT(reports_, ElementsAreArray(wanted.reports));
  EXPECT_EQ(message_->text.substr(message_->read), wanted.unsaid);
  EXPECT_EQ(waits(), event == E::unsaid && !wanted.unsaid.empty());
  const bool was_stopped = is_silent(state), is_stopped = is_silent(wanted.state);
  EXPECT_EQ(message_->stop.stop_requested(), was_stopped || (is_stopped && event != E::cut));
  EXPECT_TRUE(may_grow(wanted.state) || message_->early.empty());
}

// What came of a silent message is what came of each of its pieces.
TEST_P(QueueCell, SaysWhatBecameOfAPiece) {
  const auto [state, event] = GetParam();
  if (!is_piece(event)) return;
  bring_into(state);
  if (HasFatalFailure()) return;
  cause(event);
  std::optional<Outcome> wanted;
  if (event == E::late || !may_grow(state)) wanted = Outcome::late;
  if (is_silent(state)) wanted = state == S::lost ? Outcome::ended : Outcome::stopped;
  EXPECT_EQ(returned_, wanted);
}

INSTANTIATE_TEST_SUITE_P(All, QueueCell,
                         ::testing::Combine(::testing::ValuesIn(all_states()),
                                            ::testing::ValuesIn(all_events())),
                         name_of_cell);

// Who does not want to hear a message does not want its summary; who could not, does.
TEST(MessageStates, EachOutcomeThatSilencesHasItsEvent) {
  for (const Outcome wish :
       {Outcome::stopped, Outcome::skipped, Outcome::interrupted, Outcome::muted})
    EXPECT_EQ(silencing_event(wish), E::unwanted) << name_of(wish);
  EXPECT_EQ(silencing_event(Outcome::cut), E::cut);
  for (const Outcome fault : {Outcome::dropped, Outcome::full, Outcome::unheard, Outcome::ended})
    EXPECT_EQ(silencing_event(fault), E::failed) << name_of(fault);
}

}  // namespace
}  // namespace sotto::speaker::message_states_test
