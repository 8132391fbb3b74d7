#include "speaker/message_queue.h"

#include <algorithm>
#include <utility>

namespace sotto::speaker {
namespace {

constexpr size_t kManyRecords = 512, kManyMuted = 256, kManySummaries = 64, kManyEarly = 4096;
constexpr size_t kPieceBytes = 64;  // what a piece costs beside its text
constexpr size_t kShortName = 8;    // characters
constexpr size_t kUnheardPart =
    8;  // of the bytes that may wait: what nobody will hear, but may sum up

// By name, the beginning of one (as of a commit), or project.
bool is_meant(std::string_view who, const std::string& session, const std::string& project) {
  if (who.empty() || session == who || project == who) return true;
  return who.size() >= kShortName && session.starts_with(who);
}

// Pieces are lines.
std::string as_lines(const std::string& text) {
  return text.empty() || text.ends_with('\n') ? text : text + '\n';
}

}  // namespace

std::optional<Outcome> MessageQueue::announce(const SpeakRequest& a, Time now) {
  if (a.stream.empty()) {
    const bool may_wait = a.may_repeat && summaries_.size() < kManySummaries;
    if (!may_wait || !is_writing(a.session)) return take_whole(a, now);
    // Its last pieces are perhaps still on their way: events come by processes of their own.
    summaries_.push_back({a, now});
    return std::nullopt;
  }
  Shared message = find(a);
  if (message == nullptr) message = enter(a, now);
  const std::optional<Outcome> outcome = take_piece(message, a, now);
  resolve_summaries(now);
  return outcome;
}

MessageQueue::Shared MessageQueue::find(const SpeakRequest& a) {
  const auto found = std::ranges::find_if(
      records_, [&](const Shared& m) { return m->session == a.session && m->stream == a.stream; });
  if (found == records_.end()) return nullptr;
  if (may_grow((*found)->state) || a.index) return *found;
  records_.erase(found);  // who numbers no pieces may use a name again
  return nullptr;
}

// A message begins. Whether it is heard is decided here, once.
MessageQueue::Shared MessageQueue::enter(const SpeakRequest& a, Time now) {
  auto message = std::make_shared<Message>();
  message->session = a.session;
  message->stream = a.stream;
  message->project = a.project;
  message->overrides = a.overrides;
  message->state = a.stream.empty() ? MessageState::whole : MessageState::open;
  message->last_piece = message->gap_since = now;
  // A session says one thing at a time: who begins another message has ended the one before, even
  // when its last piece is still on its way, or will never come.
  for (const Shared& m : records_)
    if (m->session == a.session && may_grow(m->state)) m->is_succeeded = true;
  if (!a.stream.empty()) {
    forget_old();
    records_.push_back(message);
  }
  std::optional<Outcome> refused;
  const bool busy = current_ != nullptr || !waiting_.empty();
  if (muted_.contains(a.session) || (!a.project.empty() && muted_.contains(a.project))) {
    refused = Outcome::muted;
  } else if (busy && a.on_new == OnNew::drop) {
    refused = Outcome::dropped;
  } else if (busy && a.on_new == OnNew::interrupt) {
    const std::deque<Shared> others = waiting_;
    if (current_ != nullptr) silence(*current_, Outcome::interrupted);
    for (const Shared& other : others) silence(*other, Outcome::interrupted);
  } else if (waiting_.size() >= limits_.most_waiting) {
    refused = Outcome::full;
  }
  if (refused) {
    silence(*message, *refused);
  } else {
    waiting_.push_back(message);
  }
  return message;
}

std::optional<Outcome> MessageQueue::take_whole(const SpeakRequest& a, Time now) {
  const bool is_repetition = a.may_repeat && history_.is_repetition(a.session, a.text, now);
  if (a.may_repeat) history_.end_turn(a.session, now);
  if (is_repetition) {
    Message repeated;
    repeated.session = a.session;
    report_(Outcome::repeated, repeated);
    return Outcome::repeated;
  }
  const Shared message = enter(a, now);
  if (bytes_unsaid() + a.text.size() > limits_.most_bytes) silence(*message, Outcome::full);
  if (!is_silent(message->state)) message->text = as_lines(a.text);
  return message->silenced();
}

std::optional<Outcome> MessageQueue::take_piece(const Shared& message, const SpeakRequest& a,
                                                Time now) {
  Message& m = *message;
  const size_t after = m.early.empty() ? m.next_index : m.early.rbegin()->first + 1;
  const size_t index = a.index.value_or(after);
  if (m.indexes.contains(index)) {
    report_(Outcome::doubled, m);
    return Outcome::doubled;
  }
  const bool is_late = !may_grow(m.state) || index < m.next_index;
  if (is_late && step(m, MessageEvent::late) != MessageAction::none) return Outcome::late;
  if (bytes_unsaid() + a.text.size() + kPieceBytes > limits_.most_bytes) silence(m, Outcome::full);
  m.last_piece = now;
  if (remembered_indexes() * kPieceBytes < limits_.most_bytes) m.indexes.insert(index);
  if (is_late) return m.silenced();
  const bool keeps = !is_silent(m.state) || may_keep_unheard(m, a.text);
  const auto& [place, is_new] = m.early.emplace(index, Message::Piece{keeps ? a.text : "", a.last});
  if (is_new) m.early_bytes += place->second.text.size();
  release(message, now);
  if (m.early.size() > kManyEarly) give_up_gap(message, now);
  return m.silenced();
}

// A piece of a message that nobody wants to hear is kept until its place is known, so that the
// message's summary is not heard either. It keeps no other session from being heard.
bool MessageQueue::may_keep_unheard(const Message& message, const std::string& text) const {
  if (message.state != MessageState::muted) return false;
  size_t bytes = text.size();
  for (const Shared& m : records_) bytes += is_silent(m->state) ? m->early_bytes : 0;
  return bytes <= limits_.most_bytes / kUnheardPart;
}

size_t MessageQueue::remembered_indexes() const {
  size_t indexes = 0;
  for (const Shared& m : records_) indexes += m->indexes.size();
  return indexes;
}

// Appends pieces that are next in order to the text.
void MessageQueue::release(const Shared& message, Time now) {
  Message& m = *message;
  if (m.early.size() == 1) m.gap_since = now;
  while (may_grow(m.state) && !m.early.empty() && m.early.begin()->first == m.next_index) {
    const Message::Piece piece = std::move(m.early.begin()->second);
    m.early.erase(m.early.begin());
    m.early_bytes -= piece.text.size();
    ++m.next_index;
    m.gap_since = now;
    const MessageAction action = step(m, MessageEvent::piece);
    if (action != MessageAction::none) history_.note(m.session, m.stream, piece.text, now);
    if (action == MessageAction::say) m.text += as_lines(piece.text);
    if (piece.last) step(m, MessageEvent::last);
  }
  if (!m.is_read()) {
    const MessageAction action = step(m, MessageEvent::unsaid);
    if (action == MessageAction::queue && !is_pending(&m)) waiting_.push_back(message);
  } else if (!is_pending(&m)) {
    step(m, MessageEvent::heard);
  }
}

void MessageQueue::give_up_gap(const Shared& message, Time now) {
  step(*message, MessageEvent::gap);
  message->next_index = message->early.begin()->first;
  release(message, now);
}

// Does what the table says, but for what needs the piece or a place in the queue.
MessageAction MessageQueue::step(Message& m, MessageEvent event) {
  const auto [next, action] = transition(m.state, event);
  m.state = next;
  switch (action) {
    case MessageAction::end:
      for (size_t i = 0; i < m.early.size(); ++i) report_(Outcome::late, m);
      [[fallthrough]];
    case MessageAction::drop:
      m.early.clear();
      m.early_bytes = 0;
      break;
    case MessageAction::late:
      report_(Outcome::late, m);
      break;
    case MessageAction::miss:
      report_(Outcome::missing, m);
      break;
    case MessageAction::done:
      report_(Outcome::said, m);
      break;
    default:
      break;
  }
  return action;
}

// Nothing more of it is heard. The caller holds the message.
void MessageQueue::silence(Message& m, Outcome why) {
  const MessageAction action = step(m, silencing_event(why));
  if (action == MessageAction::none) return;
  m.silenced_by = why;
  if (action != MessageAction::cut) m.stop.request_stop();
  if (action == MessageAction::lose) history_.forget(m.session, m.stream);
  std::erase_if(waiting_, [&](const Shared& other) { return other.get() == &m; });
  if (current_.get() == &m) rewinds_ = false;
  if (current_.get() != &m && last_.get() != &m) m.text.clear();  // those can be said again
  m.read = m.text.size();
  report_(why, m);
}

size_t MessageQueue::stop(std::string_view who, Outcome why) {
  std::vector<Shared> meant;
  const auto take = [&](const Shared& m) {
    if (m == nullptr || !is_meant(who, m->session, m->project)) return;
    if (is_active(m->state) && std::ranges::find(meant, m) == meant.end()) meant.push_back(m);
  };
  take(current_);
  for (const Shared& m : waiting_) take(m);
  for (const Shared& m : records_) take(m);
  for (const Shared& m : meant) silence(*m, why);
  size_t count = meant.size();
  for (auto it = summaries_.begin(); it != summaries_.end();) {
    const auto next = std::next(it);
    const SpeakRequest& a = it->request;
    if (is_meant(who, a.session, a.project)) {
      Message summary;
      summary.session = a.session;
      report_(why, summary);
      summaries_.erase(it);
      ++count;
    }
    it = next;
  }
  return count;
}

bool MessageQueue::skip() {
  if (current_ == nullptr || is_silent(current_->state)) return false;
  silence(*current_, Outcome::skipped);
  return true;
}

bool MessageQueue::again() {
  if (current_ != nullptr && !is_silent(current_->state)) {
    rewinds_ = true;
    current_->stop.request_stop();
    return true;
  }
  if (last_ == nullptr || last_->text.empty()) return false;
  auto copy = std::make_shared<Message>();
  copy->session = last_->session;
  copy->project = last_->project;
  copy->overrides = last_->overrides;
  copy->text = last_->text;
  copy->state = MessageState::whole;
  waiting_.push_front(std::move(copy));
  return true;
}

bool MessageQueue::mute(const std::string& who, bool on) {
  if (!on) {
    std::erase_if(muted_, [&](const std::string& name) { return is_meant(who, name, ""); });
    return true;
  }
  const auto has_name = [&](const Shared& m) { return m && is_meant(who, m->session, ""); };
  const auto of_record = std::ranges::find_if(records_, has_name);
  const auto of_waiting = std::ranges::find_if(waiting_, has_name);
  std::string name = who;  // of a session that is known, all of it
  if (of_record != records_.end()) name = (*of_record)->session;
  if (of_waiting != waiting_.end()) name = (*of_waiting)->session;
  if (has_name(last_)) name = last_->session;
  if (muted_.size() == kManyMuted && !muted_.contains(name)) return false;
  muted_.insert(name);
  stop(name, Outcome::muted);
  return true;
}

void MessageQueue::cut(Message& message) { silence(message, Outcome::cut); }

MessageQueue::Shared MessageQueue::begin() {
  if (waiting_.empty()) return nullptr;
  const Shared before = std::exchange(last_, waiting_.front());
  current_ = last_;
  waiting_.pop_front();
  current_->stop = std::stop_source();
  if (before != nullptr && before != current_ && !is_pending(before.get())) {
    before->text.clear();
    before->read = 0;
  }
  return current_;
}

void MessageQueue::finish(bool heard) {
  const Shared message = std::exchange(current_, nullptr);
  const bool rewinds = std::exchange(rewinds_, false);
  Message& m = *message;
  if (is_silent(m.state)) return;  // which was reported
  if (rewinds) m.read = m.sentences = 0;
  if (!heard && !rewinds) {
    silence(m, Outcome::unheard);
  } else if (rewinds || !m.is_read()) {
    waiting_.push_front(message);  // else: a piece came at the last moment
  } else {
    step(m, MessageEvent::heard);
  }
}

void MessageQueue::pass_time(Time now) {
  const std::list<Shared> records = records_;
  for (const Shared& m : records) pass_time_of(m, now);
  resolve_summaries(now);
}

void MessageQueue::pass_time_of(const Shared& message, Time now) {
  Message& m = *message;
  if (may_grow(m.state) && !m.early.empty() && now - m.gap_since >= limits_.gap)
    give_up_gap(message, now);
  if (now - m.last_piece >= (m.is_succeeded ? limits_.gap : limits_.quiet))
    step(m, m.is_succeeded ? MessageEvent::left : MessageEvent::quiet);
}

bool MessageQueue::needs_time() const {
  return !summaries_.empty() || std::ranges::any_of(records_, [](const Shared& m) {
    if (!may_grow(m->state)) return false;
    return m->state == MessageState::open || !m->early.empty() ||
           (is_silent(m->state) && m->is_succeeded);
  });
}

void MessageQueue::resolve_summaries(Time now) {
  std::list<Summary> due;
  for (auto it = summaries_.begin(); it != summaries_.end();) {
    const auto next = std::next(it);
    if (!is_writing(it->request.session) || now - it->since >= limits_.gap)
      due.splice(due.end(), summaries_, it);
    it = next;
  }
  for (const Summary& summary : due) take_whole(summary.request, now);
}

// Its pieces are perhaps not all here.
bool MessageQueue::is_writing(const std::string& session) const {
  return std::ranges::any_of(records_, [&](const Shared& m) {
    return m->session == session && may_grow(m->state) &&
           (m->state != MessageState::quiet || !m->early.empty());
  });
}

bool MessageQueue::is_pending(const Message* message) const {
  return current_.get() == message ||
         std::ranges::any_of(waiting_, [&](const Shared& m) { return m.get() == message; });
}

size_t MessageQueue::bytes_waiting() const {
  size_t bytes = 0;
  for (const Shared& m : waiting_) bytes += m->text.size() - m->read;
  return bytes;
}

size_t MessageQueue::bytes_unsaid() const {
  size_t bytes = 0;
  const auto add = [&](const Shared& m) {
    if (m != nullptr) bytes += m->text.size() - m->read + m->indexes.size() * kPieceBytes;
  };
  add(current_);
  for (const Shared& m : waiting_) add(m);
  for (const Shared& m : records_) bytes += is_silent(m->state) ? 0 : m->early_bytes;
  for (const Summary& s : summaries_) bytes += s.request.text.size();
  return bytes;
}

size_t MessageQueue::bytes_held() const {
  size_t bytes = bytes_unsaid();
  for (const Shared& m : records_) bytes += is_silent(m->state) ? m->early_bytes : 0;
  return bytes;
}

void MessageQueue::forget_old() {
  if (records_.size() < kManyRecords) return;
  const auto old =
      std::ranges::find_if(records_, [&](const Shared& m) { return !is_pending(m.get()); });
  if (old != records_.end()) records_.erase(old);
}

}  // namespace sotto::speaker
