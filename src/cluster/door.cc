#include "cluster/door.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <optional>
#include <utility>

#include "base/log.h"
#include "base/printable.h"

namespace sotto::cluster {

// Answers to one attempt, from the wire's thread to that of whoever asked.
class Mailbox {
 public:
  struct Letter {
    std::string bytes, reply;
    bool nobody_there = false;
  };
  void put(const WireMessage& message) {
    {
      const std::lock_guard lock(mutex_);
      letters_.push_back({std::string(message.bytes), message.reply, message.nobody_there});
    }
    has_letter_.notify_one();
  }
  // None: the time is over, or `stop` is set.
  std::optional<Letter> take(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!has_letter_.wait_for(lock, stop, time, [this] { return !letters_.empty(); })) return {};
    Letter letter = std::move(letters_.front());
    letters_.pop_front();
    return letter;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any has_letter_;
  std::deque<Letter> letters_;
};

struct Door::Attempt {
  Clock::time_point until;  // the latest
  std::string worker;       // where he hears of this request; empty: nobody has taken it
  uint64_t passed_on = 0;   // samples, of which he was told
};

namespace {

using namespace std::chrono_literals;

void door_pause(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop, time, [] { return false; });
}

std::chrono::milliseconds until_now(std::chrono::steady_clock::time_point until) {
  return std::max(0ms, std::chrono::duration_cast<std::chrono::milliseconds>(
                           until - std::chrono::steady_clock::now()));
}

constexpr int kMostOthers = 8;  // until it is believed that all have another voice
constexpr int kMostEnded = 5;   // a text that kills its workers kills so many
const Error kNobodyAsks{Errc::cancelled, "stopped"};

}  // namespace

Door::Door(Wire& wire, DoorOptions options) : wire_(wire), options_(options) {}
Door::~Door() { ear_.reset(); }

Result<void> Door::begin() {
  Result<std::string> inbox = wire_.own_subject();
  if (!inbox) return inbox.error();
  inbox_ = *std::move(inbox) + ".";
  auto ear = wire_.listen(inbox_ + "*", "", [this](const WireMessage& m) { hear(m); });
  if (!ear) return ear.error();
  ear_ = *std::move(ear);
  return {};
}

// On the wire's thread.
void Door::hear(const WireMessage& message) {
  std::shared_ptr<Mailbox> box;
  {
    const std::lock_guard lock(mutex_);
    const auto found = boxes_.find(message.subject.substr(inbox_.size()));
    if (found != boxes_.end()) box = found->second;
  }
  if (box != nullptr) return box->put(message);
  // A worker that was given up, or whose listener has gone.
  if (message.reply.empty()) return;
  if (const auto told = wire_.tell(message.reply, kStop); !told)
    log::debug("{}", told.error().message);
}

// One attempt, to its end. Error: what has come of the question.
Result<Door::End> Door::hear(Question& question, Mailbox& box, Attempt& attempt,
                             const std::stop_token& stop) {
  for (;;) {
    const auto wait = std::min(options_.silence, until_now(attempt.until));
    auto letter = box.take(wait, stop);
    if (stop.stop_requested()) return kNobodyAsks;
    if (!letter) return End::silent;
    if (letter->nobody_there) return End::nobody;
    Result<LiveReply> reply = LiveReply::parse(letter->bytes);
    if (!reply) {  // it speaks otherwise; another one may not
      log::warn("{}", reply.error().message);
      return End::silent;
    }
    if (reply->kind == LiveReply::Kind::busy || reply->kind == LiveReply::Kind::other) {
      attempt.worker.clear();
      return reply->kind == LiveReply::Kind::busy ? End::busy : End::other;
    }
    if (attempt.worker.empty()) {
      attempt.worker = letter->reply;
      attempt.until = Clock::now() + options_.longest;
    }
    switch (reply->kind) {
      case LiveReply::Kind::busy:
      case LiveReply::Kind::other:
      case LiveReply::Kind::taken:
      case LiveReply::Kind::beat:
        continue;
      case LiveReply::Kind::failed:
        // A worker that ends in the middle has done nothing wrong, and neither has the text.
        if (reply->error->code == Errc::cancelled) return End::silent;
        return *reply->error;
      case LiveReply::Kind::translation:
      case LiveReply::Kind::piece:
      case LiveReply::Kind::done:
        break;
    }
    const bool is_piece = reply->kind == LiveReply::Kind::piece;
    const uint64_t end = reply->at + reply->samples.size();
    const Result<Take> taken = question.take(*std::move(reply));
    if (!taken) return taken.error();
    if (*taken == Take::broken) return End::silent;
    if (*taken == Take::all) return End::all;
    if (is_piece && end - attempt.passed_on > kMostAhead / 4) {
      attempt.passed_on = end;
      const auto told = wire_.tell(attempt.worker, fmt::format("{}{}", kGot, end));
      if (!told) log::debug("{}", told.error().message);
    }
  }
}

Result<void> Door::ask(Question& question, const std::stop_token& stop) {
  ++counts_.asked;
  Clock::time_point until = Clock::now() + options_.patience;
  std::chrono::milliseconds pause = 2ms;
  Clock::time_point absent_since = Clock::now();
  int ended = 0;   // workers that had taken it
  int others = 0;  // that have another voice
  for (;;) {
    const auto box = std::make_shared<Mailbox>();
    std::string name;
    {
      const std::lock_guard lock(mutex_);
      name = fmt::format("{}", ++last_);
      boxes_[name] = box;
    }
    question.begins(question.request);
    question.request.left = until_now(until);
    Attempt attempt{until, "", 0};
    const auto told =
        wire_.tell(question.request.subject(), question.request.json(), inbox_ + name);
    const bool is_sent = static_cast<bool>(told);
    if (!told && told.error().code != Errc::io) until = Clock::now();  // it is too long
    const Result<End> end = is_sent ? hear(question, *box, attempt, stop) : End::nobody;
    {
      const std::lock_guard lock(mutex_);
      boxes_.erase(name);
    }
    if (end && *end == End::all) return {};
    if (!attempt.worker.empty()) {  // he may only be slow
      const auto stopped = wire_.tell(attempt.worker, kStop);
      if (!stopped) log::debug("{}", stopped.error().message);
    }
    if (!end) return end.error();
    if (stop.stop_requested()) return kNobodyAsks;
    if (!is_sent && told.error().code != Errc::io) return told.error();
    const bool was_taken = !attempt.worker.empty();
    if (was_taken || *end == End::silent) {
      ++counts_.again;
      log::warn("a worker fell silent; another one is asked");
    }
    if (was_taken) until = Clock::now() + options_.patience;
    if (*end != End::nobody || was_taken) absent_since = Clock::now();
    if (was_taken && ++ended >= kMostEnded) {
      ++counts_.unheard;
      return Error{Errc::internal, fmt::format("{} workers fell silent over one sentence", ended)};
    }
    if (*end == End::other && ++others >= kMostOthers) {
      log::warn("no worker has the voice {} any more; another one goes on",
                printable(std::exchange(question.request.expect, "")));
    }
    if (*end == End::nobody && !question.waits_for_worker) {
      ++counts_.unheard;
      return Error{Errc::cancelled, is_sent ? "no worker is there for it, try again later"
                                            : "the server has no connection to its workers, try "
                                              "again later"};
    }
    if (Clock::now() >= std::min(until, absent_since + options_.absence)) {
      ++counts_.unheard;
      return Error{*end == End::busy ? Errc::cancelled : Errc::io,
                   *end == End::busy ? "all workers are busy, try again later"
                                     : "no worker has answered in time"};
    }
    if (*end == End::silent) continue;
    door_pause(*end == End::nobody ? 100ms : pause, stop);
    pause = std::min<std::chrono::milliseconds>(pause * 2, 32ms);
  }
}

}  // namespace sotto::cluster
