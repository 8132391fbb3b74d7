#include "serve/speaker.h"

#include <algorithm>
#include <utility>

#include "base/log.h"

namespace sotto::serve {
namespace {

using pipeline::Clock;

constexpr int kRateHz = 48000;

}  // namespace

struct Speaker::Talk {
  std::string session, stream;
  FeedSource source;
  std::stop_source stop;
  bool open = false;  // more pieces may come
  pipeline::Clock::time_point last_piece = pipeline::Clock::now();
};

// The speaker's sound, which outlives each talk, and can be held.
class Speaker::Output final : public audio::Sink {
 public:
  explicit Output(std::string target) : target_(std::move(target)) {}
  ~Output() override {
    if (sink_ != nullptr && !sink_->finish()) log::debug("the speaker's sound is not complete");
  }

  Result<void> open() {
    if (sink_ != nullptr) return {};
    auto sink = audio::Sink::open(target_, kRateHz);
    if (!sink) return sink.error();
    const std::lock_guard lock(mutex_);
    sink_ = *std::move(sink);
    return {};
  }

  Result<void> write(const audio::Chunk& chunk, std::stop_token stop) override {
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [&] { return !held_; }))
        return Error{Errc::cancelled, "the speaker was stopped"};
    }
    Result<void> written = sink_->write(chunk, std::move(stop));
    if (!written && written.error().code != Errc::cancelled) close();
    return written;
  }
  Result<void> end_utterance(std::stop_token stop) override {
    return sink_ ? sink_->end_utterance(std::move(stop)) : Result<void>();
  }
  Result<void> finish() override { return end_utterance({}); }
  void silence() noexcept override {
    const std::lock_guard lock(mutex_);
    if (sink_ != nullptr) sink_->silence();
  }

  void hold(bool held) {
    {
      const std::lock_guard lock(mutex_);
      held_ = held;
    }
    changed_.notify_all();
  }
  bool held() const {
    const std::lock_guard lock(mutex_);
    return held_;
  }

 private:
  void close() {
    const std::lock_guard lock(mutex_);
    sink_.reset();
  }

  const std::string target_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::unique_ptr<audio::Sink> sink_;  // null: not open, or broken
  bool held_ = false;
};

Speaker::Speaker(Service& service, SpeakerOptions options)
    : service_(service),
      options_(std::move(options)),
      output_(std::make_unique<Output>(options_.output)),
      worker_([this] { work(); }),
      watcher_([this](const std::stop_token& stop) { end_quiet_streams(stop); }) {}

Speaker::~Speaker() {
  worker_.request_stop();
  watcher_.request_stop();
  stop();
}

bool Speaker::announce(const Announcement& announcement) {
  std::shared_ptr<Talk> talk;
  {
    const std::lock_guard lock(mutex_);
    if (said_.is_repetition(announcement)) return true;
    said_.note(announcement);
    talk = find_stream(announcement);
    if (talk == nullptr) {
      const bool busy = current_ != nullptr || !waiting_.empty();
      if (busy && announcement.on_new == OnNew::drop) return false;
      if (busy && announcement.on_new == OnNew::interrupt) stop_all();
      if (waiting_.size() >= options_.most_waiting) return false;
      talk = std::make_shared<Talk>();
      talk->session = announcement.session;
      talk->stream = announcement.stream;
      waiting_.push_back(talk);
    }
    talk->open = !announcement.stream.empty() && !announcement.last;
    talk->last_piece = Clock::now();
  }
  changed_.notify_all();
  const char* end_of_line = announcement.text.ends_with('\n') ? "" : "\n";
  talk->source.feed(announcement.text + end_of_line, talk->stop.get_token());
  if (announcement.last) talk->source.finish();
  return true;
}

// The talk that a piece belongs to. Under the lock.
std::shared_ptr<Speaker::Talk> Speaker::find_stream(const Announcement& a) {
  if (a.stream.empty()) return nullptr;
  const auto is_it = [&](const std::shared_ptr<Talk>& talk) {
    return talk != nullptr && talk->open && talk->session == a.session && talk->stream == a.stream;
  };
  if (is_it(current_)) return current_;
  const auto found = std::ranges::find_if(waiting_, is_it);
  return found == waiting_.end() ? nullptr : *found;
}

void Speaker::stop_all() {
  for (const auto& talk : waiting_) talk->stop.request_stop();
  waiting_.clear();
  if (current_ != nullptr) current_->stop.request_stop();
}

void Speaker::stop() {
  const std::lock_guard lock(mutex_);
  stop_all();
}

void Speaker::pause() { output_->hold(true); }
void Speaker::resume() { output_->hold(false); }

SpeakerState Speaker::state() const {
  const std::lock_guard lock(mutex_);
  return {current_ != nullptr, output_->held(), waiting_.size()};
}

void Speaker::work() {
  const std::stop_token stop = worker_.get_stop_token();
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [&] { return !waiting_.empty(); })) {
    current_ = waiting_.front();
    waiting_.pop_front();
    const std::shared_ptr<Talk> talk = current_;
    lock.unlock();
    say(*talk);
    talk->stop.request_stop();  // nobody reads any more: who feeds need not wait
    lock.lock();
    current_.reset();
  }
}

void Speaker::say(Talk& talk) {
  if (const Result<void> opened = output_->open(); !opened) {
    log::warn("{}; what a session had to say was not heard", opened.error().message);
    talk.stop.request_stop();
    return;
  }
  SpeechOrder order = options_.order;
  order.caller = "session " + talk.session;
  order.options.real_time = options_.output == "device";
  order.options.reader.format = agent::Format::plain;
  const auto result =
      service_.speak(std::move(order), talk.source, *output_, {}, talk.stop.get_token());
  const Error* error = !result ? &result.error() : result->error ? &*result->error : nullptr;
  if (error != nullptr && error->code != Errc::cancelled)
    log::warn("what a session had to say was not heard: {}", error->message);
}

// A session that died, or was interrupted, leaves its stream open.
void Speaker::end_quiet_streams(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    changed_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
    const auto end_if_quiet = [&](const std::shared_ptr<Talk>& talk) {
      if (talk == nullptr || !talk->open) return;
      if (Clock::now() - talk->last_piece < options_.stream_patience) return;
      talk->open = false;
      talk->source.finish();
    };
    end_if_quiet(current_);
    for (const auto& talk : waiting_) end_if_quiet(talk);
  }
}

}  // namespace sotto::serve
