#include "speaker/message_queue.h"

#include <algorithm>
#include <array>
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

// Who does not want to hear a message does not want to hear its summary either.
bool is_wish(Fate why) {
  return why == Fate::stopped || why == Fate::skipped || why == Fate::interrupted ||
         why == Fate::muted || why == Fate::cut;
}

}  // namespace

const char* name_of(Fate fate) {
  constexpr std::array<const char*, kFates> kNames = {
      "said", "repeated", "stopped", "skipped", "interrupted", "dropped", "muted",
      "cut",  "full",     "unheard", "ended",   "late",        "doubled", "missing"};
  return kNames[static_cast<size_t>(fate)];
}

std::optional<Fate> MessageQueue::announce(const Announcement& a, Time now) {
  if (a.stream.empty()) {
    const bool may_wait = a.may_repeat && summaries_.size() < kManySummaries;
    if (!may_wait || !is_writing(a.session)) return take_whole(a, now);
    // Its last pieces are perhaps still on their way: events come by processes of their own.
    summaries_.push_back({a, now});
    return std::nullopt;
  }
  Shared message = find(a);
  if (message == nullptr) message = enter(a, now);
  const std::optional<Fate> fate = take_piece(message, a, now);
  resolve_summaries(now);
  return fate;
}

MessageQueue::Shared MessageQueue::find(const Announcement& a) {
  const auto found = std::ranges::find_if(
      records_, [&](const Shared& m) { return m->session == a.session && m->stream == a.stream; });
  if (found == records_.end()) return nullptr;
  if (!(*found)->ended || a.index) return *found;
  records_.erase(found);  // who numbers no pieces may use a name again
  return nullptr;
}

// A message begins. Whether it is heard is decided here, once.
MessageQueue::Shared MessageQueue::enter(const Announcement& a, Time now) {
  auto message = std::make_shared<Message>();
  message->session = a.session;
  message->stream = a.stream;
  message->project = a.project;
  message->manner = a.manner;
  message->last_piece = message->gap_since = now;
  // A session says one thing at a time: who begins another message has ended the one before, even
  // when its last piece is still on its way, or will never come.
  for (const Shared& m : records_)
    if (m->session == a.session && !m->ended) m->succeeded = true;
  if (!a.stream.empty()) {
    forget_old();
    records_.push_back(message);
  }
  std::optional<Fate> refused;
  const bool busy = current_ != nullptr || !waiting_.empty();
  if (muted_.contains(a.session) || (!a.project.empty() && muted_.contains(a.project))) {
    refused = Fate::muted;
  } else if (busy && a.on_new == OnNew::drop) {
    refused = Fate::dropped;
  } else if (busy && a.on_new == OnNew::interrupt) {
    const std::deque<Shared> others = waiting_;
    if (current_ != nullptr && !current_->silenced) silence(current_, Fate::interrupted);
    for (const Shared& other : others) silence(other, Fate::interrupted);
  } else if (waiting_.size() >= limits_.most_waiting) {
    refused = Fate::full;
  }
  if (refused) {
    silence(message, *refused);
  } else {
    waiting_.push_back(message);
  }
  return message;
}

std::optional<Fate> MessageQueue::take_whole(const Announcement& a, Time now) {
  const bool is_repetition = a.may_repeat && said_.is_repetition(a.session, a.text, now);
  if (a.may_repeat) said_.end_turn(a.session, now);
  if (is_repetition) {
    Message repeated;
    repeated.session = a.session;
    report_(Fate::repeated, repeated);
    return Fate::repeated;
  }
  const Shared message = enter(a, now);
  if (!message->silenced && bytes_unsaid() + a.text.size() > limits_.most_bytes)
    silence(message, Fate::full);
  if (message->silenced) return message->silenced;
  message->text = as_lines(a.text);
  message->ended = true;
  message->state = MessageState::closed;
  return std::nullopt;
}

std::optional<Fate> MessageQueue::take_piece(const Shared& message, const Announcement& a,
                                             Time now) {
  Message& m = *message;
  const size_t after = m.early.empty() ? m.next_index : m.early.rbegin()->first + 1;
  const size_t index = a.index.value_or(after);
  if (m.indexes.contains(index)) {
    report_(Fate::doubled, m);
    return Fate::doubled;
  }
  if (!m.silenced && (m.ended || index < m.next_index)) {
    report_(Fate::late, m);
    return Fate::late;
  }
  if (!m.silenced && bytes_unsaid() + a.text.size() + kPieceBytes > limits_.most_bytes)
    silence(message, Fate::full);
  m.last_piece = now;
  if (remembered_indexes() * kPieceBytes < limits_.most_bytes) m.indexes.insert(index);
  if (m.ended || index < m.next_index) return m.silenced;
  const auto& [place, is_new] = m.early.emplace(
      index, Message::Piece{m.silenced && !may_keep_unheard(m, a.text) ? "" : a.text, a.last});
  if (is_new) m.early_bytes += place->second.text.size();
  release(message, now);
  if (m.early.size() > kManyEarly) give_up_gap(message, now);
  return m.silenced;
}

// Of a message that nobody wants to hear a piece is kept until its place is known, so that the
// message's summary is not heard either. It keeps no other session from being heard.
bool MessageQueue::may_keep_unheard(const Message& message, const std::string& text) const {
  if (!is_wish(*message.silenced)) return false;
  size_t bytes = text.size();
  for (const Shared& m : records_) bytes += m->silenced ? m->early_bytes : 0;
  return bytes <= limits_.most_bytes / kUnheardPart;
}

size_t MessageQueue::remembered_indexes() const {
  size_t indexes = 0;
  for (const Shared& m : records_) indexes += m->indexes.size();
  return indexes;
}

// What is in its place goes into the text.
void MessageQueue::release(const Shared& message, Time now) {
  Message& m = *message;
  if (m.early.size() == 1) m.gap_since = now;
  while (!m.ended && !m.early.empty() && m.early.begin()->first == m.next_index) {
    const Message::Piece piece = std::move(m.early.begin()->second);
    m.early.erase(m.early.begin());
    m.early_bytes -= piece.text.size();
    ++m.next_index;
    m.gap_since = now;
    deliver(m, piece, now);
    if (piece.last) end(m);
  }
  if (m.silenced) return;
  if (!m.is_read()) {
    if (m.state == MessageState::closed && !m.ended) m.state = MessageState::open;
    if (!is_pending(message.get())) waiting_.push_back(message);
  } else if (m.ended && !is_pending(message.get())) {
    report_(Fate::said, m);
  }
}

void MessageQueue::give_up_gap(const Shared& message, Time now) {
  if (!message->silenced) report_(Fate::missing, *message);
  message->next_index = message->early.begin()->first;
  release(message, now);
}

void MessageQueue::deliver(Message& m, const Message::Piece& piece, Time now) {
  if (m.silenced && !is_wish(*m.silenced)) return;
  said_.note(m.session, m.stream, piece.text, now);
  if (!m.silenced) m.text += as_lines(piece.text);
}

// Its last piece has come.
void MessageQueue::end(Message& m) {
  if (!m.silenced)
    for (size_t i = 0; i < m.early.size(); ++i) report_(Fate::late, m);
  m.early.clear();
  m.early_bytes = 0;
  m.ended = true;
  m.state = MessageState::closed;
}

// Nothing more of it is heard.
void MessageQueue::silence(const Shared& message, Fate why) {
  Message& m = *message;
  m.silenced = why;
  m.stop.request_stop();
  std::erase(waiting_, message);
  if (!is_wish(why)) said_.forget(m.session, m.stream);
  m.rewound = false;
  if (message != current_ && message != last_) m.text.clear();  // those can be said again
  m.read = m.text.size();
  if (m.stream.empty()) m.ended = true;
  m.state = m.ended ? MessageState::closed : MessageState::muted;
  report_(why, m);
}

size_t MessageQueue::stop(std::string_view who, Fate why) {
  std::vector<Shared> meant;
  const auto take = [&](const Shared& m) {
    if (m == nullptr || !is_meant(who, m->session, m->project)) return;
    if (m->silenced || (m->ended && !is_pending(m.get()))) return;
    if (std::ranges::find(meant, m) == meant.end()) meant.push_back(m);
  };
  take(current_);
  for (const Shared& m : waiting_) take(m);
  for (const Shared& m : records_) take(m);
  for (const Shared& m : meant) silence(m, why);
  size_t count = meant.size();
  for (auto it = summaries_.begin(); it != summaries_.end();) {
    const auto next = std::next(it);
    const Announcement& a = it->announcement;
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
  if (current_ == nullptr || current_->silenced) return false;
  silence(current_, Fate::skipped);
  return true;
}

bool MessageQueue::again() {
  if (current_ != nullptr && !current_->silenced) {
    current_->rewound = true;
    current_->stop.request_stop();
    return true;
  }
  if (last_ == nullptr || last_->text.empty()) return false;
  auto copy = std::make_shared<Message>();
  copy->session = last_->session;
  copy->project = last_->project;
  copy->manner = last_->manner;
  copy->text = last_->text;
  copy->ended = true;
  copy->state = MessageState::closed;
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
  stop(name, Fate::muted);
  return true;
}

void MessageQueue::cut(Message& message) {
  if (message.silenced) return;
  message.silenced = Fate::cut;
  message.read = message.text.size();
  message.state = message.ended ? MessageState::closed : MessageState::muted;
  report_(Fate::cut, message);
}

MessageQueue::Shared MessageQueue::begin() {
  if (waiting_.empty()) return nullptr;
  const Shared before = std::exchange(last_, waiting_.front());
  current_ = last_;
  waiting_.pop_front();
  current_->stop = std::stop_source();
  if (std::exchange(current_->rewound, false)) current_->read = current_->sentences = 0;
  if (before != nullptr && before != current_ && !is_pending(before.get())) {
    before->text.clear();
    before->read = 0;
  }
  return current_;
}

void MessageQueue::finish(bool heard) {
  const Shared message = std::exchange(current_, nullptr);
  const Message& m = *message;
  if (m.silenced) return;  // which was reported
  if (m.rewound) {
    waiting_.push_front(message);
  } else if (!heard) {
    silence(message, Fate::unheard);
  } else if (!m.is_read()) {
    waiting_.push_front(message);  // a piece came at the last moment
  } else if (m.ended) {
    report_(Fate::said, m);
  }
}

void MessageQueue::pass_time(Time now) {
  const std::list<Shared> records = records_;
  for (const Shared& m : records) pass_time_of(m, now);
  resolve_summaries(now);
}

void MessageQueue::pass_time_of(const Shared& message, Time now) {
  Message& m = *message;
  if (!m.ended && !m.early.empty() && now - m.gap_since >= limits_.gap) give_up_gap(message, now);
  if (m.ended || now - m.last_piece < (m.succeeded ? limits_.gap : limits_.quiet)) return;
  if (m.state == MessageState::open) m.state = MessageState::closed;
  if (m.state == MessageState::muted && m.succeeded) end(m);
}

bool MessageQueue::needs_time() const {
  return !summaries_.empty() || std::ranges::any_of(records_, [](const Shared& m) {
    if (m->ended) return false;
    return m->state == MessageState::open || !m->early.empty() ||
           (m->state == MessageState::muted && m->succeeded);
  });
}

void MessageQueue::resolve_summaries(Time now) {
  std::list<Summary> due;
  for (auto it = summaries_.begin(); it != summaries_.end();) {
    const auto next = std::next(it);
    if (!is_writing(it->announcement.session) || now - it->since >= limits_.gap)
      due.splice(due.end(), summaries_, it);
    it = next;
  }
  for (const Summary& summary : due) take_whole(summary.announcement, now);
}

// Its pieces are perhaps not all here.
bool MessageQueue::is_writing(const std::string& session) const {
  return std::ranges::any_of(records_, [&](const Shared& m) {
    return m->session == session && !m->ended &&
           (m->state != MessageState::closed || !m->early.empty());
  });
}

bool MessageQueue::is_pending(const Message* message) const {
  return current_.get() == message ||
         std::ranges::any_of(waiting_, [&](const Shared& m) { return m.get() == message; });
}

size_t MessageQueue::bytes_unsaid() const {
  size_t bytes = 0;
  const auto add = [&](const Shared& m) {
    if (m != nullptr) bytes += m->text.size() - m->read + m->indexes.size() * kPieceBytes;
  };
  add(current_);
  for (const Shared& m : waiting_) add(m);
  for (const Shared& m : records_) bytes += m->silenced ? 0 : m->early_bytes;
  for (const Summary& s : summaries_) bytes += s.announcement.text.size();
  return bytes;
}

size_t MessageQueue::bytes_held() const {
  size_t bytes = bytes_unsaid();
  for (const Shared& m : records_) bytes += m->silenced ? m->early_bytes : 0;
  return bytes;
}

void MessageQueue::forget_old() {
  if (records_.size() < kManyRecords) return;
  const auto old =
      std::ranges::find_if(records_, [&](const Shared& m) { return !is_pending(m.get()); });
  if (old != records_.end()) records_.erase(old);
}

}  // namespace sotto::speaker
