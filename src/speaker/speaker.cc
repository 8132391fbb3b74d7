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

// A message's text, as it grows. Under the speaker's lock.
class Speaker::TextSource final : public pipeline::ByteSource {
 public:
  TextSource(Speaker& speaker, Message& message, std::string preface)
      : speaker_(speaker), message_(message), preface_(std::move(preface)) {}

  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    if (preface_read_ < preface_.size()) {
      const size_t n = preface_.copy(buffer.data(), buffer.size(), preface_read_);
      preface_read_ += n;
      return n;
    }
    std::unique_lock lock(speaker_.mutex_);
    Message& m = message_;
    speaker_.changed_.wait(lock, stop,
                           [&] { return !m.is_read() || m.state != MessageState::open; });
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    const size_t n = m.text.copy(buffer.data(), buffer.size(), m.read);
    m.read += n;
    return n;
  }
  bool is_live() const override { return true; }

 private:
  Speaker& speaker_;
  Message& message_;
  const std::string preface_;
  size_t preface_read_ = 0;
};

Speaker::Speaker(SpeakerParts parts, SpeakerOptions options)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      is_device_(options_.output == "device"),
      output_(parts_.open_sink, is_device_),
      queue_(options_.limits, [this](Outcome outcome, const Message& m) { report(outcome, m); }),
      worker_([this](const std::stop_token& stop) { work(stop); }),
      watcher_([this](const std::stop_token& stop) { watch(stop); }) {}

Speaker::~Speaker() { end(); }

void Speaker::end() {
  worker_.request_stop();
  watcher_.request_stop();
  const std::lock_guard lock(mutex_);
  ended_ = true;
  queue_.stop("", Outcome::ended);
  output_.silence();
}

std::optional<Outcome> Speaker::announce(const SpeakRequest& request) {
  std::optional<Outcome> outcome;
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return Outcome::ended;
    outcome = queue_.announce(request, MessageClock::now());
  }
  changed_.notify_all();
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
  bool found = false;
  {
    const std::lock_guard lock(mutex_);
    found = queue_.again();
  }
  changed_.notify_all();
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
  if (overrides.voice) order.voices = {*overrides.voice};
  order.options.speech_text.read = overrides.read.value_or(order.options.speech_text.read);
  if (overrides.in_register) order.in_register = overrides.in_register;
  return order;
}

void Speaker::pause() { output_.hold(true); }
void Speaker::resume() { output_.hold(false); }

SpeakerState Speaker::state() const {
  const std::lock_guard lock(mutex_);
  SpeakerState state;
  const auto& current = queue_.current();
  state.speaking = current != nullptr;
  state.paused = output_.is_held();
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

void Speaker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto has_message = [&] { return !queue_.waiting().empty(); };
  while (changed_.wait(lock, stop, has_message) && !stop.stop_requested()) {
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
    silent_since_ = MessageClock::now();
    changed_.notify_all();
  }
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
  lock.unlock();
  const bool heard = say(message, before);
  lock.lock();
  return heard;
}

// Where another session begins to speak, the listener hears whose words follow.
std::string Speaker::preface(const Message& m) const {
  const bool is_other = spoken_session_ && *spoken_session_ != m.session;
  return is_other && !m.project.empty() ? "`" + m.project + "`.\n\n" : "";
}

pipeline::SessionEvents Speaker::events_of(Message& message, size_t preface_sentences) {
  pipeline::SessionEvents events;
  events.finished = [&message, preface_sentences, this](const pipeline::Utterance& u) {
    if (u.heard) log::debug("session {} said: {}", message.session, u.source.text);
    const std::lock_guard lock(mutex_);
    if (u.heard) spoken_session_ = message.session;
    if (u.id < preface_sentences) return;
    ++message.sentences;
    if (message.sentences == options_.most_sentences) {
      queue_.cut(message);
      changed_.notify_all();
    }
  };
  return events;
}

bool Speaker::say(const std::shared_ptr<Message>& message, const std::string& preface) {
  const Result<void> said = speak(message, preface);
  if (said || said.error().code == Errc::cancelled) return true;
  log::warn("what a session had to say was not heard: {}", said.error().message);
  return false;
}

// Returns when all of it was heard, not when a sound card has taken it: until then it can be
// stopped.
Result<void> Speaker::speak(const std::shared_ptr<Message>& message, const std::string& preface) {
  if (const Result<void> opened = output_.open(); !opened) return opened;
  engine::SpeechOrder order = order_of(message->overrides);
  order.caller = "session " + message->session;
  order.options.real_time = is_device_;
  order.options.reader.format = agent::Format::plain;
  const size_t preface_sentences = preface.empty() ? 0 : 1;
  std::stop_token stop;
  {
    const std::lock_guard lock(mutex_);
    stop = message->stop.get_token();
    if (options_.most_sentences > 0) {
      order.options.most_sentences =
          options_.most_sentences - message->sentences + preface_sentences;
    }
  }
  TextSource source(*this, *message, preface);
  const auto result =
      parts_.speak(std::move(order), source, output_, events_of(*message, preface_sentences), stop);
  if (!result) return result.error();
  const Result<void> drained = output_.drain(stop);
  return result->error ? *result->error : drained;
}

// A session that died, or was interrupted, leaves its message open; a sound card is not ours alone.
void Speaker::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto is_idle = [&] {
    return is_device_ && queue_.current() == nullptr && queue_.waiting().empty() &&
           !output_.is_held() && output_.is_open();
  };
  const auto has_work = [&] { return queue_.needs_time() || is_idle(); };
  while (changed_.wait(lock, stop, has_work) && !stop.stop_requested()) {
    changed_.wait_for(lock, stop, kTick, [] { return false; });
    const auto now = MessageClock::now();
    queue_.pass_time(now);
    if (is_idle() && now - silent_since_ >= options_.close_after) output_.close();
    changed_.notify_all();
  }
}

}  // namespace sotto::speaker
