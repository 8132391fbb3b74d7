// Sentences of many callers go side by side; each gets its own back, in turn, and may leave.
#include "engine/batcher.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <thread>

namespace sotto::engine::batcher_test {
namespace {

using ::testing::ElementsAre;
using text::Sentence;
using translate::Translation;

Sentence sentence(const std::string& text) { return {text, {}, *find_language("en")}; }

std::vector<Sentence> sentences(std::initializer_list<const char*> texts) {
  std::vector<Sentence> list;
  for (const char* text : texts) list.push_back(sentence(text));
  return list;
}

// Lets sentences join whenever it has the chance, and ends them when a test says so.
struct Stage {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::vector<std::string> joined;  // in their order
  std::set<std::string> under_way;
  std::set<std::string> may_end;
  bool all_may_end = false;

  void end(std::initializer_list<const char*> texts) {
    const std::lock_guard lock(mutex);
    for (const char* text : texts) may_end.insert(text);
    changed.notify_all();
  }
  void end_all() {
    const std::lock_guard lock(mutex);
    all_may_end = true;
    changed.notify_all();
  }
  void wait_for(std::set<std::string> texts) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return under_way == texts; });
  }
};

class Staged final : public translate::Translator {
 public:
  explicit Staged(Stage& stage) : stage_(stage) {}
  Result<std::vector<Translation>> translate_batch(std::span<const Sentence>,
                                                   std::stop_token) override {
    return Error{Errc::internal, "the batcher asks for feeds only"};
  }
  void translate_feed(translate::Feed& feed) override {
    std::map<size_t, std::string> running;
    for (;;) {
      const auto items = feed.take(running.empty());
      if (items.empty() && running.empty()) return;
      for (const auto& item : items) running[item.name] = item.sentence.text;
      std::erase_if(running, [&](const auto& r) { return !feed.is_wanted(r.first); });
      std::unique_lock lock(stage_.mutex);
      for (const auto& item : items) stage_.joined.push_back(item.sentence.text);
      stage_.under_way.clear();
      for (const auto& [name, text] : running) stage_.under_way.insert(text);
      stage_.changed.notify_all();
      stage_.changed.wait_for(lock, std::chrono::milliseconds(1), [] { return false; });
      for (auto r = running.begin(); r != running.end();) {
        if (r->second == "huge") throw std::bad_alloc();
        if (!stage_.all_may_end && !stage_.may_end.contains(r->second)) {
          ++r;
          continue;
        }
        feed.put(r->first, Translation{sentence(r->second + "!"), false, "", 0});
        r = running.erase(r);
      }
    }
  }

 private:
  Stage& stage_;
};

class BatcherTest : public ::testing::Test {
 protected:
  std::jthread ask(std::vector<Sentence> list, std::string caller, std::stop_token stop = {}) {
    return std::jthread([this, list, caller, stop] {
      const auto done = batcher_.translate(list, caller, stop);
      ASSERT_TRUE(done || stop.stop_requested());
      for (size_t i = 0; done && i < list.size(); ++i)
        EXPECT_EQ((*done)[i].sentence.text, list[i].text + "!");
    });
  }
  void wait_for_waiting(int count) {
    while (batcher_.waiting() != count) std::this_thread::yield();
  }

  Stage stage_;
  std::atomic<int> most_jobs_ = 0;
  std::map<std::string, double> charged_s_;  // under the stage's lock
  Batcher batcher_{std::make_unique<Staged>(stage_), 4,
                   [this](int, int jobs) { most_jobs_ = std::max(most_jobs_.load(), jobs); },
                   [this](const std::string& caller, double seconds) {
                     const std::lock_guard lock(stage_.mutex);
                     charged_s_[caller] += seconds;
                   }};
};

TEST_F(BatcherTest, ASentenceJoinsThoseThatAreUnderWayAndLeavesBeforeThem) {
  const std::jthread slow = ask(sentences({"slow"}), "x");
  stage_.wait_for({"slow"});
  stage_.end({"quick"});
  const auto quick = batcher_.translate(sentences({"quick"}), "y", {});
  ASSERT_TRUE(quick);
  EXPECT_EQ((*quick)[0].sentence.text, "quick!");
  stage_.wait_for({"slow"});
  EXPECT_EQ(most_jobs_, 2);
  stage_.end_all();
}

TEST_F(BatcherTest, WhereMemoryRunsOutTheCallerHearsOfItAndOthersGoOn) {
  const auto huge = batcher_.translate(sentences({"huge", "more"}), "x", {});
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().code, Errc::io);
  stage_.end_all();
  EXPECT_TRUE(batcher_.translate(sentences({"small"}), "x", {}));
}

TEST_F(BatcherTest, NotMoreThanFourAndASentenceOfEachCallerInTurn) {
  const std::jthread first = ask(sentences({"a", "b", "c", "d"}), "x");
  stage_.wait_for({"a", "b", "c", "d"});
  const std::jthread many = ask(sentences({"m1", "m2", "m3"}), "x");
  wait_for_waiting(3);
  const std::jthread one = ask(sentences({"one"}), "y");
  wait_for_waiting(4);
  stage_.end({"b"});
  stage_.wait_for({"a", "one", "c", "d"});
  stage_.end({"a", "d"});
  stage_.wait_for({"one", "m1", "c", "m2"});
  stage_.end_all();
}

TEST_F(BatcherTest, WhoLeavesIsForgottenAndTheOthersGetTheirs) {
  std::stop_source leaves;
  const std::jthread gone = ask(sentences({"g1", "g2", "g3", "g4", "g5"}), "y", leaves.get_token());
  stage_.wait_for({"g1", "g2", "g3", "g4"});
  const std::jthread stays = ask(sentences({"s1"}), "z");
  wait_for_waiting(2);
  leaves.request_stop();
  stage_.wait_for({"s1"});
  EXPECT_EQ(batcher_.waiting(), 0);
  stage_.end_all();
}

TEST_F(BatcherTest, TheTimeOfAStepIsSharedByWhatIsUnderWayInIt) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::jthread both = ask(sentences({"a", "b"}), "x");
  std::jthread one = ask(sentences({"c"}), "y");
  stage_.wait_for({"a", "b", "c"});
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  stage_.end_all();
  both.join();
  one.join();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // nobody is charged for nothing
  std::jthread last = ask(sentences({"d"}), "z");
  last.join();
  const double all = std::chrono::duration<double>(Clock::now() - begin).count();
  const std::lock_guard lock(stage_.mutex);
  EXPECT_GT(charged_s_["y"], 0.03);
  EXPECT_NEAR(charged_s_["x"], 2 * charged_s_["y"], 0.4 * charged_s_["x"]);
  EXPECT_LT(charged_s_["x"] + charged_s_["y"] + charged_s_["z"], all - 0.09);
}

TEST(BatcherEnd, WhatIsUnderWayIsDroppedWithTheBatcher) {
  Stage stage;
  std::stop_source leaves;
  std::jthread asking;
  {
    Batcher batcher(
        std::make_unique<Staged>(stage), 4, [](int, int) {}, [](const std::string&, double) {});
    asking = std::jthread(
        [&] { EXPECT_FALSE(batcher.translate(sentences({"a"}), "x", leaves.get_token())); });
    stage.wait_for({"a"});
    leaves.request_stop();
    asking.join();
  }
  EXPECT_THAT(stage.joined, ElementsAre("a"));
}

}  // namespace
}  // namespace sotto::engine::batcher_test
