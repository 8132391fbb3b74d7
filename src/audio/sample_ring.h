// A bounded queue of samples between one writer and the sound card's callback. Neither side ever
// waits for the other: a callback that blocks is heard as a click.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sotto::audio {

class SampleRing {
 public:
  explicit SampleRing(size_t capacity) : data_(capacity) {}

  // Writer. Takes as many as there is room for and returns how many.
  size_t push(std::span<const float> samples) {
    const uint64_t end = end_.load(std::memory_order_relaxed);
    const uint64_t begin = begin_.load(std::memory_order_acquire);
    const size_t count = std::min<size_t>(samples.size(), data_.size() - (end - begin));
    for (size_t i = 0; i < count; ++i) data_[(end + i) % data_.size()] = samples[i];
    end_.store(end + count, std::memory_order_release);
    return count;
  }

  // Reader. Fills `out`, with silence where there is no sound; returns how much was sound.
  size_t pop(std::span<float> out) {
    const uint64_t end = end_.load(std::memory_order_acquire);
    uint64_t begin = begin_.load(std::memory_order_relaxed);
    begin = std::max(begin, std::min(end, dropped_.load(std::memory_order_acquire)));
    const bool held = held_.load(std::memory_order_acquire);
    const size_t count = held ? 0 : std::min<size_t>(out.size(), end - begin);
    for (size_t i = 0; i < count; ++i) out[i] = data_[(begin + i) % data_.size()];
    std::fill(out.begin() + static_cast<ptrdiff_t>(count), out.end(), 0.0f);
    begin_.store(begin + count, std::memory_order_release);
    return count;
  }

  // Any thread. What was pushed so far will not come out; the reader skips it at its next `pop`.
  void drop() {
    const uint64_t end = end_.load(std::memory_order_acquire);
    uint64_t dropped = dropped_.load(std::memory_order_relaxed);
    while (dropped < end && !dropped_.compare_exchange_weak(dropped, end)) {
    }
  }

  // Any thread. While it is held, silence comes out and what was pushed stays.
  void hold(bool held) { held_.store(held, std::memory_order_release); }
  bool is_held() const { return held_.load(std::memory_order_acquire); }

  size_t size() const {
    return end_.load(std::memory_order_acquire) - begin_.load(std::memory_order_acquire);
  }

 private:
  std::vector<float> data_;
  // Positions in the endless stream of samples; 64 bits of them outlast the card.
  std::atomic<uint64_t> begin_ = 0, end_ = 0, dropped_ = 0;
  std::atomic<bool> held_ = false;
};

}  // namespace sotto::audio
