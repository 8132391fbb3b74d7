#include "pipeline/bounded_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace sotto::pipeline::bounded_queue_test {
namespace {

using std::chrono::milliseconds;

TEST(BoundedQueueTest, ItemsComeOutInOrderAndClosingDrains) {
  BoundedQueue<int> queue(3);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.push(i, {}));
  queue.close();
  EXPECT_FALSE(queue.push(9, {}));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(queue.pop({}), i);
  EXPECT_EQ(queue.pop({}), std::nullopt);
}

TEST(BoundedQueueTest, ManyItemsBetweenTwoThreadsKeepTheirOrder) {
  BoundedQueue<std::unique_ptr<int>> queue(4);
  const std::jthread producer([&] {
    for (int i = 0; i < 10000; ++i) EXPECT_TRUE(queue.push(std::make_unique<int>(i), {}));
    queue.close();
  });
  int expected = 0;
  while (const auto item = queue.pop({})) EXPECT_EQ(**item, expected++);
  EXPECT_EQ(expected, 10000);
}

TEST(BoundedQueueTest, AFullQueueBlocksUntilThereIsRoom) {
  BoundedQueue<int> queue(2);
  ASSERT_TRUE(queue.push(1, {}));
  ASSERT_TRUE(queue.push(2, {}));
  std::atomic<bool> pushed = false;
  const std::jthread producer([&] {
    EXPECT_TRUE(queue.push(3, {}));
    pushed = true;
  });
  std::this_thread::sleep_for(milliseconds(30));
  EXPECT_FALSE(pushed);
  EXPECT_EQ(queue.pop({}), 1);
  for (int i = 0; i < 1000 && !pushed; ++i) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_TRUE(pushed);
}

TEST(BoundedQueueTest, WeightsCountAndAHeavyItemGoesIntoAnEmptyQueue) {
  BoundedQueue<int> queue(10);
  ASSERT_TRUE(queue.push(1, {}, 500));
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(20));
    stop.request_stop();
  });
  EXPECT_FALSE(queue.push(2, stop.get_token(), 1));  // blocked until the stop
  EXPECT_EQ(queue.pop({}), 1);
  EXPECT_TRUE(queue.push(3, {}, 4));
  EXPECT_TRUE(queue.push(4, {}, 6));
  EXPECT_TRUE(queue.push(5, {}, 0));  // weighs nothing, waits for nothing
}

TEST(BoundedQueueTest, AStopWakesBothSides) {
  BoundedQueue<int> full(1), empty(1);
  ASSERT_TRUE(full.push(1, {}));
  std::stop_source stop;
  std::atomic<int> woken = 0;
  std::jthread producer([&] {
    EXPECT_FALSE(full.push(2, stop.get_token()));
    ++woken;
  });
  std::jthread consumer([&] {
    EXPECT_EQ(empty.pop(stop.get_token()), std::nullopt);
    ++woken;
  });
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(woken, 0);
  stop.request_stop();
  producer.join();
  consumer.join();
  EXPECT_EQ(woken, 2);
}

TEST(BoundedQueueTest, ClosingWakesBothSides) {
  BoundedQueue<int> full(1), empty(1);
  ASSERT_TRUE(full.push(1, {}));
  std::jthread producer([&] { EXPECT_FALSE(full.push(2, {})); });
  std::jthread consumer([&] { EXPECT_EQ(empty.pop({}), std::nullopt); });
  std::this_thread::sleep_for(milliseconds(20));
  full.close();
  empty.close();
}

}  // namespace
}  // namespace sotto::pipeline::bounded_queue_test
