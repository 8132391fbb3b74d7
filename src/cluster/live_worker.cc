#include "cluster/live_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "base/failure.h"
#include "base/log.h"
#include "cluster/digest.h"
#include "cluster/door.h"
#include "cluster/subjects.h"

namespace sotto::cluster {
namespace {

using namespace std::chrono_literals;

constexpr auto kSignEvery = 1000ms;
constexpr auto kMoment = 300ms;            // in which a listener's next sentence comes
constexpr auto kMostPatience = 10000ms;    // of a job behind listeners
constexpr size_t kPieceSamples = 100000;   // 400 kB
constexpr const char* kWorkers = "sotto";  // the group: a request goes to one of them

}  // namespace

// A request, from its coming to its end.
class LiveWorker::Work {
 public:
  Work(LiveRequest wanted, std::string reply, std::string control)
      : request(std::move(wanted)), reply_to(std::move(reply)), control_to(std::move(control)) {}

  const LiveRequest request;
  const std::string reply_to, control_to;
  std::stop_source stop;

  void set_got(uint64_t samples) {
    {
      const std::lock_guard lock(mutex_);
      got_ = std::max(got_, samples);
    }
    changed_.notify_all();
  }
  // Until the door has passed on all but so many. False: stopped.
  bool wait_for_got(uint64_t samples) {
    std::unique_lock lock(mutex_);
    return changed_.wait(lock, stop.get_token(), [&] { return got_ + kMostAhead >= samples; });
  }

  bool is_speech() const {
    return request.kind == LiveRequest::Kind::say || request.kind == LiveRequest::Kind::open_voice;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  uint64_t got_ = 0;
};

namespace {

// A job of the queue that ends itself.
template <class Function>
class OwnJob final : public pipeline::JobQueue::Job {
 public:
  OwnJob(std::string caller, Function function)
      : Job(std::move(caller)), function_(std::move(function)) {}

 private:
  void run() noexcept override {
    const std::unique_ptr<OwnJob> self(this);
    function_();
  }
  void drop() noexcept override { delete this; }
  Function function_;
};

}  // namespace

LiveWorker::LiveWorker(Wire& wire, engine::Engine& engine, LiveWorkerOptions options)
    : wire_(wire),
      engine_(engine),
      options_(options),
      queue_(static_cast<size_t>(options.translations + options.speeches)) {}

LiveWorker::~LiveWorker() {
  ears_.clear();
  others_.clear();
  alive_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& row : works_) row.second->stop.request_stop();
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return works_.empty(); });
}

Result<void> LiveWorker::begin() {
  for (const engine::TranslatorChoice& model : engine_.translators.models())
    offer_.models.push_back({model.name, model.directions});
  offer_.voices = engine_.voices.served();
  offer_json_ = offer_.json();
  Result<std::string> inbox = wire_.own_subject();
  if (!inbox) return inbox.error();
  inbox_ = *std::move(inbox) + ".";
  name_ = digest(inbox_).substr(0, 22);
  const auto listen = [this](const std::string& subject, const std::string& group, auto hear,
                             std::vector<std::unique_ptr<Ear>>& ears) -> Result<void> {
    auto ear = wire_.listen(subject, group, std::move(hear));
    if (!ear) return ear.error();
    ears.push_back(*std::move(ear));
    return {};
  };
  const auto control = [this](const WireMessage& m) { hear_control(m); };
  if (auto heard = listen(inbox_ + "*", "", control, others_); !heard) return heard;
  const auto offer = [this](const WireMessage& m) {
    const auto told = wire_.tell(m.reply, offer_json_);
    if (!told) log::debug("{}", told.error().message);
  };
  if (auto heard = listen(std::string(kOffers) + "." + name_, "", offer, others_); !heard)
    return heard;
  const auto call = [this](const WireMessage&) { sign(false); };
  if (auto heard = listen(kCall, "", call, others_); !heard) return heard;
  std::set<std::string> subjects;
  LiveRequest request;
  request.kind = LiveRequest::Kind::translate;
  for (const LiveOffer::Model& model : offer_.models) {
    request.model = model.name;
    subjects.insert(request.subject());
  }
  request.kind = LiveRequest::Kind::say;
  for (const speech::SingleVoice& voice : offer_.voices) {
    request.voice = voice.name;
    subjects.insert(request.subject());
  }
  request.voice = "auto";
  if (!offer_.voices.empty()) subjects.insert(request.subject());
  const auto requested = [this](const WireMessage& m) { take(m); };
  for (const std::string& subject : subjects)
    if (auto heard = listen(subject, kWorkers, requested, ears_); !heard) return heard;
  is_open_ = true;
  alive_ = std::jthread([this](const std::stop_token& stop) { keep_alive(stop); });
  return {};
}

void LiveWorker::end() {
  is_open_ = false;
  ears_.clear();
  sign(true);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return works_.empty(); });
  lock.unlock();
  wire_.flush();
}

bool LiveWorker::has_listeners() const {
  const auto moment = std::chrono::duration_cast<Clock::duration>(kMoment).count();
  return counts_.under_way > 0 ||
         (quiet_since_ != 0 &&
          Clock::now().time_since_epoch().count() - quiet_since_.load() < moment);
}

void LiveWorker::wait_for_quiet(const std::stop_token& stop) const {
  const Clock::time_point until = Clock::now() + kMostPatience;
  while (has_listeners() && !stop.stop_requested() && Clock::now() < until)
    std::this_thread::sleep_for(20ms);
}

void LiveWorker::sign(bool leaves) {
  const LiveSign sign{name_, digest(offer_json_).substr(0, 16), leaves};
  if (const auto told = wire_.tell(kSigns, sign.json()); !told)
    log::debug("{}", told.error().message);
}

// On the wire's thread.
void LiveWorker::take(const WireMessage& message) {
  if (message.reply.empty()) return;  // nobody waits
  const auto answer = [&](const LiveReply& reply) {
    if (const auto told = wire_.tell(message.reply, reply.bytes()); !told)
      log::debug("{}", told.error().message);
  };
  Result<LiveRequest> request = LiveRequest::parse(message.bytes);
  if (!request) {
    ++counts_.failed;
    return answer({.kind = LiveReply::Kind::failed, .error = request.error()});
  }
  WorkPointer work;
  {
    const std::lock_guard lock(mutex_);
    const std::string name = fmt::format("{}", ++last_);
    work = std::make_shared<Work>(*std::move(request), message.reply, inbox_ + name);
    int& taken = work->is_speech() ? speaking_ : translating_;
    if (!is_open_ || taken >= (work->is_speech() ? options_.speeches : options_.translations)) {
      ++counts_.busy;
      return answer({.kind = LiveReply::Kind::busy});
    }
    ++taken;
    ++counts_.under_way;
    works_[name] = work;
  }
  const auto run_it = [this, work]() noexcept { run(*work); };
  try {
    queue_.add(*new OwnJob(work->request.caller, run_it));
  } catch (...) {
    log::error("{}", error_of(std::current_exception()).message);
    forget(*work);
    answer({.kind = LiveReply::Kind::busy});
  }
}

// A word of the door about a request, or of the server: that it is gone.
void LiveWorker::hear_control(const WireMessage& message) {
  WorkPointer work;
  {
    const std::lock_guard lock(mutex_);
    const auto found = works_.find(message.subject.substr(inbox_.size()));
    if (found == works_.end()) return;
    work = found->second;
  }
  const std::string_view got = kGot;
  if (message.nobody_there || message.bytes == kStop) {
    work->stop.request_stop();
  } else if (message.bytes.starts_with(got)) {
    const std::string_view number = message.bytes.substr(got.size());
    uint64_t samples = 0;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), samples);
    if (error == std::errc() && end == number.data() + number.size()) work->set_got(samples);
  }
}

void LiveWorker::forget(const Work& work) {
  {
    const std::lock_guard lock(mutex_);
    works_.erase(work.control_to.substr(inbox_.size()));
    --(work.is_speech() ? speaking_ : translating_);
    --counts_.under_way;
    quiet_since_ = Clock::now().time_since_epoch().count();
    changed_.notify_all();
  }
}

void LiveWorker::keep_alive(const std::stop_token& stop) {
  const std::string beat = LiveReply{.kind = LiveReply::Kind::beat}.bytes();
  Clock::time_point next_sign = Clock::now();
  std::mutex mutex;
  std::condition_variable_any never;
  while (!stop.stop_requested()) {
    if (Clock::now() >= next_sign && is_open_) {
      sign(false);
      next_sign = Clock::now() + kSignEvery;
    }
    std::vector<WorkPointer> works;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& row : works_) works.push_back(row.second);
    }
    for (const WorkPointer& work : works) {
      if (!wire_.tell(work->reply_to, beat, work->control_to)) work->stop.request_stop();
    }
    works.clear();
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, options_.beat, [] { return false; });
  }
}

void LiveWorker::run(Work& work) {
  const auto tell = [&](const LiveReply& reply) {
    return static_cast<bool>(wire_.tell(work.reply_to, reply.bytes(), work.control_to));
  };
  Result<LiveReply> done = Error{Errc::cancelled, "nobody waits for it any more"};
  try {
    if (work.request.left.count() > 0 && tell({.kind = LiveReply::Kind::taken}))
      done = do_request(work);
  } catch (...) {
    done = error_of(std::current_exception());
  }
  if (done) {
    ++counts_.done;
  } else if (work.stop.stop_requested()) {
    ++counts_.stopped;
  } else {
    ++counts_.failed;
    log::warn("a request is not done: {}", done.error().message);
  }
  if (!work.stop.stop_requested())
    tell(done ? *done : LiveReply{.kind = LiveReply::Kind::failed, .error = done.error()});
  forget(work);
}

Result<LiveReply> LiveWorker::do_request(Work& work) {
  switch (work.request.kind) {
    case LiveRequest::Kind::open_translator:
    case LiveRequest::Kind::translate:
      return translate(work);
    case LiveRequest::Kind::open_voice:
      return open_voice(work);
    case LiveRequest::Kind::say:
      break;
  }
  return say(work);
}

Result<LiveReply> LiveWorker::translate(Work& work) {
  const LiveRequest& request = work.request;
  const std::stop_token stop = work.stop.get_token();
  const auto translator = engine_.translators.open({.model = request.model,
                                                    .from = request.from,
                                                    .to = request.to,
                                                    .caller = request.caller,
                                                    .n_best = request.n_best},
                                                   stop);
  if (!translator) return translator.error();
  if (!request.sentences.empty()) {
    auto done = (*translator)->translate_batch(request.sentences, stop);
    if (!done) return done.error();
    for (size_t i = 0; i < done->size(); ++i) {
      const LiveReply reply{
          .kind = LiveReply::Kind::translation, .index = i, .translation = std::move((*done)[i])};
      if (const auto told = wire_.tell(work.reply_to, reply.bytes(), work.control_to); !told)
        return told.error();
    }
  }
  return LiveReply{.kind = LiveReply::Kind::done};
}

// Never a file, whatever its name.
Result<std::unique_ptr<speech::Voice>> LiveWorker::voice_of(const LiveRequest& request) {
  const auto choice = engine_.voices.choose(request.voice);
  if (!choice) return choice.error();
  return engine_.voices.open(*choice, request.to, request.rate);
}

Result<LiveReply> LiveWorker::open_voice(Work& work) {
  const auto voice = voice_of(work.request);
  if (!voice) return voice.error();
  return LiveReply{.kind = LiveReply::Kind::done,
                   .sample_rate_hz = (*voice)->sample_rate_hz(),
                   .voice = (*voice)->name(),
                   .takes_rate = (*voice)->set_rate(work.request.rate)};
}

Result<LiveReply> LiveWorker::say(Work& work) {
  auto voice = voice_of(work.request);
  const std::string& expect = work.request.expect;
  if (voice && !expect.empty() && (*voice)->name() != expect) {
    LiveRequest by_name = work.request;
    by_name.voice = expect;
    voice = voice_of(by_name);
    if (!voice || (*voice)->name() != expect) return LiveReply{.kind = LiveReply::Kind::other};
  }
  if (!voice) return voice.error();
  uint64_t at = 0;
  std::optional<Error> lost;
  const auto send = [&](const audio::Chunk& chunk) {
    for (size_t begin = 0; begin < chunk.samples.size(); begin += kPieceSamples) {
      const auto part =
          chunk.samples.subspan(begin, std::min(kPieceSamples, chunk.samples.size() - begin));
      const LiveReply piece{.kind = LiveReply::Kind::piece,
                            .at = at,
                            .samples = {part.begin(), part.end()},
                            .sample_rate_hz = chunk.sample_rate_hz};
      at += part.size();
      if (!work.wait_for_got(at)) return false;
      const auto told = wire_.tell(work.reply_to, piece.bytes(), work.control_to);
      if (told) continue;
      lost = told.error();
      return false;
    }
    return true;
  };
  const Result<void> said = (*voice)->speak(work.request.text, work.stop.get_token(), send);
  if (lost) return *lost;
  if (!said) return said.error();
  LiveReply done{.kind = LiveReply::Kind::done, .sample_rate_hz = (*voice)->sample_rate_hz()};
  const std::span<const speech::WordTime> words = (*voice)->words();
  done.words.assign(words.begin(), words.end());
  return done;
}

}  // namespace sotto::cluster
