#include "serve/batcher.h"

#include <algorithm>
#include <set>
#include <utility>

namespace sotto::serve {

using translate::Translation;

struct Batcher::Job {
  std::span<const text::Sentence> sentences;
  std::string caller;
  size_t next = 0, done = 0;  // sentences that were taken, and that came back
  std::vector<Translation> results;
  std::optional<Error> error;
  std::condition_variable_any finished;

  bool is_over() const { return error || done == sentences.size(); }
};

Batcher::Batcher(std::unique_ptr<translate::Translator> translator, const BatchLimits& limits,
                 std::function<void(int, int)> took)
    : translator_(std::move(translator)),
      limits_(limits),
      took_(std::move(took)),
      worker_([this] { work(); }) {}

Batcher::~Batcher() {
  worker_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    running_stop_.request_stop();
  }
  has_work_.notify_all();
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
  const bool over = job.finished.wait(lock, stop, [&] { return job.is_over(); });
  if (!over) {
    forget(job);
    return Error{Errc::cancelled, "the translation was stopped"};
  }
  if (job.error) return *job.error;
  return std::move(job.results);
}

// Nothing points to the job any more. A batch that nobody waits for is stopped.
void Batcher::forget(Job& job) {
  waiting_ -= static_cast<int>(job.sentences.size() - job.next);
  if (const auto queue = callers_.find(job.caller); queue != callers_.end()) {
    std::erase(queue->second, &job);
    if (queue->second.empty()) callers_.erase(queue);
  }
  for (Item& item : running_)
    if (item.job == &job) item.job = nullptr;
  if (std::ranges::none_of(running_, [](const Item& item) { return item.job != nullptr; }))
    running_stop_.request_stop();
}

void Batcher::work() {
  std::unique_lock lock(mutex_);
  const std::stop_token stop = worker_.get_stop_token();
  while (has_work_.wait(lock, stop, [&] { return !callers_.empty(); })) {
    std::vector<Item> batch = next_batch(lock);
    if (!batch.empty()) run(std::move(batch), lock);
  }
}

std::vector<Batcher::Item> Batcher::next_batch(std::unique_lock<std::mutex>& lock) {
  // Those who shared the last batch have their answers now and may be about to ask again.
  if (had_company_) {
    has_work_.wait_for(lock, worker_.get_stop_token(), limits_.wait,
                       [&] { return waiting_ >= limits_.sentences; });
  }
  std::vector<Item> batch;
  while (!callers_.empty() && batch.size() < static_cast<size_t>(limits_.sentences))
    take_turns(batch);
  return batch;
}

// One sentence of the caller whose turn it is.
void Batcher::take_turns(std::vector<Item>& batch) {
  auto turn = callers_.upper_bound(last_turn_);
  if (turn == callers_.end()) turn = callers_.begin();
  last_turn_ = turn->first;
  std::deque<Job*>& jobs = turn->second;
  Job& job = *jobs.front();
  jobs.pop_front();
  batch.push_back({&job, job.next++});
  --waiting_;
  if (job.next < job.sentences.size()) jobs.push_back(&job);  // a caller's jobs take turns as well
  if (jobs.empty()) callers_.erase(turn);
}

void Batcher::run(std::vector<Item> batch, std::unique_lock<std::mutex>& lock) {
  std::vector<text::Sentence> sentences;
  std::set<const Job*> jobs;
  for (const Item& item : batch) {
    sentences.push_back(item.job->sentences[item.index]);
    jobs.insert(item.job);
  }
  had_company_ = jobs.size() > 1;
  running_ = std::move(batch);
  running_stop_ = std::stop_source();
  const std::stop_token stop = running_stop_.get_token();
  lock.unlock();
  took_(static_cast<int>(sentences.size()), static_cast<int>(jobs.size()));
  Result<std::vector<Translation>> made = translator_->translate_batch(sentences, stop);
  lock.lock();
  for (size_t i = 0; i < running_.size(); ++i) {
    Job* job = running_[i].job;
    if (job == nullptr) continue;
    if (made) {
      job->results[running_[i].index] = std::move(made->at(i));
      ++job->done;
    } else {
      forget(*job);
      job->error = made.error();
    }
    if (job->is_over()) job->finished.notify_all();
  }
  running_.clear();
}

namespace {

class Batched final : public translate::Translator {
 public:
  Batched(std::shared_ptr<Batcher> batcher, std::string caller)
      : batcher_(std::move(batcher)), caller_(std::move(caller)) {}

  Result<Translation> translate(const text::Sentence& sentence, std::stop_token stop) override {
    Result<std::vector<Translation>> one = batcher_->translate({&sentence, 1}, caller_, stop);
    if (!one) return one.error();
    return std::move(one->front());
  }
  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) override {
    return batcher_->translate(sentences, caller_, stop);
  }

 private:
  std::shared_ptr<Batcher> batcher_;
  std::string caller_;
};

}  // namespace

std::unique_ptr<translate::Translator> batched(std::shared_ptr<Batcher> batcher,
                                               std::string caller) {
  return std::make_unique<Batched>(std::move(batcher), std::move(caller));
}

}  // namespace sotto::serve
