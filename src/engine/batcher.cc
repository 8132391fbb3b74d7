#include "engine/batcher.h"

#include <set>
#include <utility>

#include "base/failure.h"

namespace sotto::engine {

using translate::Translation;

struct Batcher::Job {
  std::span<const text::Sentence> sentences;
  std::string caller;
  size_t next = 0, done = 0;  // sentences that were taken, and that came back
  std::vector<Translation> results;
  std::optional<Error> error;
  std::condition_variable_any finished;
};

Batcher::Batcher(std::unique_ptr<translate::Translator> translator, int sentences,
                 std::function<void(int, int)> joined,
                 std::function<void(const std::string&, double)> charged)
    : translator_(std::move(translator)),
      most_(static_cast<size_t>(sentences)),
      joined_(std::move(joined)),
      charged_(std::move(charged)),
      worker_([this](const std::stop_token& stop) { work(stop); }) {}

Batcher::~Batcher() { worker_.request_stop(); }

// An exception (memory ran out) fails what was under way; the others go on.
void Batcher::work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    try {
      return translator_->translate_feed(*this);
    } catch (...) {
      fail_under_way(error_of(std::current_exception()));
    }
  }
}

void Batcher::fail_under_way(const Error& error) {
  const std::lock_guard lock(mutex_);
  while (!under_way_.empty()) {
    Job& job = *under_way_.begin()->second.job;
    forget(job);
    job.error = error;
    job.finished.notify_all();
  }
}

int Batcher::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

Result<std::vector<Translation>> Batcher::translate(std::span<const text::Sentence> sentences,
                                                    const std::string& caller,
                                                    const std::stop_token& stop) {
  Job job;
  job.sentences = sentences;
  job.caller = caller;
  job.results.resize(sentences.size());
  std::unique_lock lock(mutex_);
  if (sentences.empty()) return std::move(job.results);
  callers_[caller].push_back(&job);
  waiting_ += static_cast<int>(sentences.size());
  has_work_.notify_one();
  const auto is_over = [&] { return job.error || job.done == sentences.size(); };
  if (!job.finished.wait(lock, stop, is_over)) {
    forget(job);
    return Error{Errc::cancelled, "the translation was stopped"};
  }
  if (job.error) return *job.error;
  return std::move(job.results);
}

// Nothing points to the job any more.
void Batcher::forget(Job& job) {
  waiting_ -= static_cast<int>(job.sentences.size() - job.next);
  if (const auto queue = callers_.find(job.caller); queue != callers_.end()) {
    std::erase(queue->second, &job);
    if (queue->second.empty()) callers_.erase(queue);
  }
  std::erase_if(under_way_, [&](const auto& item) { return item.second.job == &job; });
}

// Shares of the step that has ended: all that was under way in it has an equal part of its time.
std::map<std::string, double> Batcher::shares(std::chrono::steady_clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - step_began_).count();
  const auto sentences = static_cast<double>(under_way_.size() + ended_.size());
  std::map<std::string, double> shares;
  for (const auto& [name, place] : under_way_) shares[place.job->caller] += seconds / sentences;
  for (const std::string& caller : ended_) shares[caller] += seconds / sentences;
  ended_.clear();
  step_began_ = now;
  return shares;
}

std::vector<translate::Feed::Item> Batcher::take(bool idle) {
  std::unique_lock lock(mutex_);
  const auto shared = shares(std::chrono::steady_clock::now());
  lock.unlock();
  for (const auto& [caller, seconds] : shared) charged_(caller, seconds);
  lock.lock();
  const std::stop_token stop = worker_.get_stop_token();
  if (idle && !has_work_.wait(lock, stop, [&] { return !callers_.empty(); })) return {};
  if (idle) step_began_ = std::chrono::steady_clock::now();
  std::vector<Item> items;
  while (!callers_.empty() && under_way_.size() < most_) items.push_back(next_item());
  if (items.empty()) return items;
  std::set<const Job*> jobs;
  for (const auto& [name, place] : under_way_) jobs.insert(place.job);
  const auto sentences = static_cast<int>(under_way_.size());
  lock.unlock();
  joined_(sentences, static_cast<int>(jobs.size()));
  return items;
}

// Takes the next sentence, callers in turn.
translate::Feed::Item Batcher::next_item() {
  auto turn = callers_.upper_bound(last_turn_);
  if (turn == callers_.end()) turn = callers_.begin();
  last_turn_ = turn->first;
  std::deque<Job*>& jobs = turn->second;
  Job& job = *jobs.front();
  jobs.pop_front();
  const size_t index = job.next++;
  --waiting_;
  if (job.next < job.sentences.size()) jobs.push_back(&job);  // a caller's jobs take turns as well
  if (jobs.empty()) callers_.erase(turn);
  under_way_[next_name_] = {&job, index};
  return {next_name_++, job.sentences[index]};
}

bool Batcher::is_wanted(size_t name) {
  const std::lock_guard lock(mutex_);
  return under_way_.contains(name) && !worker_.get_stop_token().stop_requested();
}

void Batcher::put(size_t name, Translation translation) {
  const std::lock_guard lock(mutex_);
  const auto place = under_way_.extract(name);
  if (place.empty()) return;  // nobody waits for it any more
  auto [job, index] = place.mapped();
  if (!translation.from_cache) ended_.push_back(job->caller);
  job->results[index] = std::move(translation);
  if (++job->done == job->sentences.size()) job->finished.notify_all();
}

namespace {

class Batched final : public translate::Translator {
 public:
  Batched(std::shared_ptr<Batcher> batcher, std::string caller, std::function<void()> ended)
      : batcher_(std::move(batcher)), caller_(std::move(caller)), ended_(std::move(ended)) {}
  ~Batched() override {
    batcher_.reset();
    ended_();
  }

  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) override {
    return batcher_->translate(sentences, caller_, stop);
  }

 private:
  std::shared_ptr<Batcher> batcher_;
  const std::string caller_;
  const std::function<void()> ended_;
};

}  // namespace

std::unique_ptr<translate::Translator> batched(std::shared_ptr<Batcher> batcher, std::string caller,
                                               std::function<void()> ended) {
  return std::make_unique<Batched>(std::move(batcher), std::move(caller), std::move(ended));
}

}  // namespace sotto::engine
