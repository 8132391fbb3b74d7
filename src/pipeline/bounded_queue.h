// A queue between two threads that never grows past its capacity: a slow consumer slows the
// producer.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace sotto::pipeline {

// Items come out in the order in which they went in. An item has a weight (1 a sentence, or its
// milliseconds of sound); one that is heavier than the capacity goes in when the queue is empty.
template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

  // Blocks while the queue is full. False: the queue was closed or `stop` is set, and the item is
  // gone.
  bool push(T item, const std::stop_token& stop, size_t weight = 1) {
    std::unique_lock lock(mutex_);
    const auto has_room = [&] {
      return closed_ || items_.empty() || weight_ + weight <= capacity_;
    };
    if (!has_room_.wait(lock, stop, has_room) || closed_ || stop.stop_requested()) return false;
    items_.emplace_back(std::move(item), weight);
    weight_ += weight;
    lock.unlock();
    has_item_.notify_one();
    return true;
  }

  // Blocks while the queue is empty. None: it is closed and everything was taken, or `stop` is set.
  std::optional<T> pop(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const auto has_item = [&] { return closed_ || !items_.empty(); };
    if (!has_item_.wait(lock, stop, has_item) || items_.empty() || stop.stop_requested()) {
      return std::nullopt;
    }
    std::optional<T> item(std::move(items_.front().first));
    weight_ -= items_.front().second;
    items_.pop_front();
    lock.unlock();
    has_room_.notify_one();
    return item;
  }

  // Nothing more goes in; what is in can still be taken.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    has_item_.notify_all();
    has_room_.notify_all();
  }

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable_any has_item_, has_room_;
  std::deque<std::pair<T, size_t>> items_;
  size_t weight_ = 0;
  bool closed_ = false;
};

}  // namespace sotto::pipeline
