#include "speaker/speaker.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/failure.h"
#include "base/log.h"
#include "speaker/mostly_code.h"

namespace sotto::speaker {
namespace {

constexpr size_t kBeginning = 80;  // bytes
constexpr std::chrono::milliseconds kTick{50};

// The first line of what is not said yet, cut between two characters.
std::string beginning_of(const Message& m) {
  const size_t begin = std::min(m.text.find_first_not_of(" \t\r\n", m.read), m.text.size());
  size_t end = std::min(m.text.find('\n', begin), m.text.size());
  if (end - begin > kBeginning) {
    end = begin + kBeginning;
    while (end > begin && (m.text[end] & 0xC0) == 0x80) --end;
  }
  return m.text.substr(begin, end - begin);
}

MessageInfo info_of(const Message& m) {
  return {m.session, m.project, m.state == MessageState::open, beginning_of(m)};
}

}  // namespace

Speaker::Speaker(SpeakerParts parts, SpeakerOptions options)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      is_device_(options_.output == "device"),
      output_(parts_.open_sink, is_device_, parts_.sounding),
      queue_(options_.limits, [this](Outcome outcome, const Message& m) { report(outcome, m); }),
      worker_([this](const std::stop_token& stop) { work(stop); }) {}

Speaker::~Speaker() {
  end();
  parts_.scheduler->timers.cancel(this);
}

void Speaker::end() {
  worker_.request_stop();
  const std::lock_guard lock(mutex_);
  ended_ = true;
  queue_.stop("", Outcome::ended);
  output_.silence();
}

std::optional<Outcome> Speaker::announce(const SpeakRequest& request) {
  const std::lock_guard lock(mutex_);
  if (ended_) return Outcome::ended;
  const std::optional<Outcome> outcome = queue_.announce(request, MessageClock::now());
  look_again();
  return outcome;
}

size_t Speaker::stop(const std::string& who) {
  const std::lock_guard lock(mutex_);
  if (who.empty()) output_.silence();
  return queue_.stop(who);
}

bool Speaker::skip() {
  const std::lock_guard lock(mutex_);
  return queue_.skip();
}

bool Speaker::again() {
  const std::lock_guard lock(mutex_);
  const bool found = queue_.again();
  look_again();
  return found;
}

bool Speaker::mute(const std::string& who, bool on) {
  const std::lock_guard lock(mutex_);
  return queue_.mute(who, on);
}

engine::SpeechOrder Speaker::order_of(const SpeechOverrides& overrides) const {
  engine::SpeechOrder order = options_.order;
  order.rate = overrides.speed.value_or(order.rate);
  if (overrides.language) {
    const bool translates = order.from != order.to;
    order.from = *overrides.language;
    if (!translates && order.to != order.from) {
      order.to = order.from;
      order.voices = {engine::VoiceChoice()};  // the speaker's own are for its language
    }
  }
  if (overrides.to && *overrides.to != order.to) {
    order.to = *overrides.to;
    order.voices = {engine::VoiceChoice()};
  }
  if (overrides.voice) order.voices = {*overrides.voice};
  order.options.speech_text.read = overrides.read.value_or(order.options.speech_text.read);
  if (overrides.in_register) order.in_register = overrides.in_register;
  return order;
}

void Speaker::pause() {
  const std::lock_guard lock(mutex_);
  paused_ = true;
  hold_or_go_on();
}

void Speaker::resume() {
  const std::lock_guard lock(mutex_);
  paused_ = false;
  hold_or_go_on();
}

void Speaker::be_quiet(bool on) {
  const std::lock_guard lock(mutex_);
  quiet_ = on;
  hold_or_go_on();
}

// Under the lock: who waits has looked, or will hear of it.
void Speaker::hold_or_go_on() {
  const bool held = paused_ || quiet_;
  output_.hold(held);
  if (!held) changed_.notify_all();
}

SpeakerState Speaker::state() const {
  const std::lock_guard lock(mutex_);
  SpeakerState state;
  const auto& current = queue_.current();
  state.speaking = current != nullptr;
  state.paused = output_.is_held();
  state.quiet = quiet_;
  state.caught_up = caught_up_;
  if (current != nullptr) state.current = info_of(*current);
  for (const auto& message : queue_.waiting()) state.waiting.push_back(info_of(*message));
  state.muted.assign(queue_.muted().begin(), queue_.muted().end());
  return state;
}

// Under the lock.
void Speaker::report(Outcome outcome, const Message& m) {
  if (parts_.count) parts_.count(outcome);
  switch (outcome) {
    case Outcome::said:
    case Outcome::repeated:
    case Outcome::doubled:
      return log::debug("session {}: a message was {}", m.session, name_of(outcome));
    case Outcome::full:
      return log::warn("session {}: too much waits to be said, a message is lost", m.session);
    case Outcome::unheard:
      return log::warn("session {}: a message was not heard", m.session);
    case Outcome::ended:
      return log::warn("session {}: the server ended before a message was said", m.session);
    case Outcome::late:
      return log::warn("session {}: a piece came behind the end of its message, and is lost",
                       m.session);
    case Outcome::missing:
      return log::warn("session {}: a message goes on without pieces that did not come", m.session);
    default:  // somebody wished it
      return log::info("session {}: a message was {}", m.session, name_of(outcome));
  }
}

// Wakes the thread that plays, the message that is said, and the clock. Under the lock.
void Speaker::look_again() {
  if (feed_ != nullptr) feed_->look();
  watch_time();
  changed_.notify_all();
}

// Under the lock.
void Speaker::watch_time() noexcept {
  if (ticking_ || ended_ || !queue_.needs_time()) return;
  try {
    parts_.scheduler->timers.at(MessageClock::now() + kTick, this, [this] { pass_time(); });
    ticking_ = true;
  } catch (...) {  // memory or threads ran out: whatever happens next tries again
  }
}

// A session that died, or was interrupted, leaves its message open. On the timers' thread.
void Speaker::pass_time() noexcept {
  const std::lock_guard lock(mutex_);
  ticking_ = false;
  try {
    queue_.pass_time(MessageClock::now());
  } catch (...) {  // as above
  }
  look_again();
}

// A sound card is not ours alone. Under the lock.
bool Speaker::may_close() const { return is_device_ && !output_.is_held() && output_.is_open(); }

void Speaker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto has_message = [&] { return !queue_.waiting().empty(); };
  while (changed_.wait(lock, stop, [&] { return has_message() || may_close(); }) &&
         !stop.stop_requested()) {
    if (!has_message()) {
      close_output(lock, stop);
      continue;
    }
    const std::shared_ptr<Message> message = queue_.begin();
    bool heard = false;
    try {
      heard = say_next(lock, message);
    } catch (...) {  // memory or threads ran out: this message's end, not the speaker's
      log::warn("what a session had to say was not heard: {}",
                error_of(std::current_exception()).message);
      if (!lock.owns_lock()) lock.lock();
    }
    queue_.finish(heard);
    if (!has_message()) output_.rest();
    silent_since_ = MessageClock::now();
    look_again();
  }
}

// Unless somebody speaks before.
void Speaker::close_output(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
  const auto has_message = [&] { return !queue_.waiting().empty(); };
  if (changed_.wait_until(lock, stop, silent_since_ + options_.close_after, has_message)) return;
  if (stop.stop_requested() || !may_close()) return;
  lock.unlock();
  output_.close();
  lock.lock();
}

// Gives the lock back meanwhile.
bool Speaker::say_next(std::unique_lock<std::mutex>& lock,
                       const std::shared_ptr<Message>& message) {
  if (message->is_read() && message->state != MessageState::open) return true;
  if (message->stream.empty() && message->read == 0) {
    const engine::SpeechOrder order = order_of(message->overrides);
    const bool reads_code = order.options.speech_text.read.code;
    auto short_form = reads_code ? std::nullopt : mostly_code(message->text, order.from);
    if (short_form) message->text = *std::move(short_form);
  }
  const std::string before = preface(*message);
  const std::stop_token stop = message->stop.get_token();
  lock.unlock();
  const Result<void> said = say(*message, before, stop);
  lock.lock();
  if (said || stop.stop_requested()) return true;
  log::warn("what a session had to say was not heard: {}", said.error().message);
  return false;
}

// If another session begins to speak, the listener hears whose words follow.
std::string Speaker::preface(const Message& m) const {
  const bool is_other = spoken_session_ && *spoken_session_ != m.session;
  return is_other && !m.project.empty() ? "`" + m.project + "`.\n\n" : "";
}

// Under the lock.
void Speaker::note_lag(const pipeline::Utterance& u) {
  if (!u.passed_over.empty()) {
    ++caught_up_.passed_over;
    log::info("passed over, as {}: {}", u.passed_over, u.source.text);
  }
  if (!u.heard) return;
  caught_up_.most_tempo = std::max(caught_up_.most_tempo, u.tempo);
  const std::chrono::duration<double, std::milli> lag = u.times.first_audio - u.times.received;
  caught_up_.most_lag_ms = std::max(caught_up_.most_lag_ms, lag.count());
}

pipeline::SessionEvents Speaker::events_of(Message& message, size_t preface_sentences) {
  pipeline::SessionEvents events;
  events.finished = [&message, preface_sentences, this](const pipeline::Utterance& u) {
    if (u.heard) log::debug("session {} said: {}", message.session, u.source.text);
    const std::lock_guard lock(mutex_);
    if (u.heard) spoken_session_ = message.session;
    note_lag(u);
    if (u.id < preface_sentences || u.is_source) return;
    ++message.sentences;
    if (message.sentences != options_.most_sentences) return;
    queue_.cut(message);
    look_again();
  };
  events.wants_text = [this] {
    const std::lock_guard lock(mutex_);
    if (feed_ != nullptr) feed_->look();
  };
  return events;
}

MessageFeed::Text Speaker::next_text(Message& message, size_t most) {
  const std::lock_guard lock(mutex_);
  MessageFeed::Text text;
  text.bytes = message.text.substr(message.read, most);
  message.read += text.bytes.size();
  text.is_end = message.state != MessageState::open;
  return text;
}

// The message whose text goes into its session, while this lives.
class Speaker::FedMessage {
 public:
  FedMessage(Speaker& speaker, MessageFeed& feed) : speaker_(speaker) {
    const std::lock_guard lock(speaker_.mutex_);
    speaker_.feed_ = &feed;
    feed.look();
  }
  ~FedMessage() {
    const std::lock_guard lock(speaker_.mutex_);
    speaker_.feed_ = nullptr;
  }
  FedMessage(const FedMessage&) = delete;
  FedMessage& operator=(const FedMessage&) = delete;

 private:
  Speaker& speaker_;
};

// Takes those of the message, and for what it leaves open those of its session or project.
SpeechOverrides Speaker::usual_overrides(const Message& message) const {
  SpeechOverrides overrides = message.overrides;
  if (!options_.usual) return overrides;
  const SpeechOverrides usual = options_.usual(message.session, message.project);
  const bool has_language = overrides.voice || overrides.language || overrides.to;
  if (!overrides.speed) overrides.speed = usual.speed;
  if (has_language) return overrides;  // a voice and its language go together
  overrides.voice = usual.voice;
  overrides.to = usual.to;
  return overrides;
}

// Returns when all of it was heard, not when a sound card has taken it: until then it can be
// stopped.
Result<void> Speaker::say(Message& message, const std::string& preface,
                          const std::stop_token& stop) {
  if (const Result<void> opened = output_.open(); !opened) return opened;
  engine::SpeechOrder order = order_of(usual_overrides(message));
  order.caller = "session " + message.session;
  order.options.real_time = is_device_;
  order.options.heard_live = is_device_;
  order.options.came_whole = message.stream.empty();
  order.options.others_waiting = [this] {
    const std::lock_guard lock(mutex_);
    return queue_.bytes_waiting();
  };
  order.options.reader.format = agent::Format::plain;
  const size_t preface_sentences = preface.empty() ? 0 : 1;
  order.options.undigested = preface_sentences;
  if (options_.most_sentences > 0)
    order.options.most_sentences = options_.most_sentences - message.sentences + preface_sentences;
  const auto opened = parts_.open_session(order, events_of(message, preface_sentences), stop);
  if (!opened) return opened.error();
  pipeline::Session& session = (*opened)->session();
  session.push(preface);
  // A maker of digests may take many seconds, and threads that translate are everybody's.
  pipeline::JobQueue& reading =
      order.options.digest_maker ? reading_ : parts_.scheduler->translating;
  MessageFeed feed(session, reading, order.caller,
                   [&](size_t most) { return next_text(message, most); });
  const FedMessage fed(*this, feed);
  const pipeline::SessionResult result = session.play(&output_);
  const Result<void> drained = output_.drain(stop);
  return result.error ? *result.error : drained;
}

}  // namespace sotto::speaker
