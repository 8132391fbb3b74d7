// One translator for many callers: their sentences share batches, and each caller gets its turn.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "translate/translator.h"

namespace sotto::serve {

struct BatchLimits {
  int sentences = 16;                    // in a batch, at most
  std::chrono::microseconds wait{3000};  // for company, where the last batch had some
};

// Takes whatever waits when the translator becomes free, a sentence of each caller in turn, so that
// a long text of one does not hold up a short one of another. Somebody who is alone waits for
// nobody.
class Batcher {
 public:
  // `took` hears of every batch, on the batcher's thread: its sentences, its callers' jobs.
  Batcher(std::unique_ptr<translate::Translator> translator, const BatchLimits& limits,
          std::function<void(int sentences, int jobs)> took);
  ~Batcher();  // nobody waits any more

  // From any thread; as Translator::translate_batch. `cancelled` as soon as `stop` is set.
  Result<std::vector<translate::Translation>> translate(std::span<const text::Sentence> sentences,
                                                        const std::string& caller,
                                                        const std::stop_token& stop);

  int waiting() const;  // sentences

 private:
  struct Job;
  struct Item {
    Job* job;  // null: nobody waits for it any more
    size_t index;
  };
  void work();
  std::vector<Item> next_batch(std::unique_lock<std::mutex>& lock);
  void take_turns(std::vector<Item>& batch);
  void run(std::vector<Item> batch, std::unique_lock<std::mutex>& lock);
  void forget(Job& job);

  std::unique_ptr<translate::Translator> translator_;
  const BatchLimits limits_;
  const std::function<void(int, int)> took_;
  mutable std::mutex mutex_;
  std::condition_variable_any has_work_;
  std::map<std::string, std::deque<Job*>> callers_;  // with sentences that wait
  std::string last_turn_;
  int waiting_ = 0;
  bool had_company_ = false;
  std::vector<Item> running_;
  std::stop_source running_stop_;
  std::jthread worker_;
};

// A translator that hands everything to a batcher, which it keeps alive.
std::unique_ptr<translate::Translator> batched(std::shared_ptr<Batcher> batcher,
                                               std::string caller);

}  // namespace sotto::serve
