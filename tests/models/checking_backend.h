// A backend that proves that networks keep to the boundary of device.h. Operations are recorded,
// and computed by the backend of the processor only when something is read; until then the host can
// neither read nor write what tensors stand for: a program that tries ends there.
#pragma once

#include <sys/mman.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "device/decorator.h"
#include "device/operations.h"

namespace sotto::device::checking {

// Addresses that nobody can reach but while they are open.
class GuardedMemory {
 public:
  explicit GuardedMemory(size_t bytes) : bytes_(bytes) {
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    base_ = ::mmap(nullptr, bytes_, PROT_NONE, kFlags, -1, 0);
    if (base_ == MAP_FAILED) std::abort();
  }
  ~GuardedMemory() { ::munmap(base_, bytes_); }
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  float* floats() const { return static_cast<float*>(base_); }
  size_t size() const { return bytes_ / sizeof(float); }
  void open() { ::mprotect(base_, bytes_, PROT_READ | PROT_WRITE); }
  void close() { ::mprotect(base_, bytes_, PROT_NONE); }

 private:
  size_t bytes_;
  void* base_;
};

// What was done so far, by all devices of a backend.
struct DeviceCounts {
  int waits = 0;  // reads that had something to compute first
  int uploads = 0;
};

class CheckingDevice final : public Device {
 public:
  CheckingDevice(std::unique_ptr<Device> cpu, std::shared_ptr<DeviceCounts> counts,
                 std::optional<Precision> kv_cache)
      : cpu_(std::move(cpu)),
        counts_(std::move(counts)),
        kv_cache_(kv_cache),
        memory_(open_memory(size_t{1} << 30)) {}

  Tensor make(int rows, int cols) override {
    const Tensor t{memory_->floats(), used_, rows, cols};
    used_ += (t.size() + 15) / 16 * 16;
    if (used_ > memory_->size()) std::abort();
    return t;
  }
  void upload(std::span<const float> x, const Tensor& y) override {
    ++counts_->uploads;
    record(
        [this, y, numbers = std::vector<float>(x.begin(), x.end())] { cpu_->upload(numbers, y); });
  }
  std::span<const float> read(const Tensor& x) override {
    if (!recorded_.empty()) ++counts_->waits;
    for (const auto& each : memories_) each->open();
    for (const auto& each : recorded_) each();
    recorded_.clear();
    const auto numbers = cpu_->read(x);
    read_.emplace_back(numbers.begin(), numbers.end());
    for (const auto& each : memories_) each->close();
    return read_.back();
  }
  std::unique_ptr<Cache> make_cache(int cols) override;
  std::unique_ptr<Cache> make_kv_cache(int cols, int heads, Precision own) override;
  void take_threads_of(const Backend& other) override;

#define SOTTO_RECORD(name, parameters, arguments, ...)                        \
  void name parameters override {                                             \
    later([](Device& d, const auto&... each) { d.name(each...); }) arguments; \
  }
  SOTTO_OPERATIONS(SOTTO_RECORD)
#undef SOTTO_RECORD

  Columns columns() const override { return cpu_->columns(); }

  // How many tensors were read to the host, and how much memory is taken.
  Mark mark() override { return {read_.size(), used_}; }
  void release(const Mark& mark) override {
    read_.resize(mark.block);
    used_ = mark.used;
  }

  void record(std::function<void()> operation) { recorded_.push_back(std::move(operation)); }
  std::shared_ptr<GuardedMemory> open_memory(size_t bytes) {
    return memories_.emplace_back(std::make_shared<GuardedMemory>(bytes));
  }

 private:
  // With the lists of rows, which copies of it share.
  struct SeenCopy {
    explicit SeenCopy(std::span<const VisibleKeys> original)
        : seen(original.begin(), original.end()) {
      for (VisibleKeys& each : seen) {
        if (each.rows == nullptr) continue;
        lists.push_back(std::make_shared<std::vector<int>>(each.rows, each.rows + each.count));
        each.rows = lists.back()->data();
      }
    }
    operator std::span<const VisibleKeys>() const { return seen; }

    std::vector<VisibleKeys> seen;
    std::vector<std::shared_ptr<std::vector<int>>> lists;
  };
  // What arguments are copied to: spans are taken during a call.
  template <class T>
  static T owned(const T& argument) {
    return argument;
  }
  template <class T>
  static std::vector<T> owned(std::span<const T> all) {
    return {all.begin(), all.end()};
  }
  static SeenCopy owned(std::span<const VisibleKeys> seen) { return SeenCopy(seen); }

  template <class Operation>
  struct Later {
    CheckingDevice& device;
    Operation operation;

    template <class... Arguments>
    void operator()(const Arguments&... arguments) const {
      device.record(
          [cpu = device.cpu_.get(), call = operation, all = std::make_tuple(owned(arguments)...)] {
            std::apply([&](const auto&... each) { call(*cpu, each...); }, all);
          });
    }
    // The host takes the choice at once.
    void operator()(const Tensor& x, const Weight& w, const Constant& bias, Banned banned,
                    std::span<Choice> chosen) const {
      device.Device::choose(x, w, bias, banned, chosen);
    }
  };
  template <class Operation>
  Later<Operation> later(const Operation& operation) {
    return {*this, operation};
  }

  std::unique_ptr<Device> cpu_;
  std::shared_ptr<DeviceCounts> counts_;
  std::optional<Precision> kv_cache_;
  std::vector<std::shared_ptr<GuardedMemory>> memories_;
  std::shared_ptr<GuardedMemory> memory_;  // of frames
  size_t used_ = 0;
  std::vector<std::function<void()>> recorded_;
  std::vector<std::vector<float>> read_;
};

class CheckingCache final : public Cache {
 public:
  CheckingCache(CheckingDevice& device, int cols)
      : Cache(cols), device_(device), memory_(device.open_memory(size_t{1} << 24)) {}

  void keep(std::span<const int> kept) override {
    const Tensor rows = all();
    for (int i = 0; i < static_cast<int>(kept.size()); ++i) {
      const int from = kept[static_cast<size_t>(i)];
      if (from != i) device_.copy(rows.part(from, 1), rows.part(i, 1));
    }
    rows_ = static_cast<int>(kept.size());
  }
  void forget(int count) override {
    std::vector<int> kept;
    for (int row = count; row < rows(); ++row) kept.push_back(row);
    keep(kept);
  }
  void reserve(int count) override {
    if (rows() + count > most()) std::abort();
    capacity_ = std::max(capacity_, rows() + count);
  }
  int capacity() const override { return capacity_; }
  Tensor all() override { return {memory_->floats(), 0, rows(), cols()}; }

 private:
  int most() const {
    return static_cast<int>(memory_->size() / static_cast<size_t>(std::max(cols(), 1)));
  }

  CheckingDevice& device_;
  std::shared_ptr<GuardedMemory> memory_;
  int capacity_ = 0;
};

// What the processor's compact cache does, when it is computed.
class CheckingCompactCache final : public CompactCache {
 public:
  CheckingCompactCache(CheckingDevice& device, Device& cpu, int cols, int heads, Precision own)
      : CompactCache(cols),
        device_(device),
        cpu_(cpu),
        memory_(device.open_memory(size_t{1} << 24)),
        cache_(cpu.make_kv_cache(cols, heads, own)) {}

  void truncate(int rows) override {
    CompactCache::truncate(rows);
    device_.record([cache = cache_, rows] { cache->truncate(rows); });
  }
  void keep(std::span<const int> kept) override {
    compact();
    device_.record(
        [cache = cache_, all = std::vector<int>(kept.begin(), kept.end())] { cache->keep(all); });
    rows_ = static_cast<int>(kept.size());
  }
  void forget(int count) override {
    compact();
    device_.record([cache = cache_, count] { cache->forget(count); });
    rows_ -= count;
  }
  void reserve(int count) override { capacity_ = std::max(capacity_, rows() + count); }
  int capacity() const override { return capacity_; }
  // The handle stands for the cache, whatever it will be when an operation is computed.
  Tensor all() override {
    compact();
    Tensor rows_to_be = cache_->all();
    rows_to_be.rows = rows();
    return rows_to_be;
  }

 private:
  Tensor room(int count) override {
    const Tensor rows{memory_->floats(), 0, count, cols()};
    if (rows.size() > memory_->size()) std::abort();
    return rows;
  }
  void take(int count) override {
    device_.record([cache = cache_, cpu = &cpu_, from = room(count)] {
      cpu->copy(from, cache->append(from.rows));
      cache->compact();
    });
  }

  CheckingDevice& device_;
  Device& cpu_;
  std::shared_ptr<GuardedMemory> memory_;  // of what append() gives
  std::shared_ptr<Cache> cache_;
  int capacity_ = 0;
};

inline std::unique_ptr<Cache> CheckingDevice::make_cache(int cols) {
  return std::make_unique<CheckingCache>(*this, cols);
}

inline std::unique_ptr<Cache> CheckingDevice::make_kv_cache(int cols, int heads, Precision own) {
  if (kv_cache_.value_or(own) == Precision::f32) return make_cache(cols);
  return std::make_unique<CheckingCompactCache>(*this, *cpu_, cols, heads, own);
}

class CheckingBackend final : public BackendDecorator {
 public:
  using BackendDecorator::BackendDecorator;

  std::unique_ptr<Device> open() const override {
    return std::make_unique<CheckingDevice>(beneath().open(), counts_, report().kv_cache);
  }
  DeviceCounts counts() const { return *counts_; }

 private:
  std::shared_ptr<const Backend> around(std::shared_ptr<const Backend> beneath) const override {
    return std::make_shared<CheckingBackend>(std::move(beneath));
  }

  std::shared_ptr<DeviceCounts> counts_ = std::make_shared<DeviceCounts>();
};

inline void CheckingDevice::take_threads_of(const Backend& other) {
  cpu_->take_threads_of(dynamic_cast<const CheckingBackend&>(other).beneath());
}

}  // namespace sotto::device::checking

namespace sotto::testing {

using device::checking::CheckingBackend;
using device::checking::DeviceCounts;

}  // namespace sotto::testing
