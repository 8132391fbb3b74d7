// Sentences of many callers share batches; each gets its own back, in turn, and may leave.
#include "serve/batcher.h"

#include <gmock/gmock.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace sotto::serve {
namespace {

using ::testing::ElementsAre;
using text::Sentence;
using translate::Translation;

Sentence sentence(const std::string& text) { return {text, {}, *text::find_language("en")}; }

std::vector<Sentence> sentences(std::initializer_list<const char*> texts) {
  std::vector<Sentence> list;
  for (const char* text : texts) list.push_back(sentence(text));
  return list;
}

// Waits at a door for each batch, so that a test decides what comes together.
struct Door {
  std::mutex mutex;
  std::condition_variable_any changed;
  int open_for = 0;  // batches
  int inside = 0;    // batches that came to the door
  std::vector<std::vector<std::string>> batches;

  void let(int more) {
    const std::lock_guard lock(mutex);
    open_for += more;
    changed.notify_all();
  }
  bool is_quiet() {
    const std::lock_guard lock(mutex);
    return inside == 0;
  }
  void wait_for_batch(int number) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return inside >= number; });
  }
};

class Guarded final : public translate::Translator {
 public:
  explicit Guarded(Door& door) : door_(door) {}
  Result<Translation> translate(const Sentence& s, std::stop_token) override {
    return Translation{sentence(s.text + "!"), false, "", 0};
  }
  Result<std::vector<Translation>> translate_batch(std::span<const Sentence> batch,
                                                   std::stop_token stop) override {
    std::unique_lock lock(door_.mutex);
    std::vector<std::string>& texts = door_.batches.emplace_back();
    for (const Sentence& s : batch) texts.push_back(s.text);
    ++door_.inside;
    door_.changed.notify_all();
    if (!door_.changed.wait(lock, stop, [&] { return door_.open_for > 0; }))
      return Error{Errc::cancelled, "stopped"};
    --door_.open_for;
    lock.unlock();
    return Translator::translate_batch(batch, stop);
  }

 private:
  Door& door_;
};

class BatcherTest : public ::testing::Test {
 protected:
  std::jthread ask(std::vector<Sentence> list, std::string caller, std::stop_token stop = {}) {
    const int before = batcher_.waiting();
    std::jthread thread([this, list, caller, stop] {
      const auto done = batcher_.translate(list, caller, stop);
      ASSERT_TRUE(done || stop.stop_requested());
      for (size_t i = 0; done && i < list.size(); ++i)
        EXPECT_EQ((*done)[i].sentence.text, list[i].text + "!");
    });
    while (batcher_.waiting() == before && door_.is_quiet()) std::this_thread::yield();
    return thread;
  }
  void wait_for_waiting(int count) {
    while (batcher_.waiting() != count) std::this_thread::yield();
  }

  Door door_;
  std::atomic<int> most_jobs_ = 0;
  Batcher batcher_{std::make_unique<Guarded>(door_), {.sentences = 4}, [this](int, int jobs) {
                     most_jobs_ = std::max(most_jobs_.load(), jobs);
                   }};
};

TEST_F(BatcherTest, SomebodyAloneIsServedAtOnce) {
  door_.let(1);
  const auto done = batcher_.translate(sentences({"a"}), "x", {});
  ASSERT_TRUE(done);
  EXPECT_EQ((*done)[0].sentence.text, "a!");
}

TEST_F(BatcherTest, WhatWaitsGoesTogetherASentenceOfEachCallerInTurn) {
  const std::jthread first = ask(sentences({"first"}), "x");
  door_.wait_for_batch(1);
  const std::jthread many = ask(sentences({"m1", "m2", "m3", "m4", "m5"}), "x");
  wait_for_waiting(5);
  const std::jthread one = ask(sentences({"one"}), "y");
  wait_for_waiting(6);
  door_.let(100);
  door_.wait_for_batch(3);
  EXPECT_THAT(door_.batches[1], ElementsAre("one", "m1", "m2", "m3"));
  EXPECT_THAT(door_.batches[2], ElementsAre("m4", "m5"));
  EXPECT_EQ(most_jobs_, 2);
}

TEST_F(BatcherTest, WhoLeavesIsForgottenAndTheOthersGetTheirs) {
  std::stop_source leaves;
  const std::jthread first = ask(sentences({"first"}), "x");
  door_.wait_for_batch(1);
  const std::jthread gone = ask(sentences({"g1", "g2"}), "y", leaves.get_token());
  const std::jthread stays = ask(sentences({"s1"}), "z");
  wait_for_waiting(3);
  leaves.request_stop();
  wait_for_waiting(1);
  door_.let(100);
  door_.wait_for_batch(2);
  EXPECT_THAT(door_.batches[1], ElementsAre("s1"));
}

TEST_F(BatcherTest, ABatchThatNobodyWaitsForIsStopped) {
  std::stop_source leaves;
  {
    const std::jthread gone = ask(sentences({"g1"}), "y", leaves.get_token());
    door_.wait_for_batch(1);
    leaves.request_stop();
  }
  // The door stayed shut for the first batch, which nobody waits for any more.
  door_.let(2);
  EXPECT_TRUE(batcher_.translate(sentences({"a"}), "x", {}));
  EXPECT_EQ(door_.batches.size(), 2u);
}

}  // namespace
}  // namespace sotto::serve
