// One translator for many callers: their sentences share its steps, and each caller gets its turn.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "translate/feed.h"
#include "translate/translator.h"

namespace sotto::engine {

// Sentences join those that are under way, a sentence of each caller in turn, so that a long text
// of one does not hold up a short one of another, and each goes back as soon as it is done.
class Batcher : private translate::Feed {
 public:
  // At most `sentences` are under way. On the batcher's thread `joined` hears of every time that
  // some joined: how many sentences, of how many callers' jobs, are under way now; and `charged` of
  // the time that the translator had for a caller's sentences, which share that of a step.
  Batcher(std::unique_ptr<translate::Translator> translator, int sentences,
          std::function<void(int sentences, int jobs)> joined,
          std::function<void(const std::string& caller, double seconds)> charged);
  ~Batcher() override;  // nobody waits any more

  // From any thread; as Translator::translate_batch. `cancelled` as soon as `stop` is set;
  // `io` where memory ran out while one of its sentences was under way.
  Result<std::vector<translate::Translation>> translate(std::span<const text::Sentence> sentences,
                                                        const std::string& caller,
                                                        const std::stop_token& stop);

  int waiting() const;  // sentences that nobody has begun with

 private:
  struct Job;
  struct Place {
    Job* job;
    size_t index;  // of its sentences
  };
  void work(const std::stop_token& stop);
  void fail_under_way(const Error& error);
  std::vector<Item> take(bool idle) override;
  bool is_wanted(size_t name) override;
  void put(size_t name, translate::Translation translation) override;

  std::map<std::string, double> shares(std::chrono::steady_clock::time_point now);
  Item next_item();
  void forget(Job& job);

  std::unique_ptr<translate::Translator> translator_;
  const size_t most_;
  const std::function<void(int, int)> joined_;
  const std::function<void(const std::string&, double)> charged_;
  mutable std::mutex mutex_;
  std::condition_variable_any has_work_;
  std::map<std::string, std::deque<Job*>> callers_;  // with sentences that wait
  std::string last_turn_;
  int waiting_ = 0;
  std::map<size_t, Place> under_way_;  // by their names in the feed
  size_t next_name_ = 0;
  // Callers of what ended in this step; and when the step began.
  std::vector<std::string> ended_;
  std::chrono::steady_clock::time_point step_began_;
  std::jthread worker_;
};

// A translator that hands everything to a batcher, which it keeps alive. `ended` is called when it
// is gone and holds the batcher no more.
std::unique_ptr<translate::Translator> batched(
    std::shared_ptr<Batcher> batcher, std::string caller, std::function<void()> ended = [] {});

}  // namespace sotto::engine
