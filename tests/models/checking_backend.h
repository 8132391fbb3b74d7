// A backend that proves that networks keep to the boundary of device.h. Operations are recorded,
// and computed by the backend of the processor only when something is read; until then the host can
// neither read nor write what tensors stand for: a program that tries ends there.
#pragma once

#include <sys/mman.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "device/device.h"

namespace sotto::testing {

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

class CheckingDevice final : public device::Device {
 public:
  using Tensor = device::Tensor;

  CheckingDevice(std::unique_ptr<device::Device> cpu, std::shared_ptr<DeviceCounts> counts,
                 std::optional<device::Precision> kv_cache)
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
  std::unique_ptr<device::Cache> make_cache(int cols) override;
  std::unique_ptr<device::Cache> make_kv_cache(int cols, int heads, device::Precision own) override;
  void take_threads_of(const device::Backend& other) override;

  void linears(const Tensor& x, std::span<const device::Product> products) override {
    record([this, x, all = std::vector<device::Product>(products.begin(), products.end())] {
      cpu_->linears(x, all);
    });
  }
  void convolve(const Tensor& x, const device::Taps& taps,
                const device::Product& product) override {
    record([=, this] { cpu_->convolve(x, taps, product); });
  }
  void convolve(const Tensor& x, const device::InstanceNorm& norm, int padding,
                const device::Taps& taps, const device::Product& product) override {
    record([=, this] { cpu_->convolve(x, norm, padding, taps, product); });
  }
  void convolve(const Tensor& x, const device::LeakyRelu& before, int padding,
                const device::Taps& taps, const device::Product& product) override {
    record([=, this] { cpu_->convolve(x, before, padding, taps, product); });
  }
  void depthwise(const Tensor& x, const device::Constant& w, const device::Taps& taps,
                 const Tensor& y) override {
    record([=, this] { cpu_->depthwise(x, w, taps, y); });
  }
  void depthwise_transposed(const Tensor& x, const device::Constant& w, int stride,
                            const Tensor& y) override {
    record([=, this] { cpu_->depthwise_transposed(x, w, stride, y); });
  }
  void embed(const device::Weight& table, std::span<const int> rows, float scale,
             const Tensor& y) override {
    record([=, this, all = copied(rows)] { cpu_->embed(table, all, scale, y); });
  }
  void gather(const Tensor& x, std::span<const int> rows, const Tensor& y) override {
    record([=, this, all = copied(rows)] { cpu_->gather(x, all, y); });
  }
  void concatenate(std::span<const Tensor> parts, const Tensor& y) override {
    record([=, this, all = std::vector<Tensor>(parts.begin(), parts.end())] {
      cpu_->concatenate(all, y);
    });
  }
  void slice(const Tensor& x, int first_col, const Tensor& y) override {
    record([=, this] { cpu_->slice(x, first_col, y); });
  }
  void add_rows(const Tensor& x, const Tensor& table, std::span<const int> rows) override {
    record([=, this, all = copied(rows)] { cpu_->add_rows(x, table, all); });
  }
  void copy(const Tensor& x, const Tensor& y) override {
    record([=, this] { cpu_->copy(x, y); });
  }
  void fill(const Tensor& x, float value) override {
    record([=, this] { cpu_->fill(x, value); });
  }
  void activate(device::Activation f, const Tensor& x, const Tensor& y) override {
    record([=, this] { cpu_->activate(f, x, y); });
  }
  void mix(float a, const Tensor& x, float b, const Tensor& y) override {
    record([=, this] { cpu_->mix(a, x, b, y); });
  }
  void leaky_relu(float slope, const Tensor& x, const Tensor& y) override {
    record([=, this] { cpu_->leaky_relu(slope, x, y); });
  }
  void snake(const Tensor& x, const Tensor& alpha, const Tensor& y) override {
    record([=, this] { cpu_->snake(x, alpha, y); });
  }
  void add(const Tensor& x, const Tensor& y) override {
    record([=, this] { cpu_->add(x, y); });
  }
  void multiply(const Tensor& x, const Tensor& y) override {
    record([=, this] { cpu_->multiply(x, y); });
  }
  void add_scaled(const Tensor& x, const Tensor& scale, const Tensor& y) override {
    record([=, this] { cpu_->add_scaled(x, scale, y); });
  }
  void scale_shift(const Tensor& x, float plus, const Tensor& scale, const Tensor& shift,
                   const Tensor& y) override {
    record([=, this] { cpu_->scale_shift(x, plus, scale, shift, y); });
  }
  void layer_norm(const Tensor& x, const device::Constant& weight, const device::Constant& bias,
                  float epsilon, const Tensor& y) override {
    record([=, this] { cpu_->layer_norm(x, weight, bias, epsilon, y); });
  }
  void rms_norm(const Tensor& x, const device::Constant& weight, float epsilon,
                const Tensor& y) override {
    record([=, this] { cpu_->rms_norm(x, weight, epsilon, y); });
  }
  void group_norm(const Tensor& x, int groups, const device::Constant& weight,
                  const device::Constant& bias, float epsilon, const Tensor& y) override {
    record([=, this] { cpu_->group_norm(x, groups, weight, bias, epsilon, y); });
  }
  void instance_norm(const Tensor& x, const device::InstanceNorm& norm, const Tensor& y) override {
    record([=, this] { cpu_->instance_norm(x, norm, y); });
  }
  void lstm(std::span<const device::Recurrence> directions, const Tensor& y) override {
    record([=, this, all = std::vector<device::Recurrence>(directions.begin(), directions.end())] {
      cpu_->lstm(all, y);
    });
  }
  void rotate(const Tensor& x, const Tensor& angles, device::Pairs pairs) override {
    record([=, this] { cpu_->rotate(x, angles, pairs); });
  }
  void attention(const Tensor& q, const Tensor& k, const Tensor& v,
                 std::span<const device::Seen> seen, int heads, device::Rows rows,
                 const Tensor& y) override {
    record([=, this, all = SeenCopy(seen)] { cpu_->attention(q, k, v, all.seen, heads, rows, y); });
  }
  void attention(const Tensor& q, const Tensor& k, const Tensor& v,
                 std::span<const device::Seen> seen, int heads, const device::Scoring& scoring,
                 const Tensor& y) override {
    record(
        [=, this, all = SeenCopy(seen)] { cpu_->attention(q, k, v, all.seen, heads, scoring, y); });
  }
  void scores(const Tensor& q, const Tensor& k, int heads, const Tensor& y) override {
    record([=, this] { cpu_->scores(q, k, heads, y); });
  }
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
    explicit SeenCopy(std::span<const device::Seen> original)
        : seen(original.begin(), original.end()) {
      for (device::Seen& each : seen) {
        if (each.rows == nullptr) continue;
        lists.push_back(std::make_shared<std::vector<int>>(each.rows, each.rows + each.count));
        each.rows = lists.back()->data();
      }
    }
    std::vector<device::Seen> seen;
    std::vector<std::shared_ptr<std::vector<int>>> lists;
  };
  static std::vector<int> copied(std::span<const int> rows) { return {rows.begin(), rows.end()}; }

  std::unique_ptr<device::Device> cpu_;
  std::shared_ptr<DeviceCounts> counts_;
  std::optional<device::Precision> kv_cache_;
  std::vector<std::shared_ptr<GuardedMemory>> memories_;
  std::shared_ptr<GuardedMemory> memory_;  // of frames
  size_t used_ = 0;
  std::vector<std::function<void()>> recorded_;
  std::vector<std::vector<float>> read_;
};

class CheckingCache final : public device::Cache {
 public:
  CheckingCache(CheckingDevice& device, int cols)
      : Cache(cols), device_(device), memory_(device.open_memory(size_t{1} << 24)) {}

  void keep(std::span<const int> kept) override {
    const device::Tensor rows = all();
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
  device::Tensor all() override { return {memory_->floats(), 0, rows(), cols()}; }

 private:
  int most() const {
    return static_cast<int>(memory_->size() / static_cast<size_t>(std::max(cols(), 1)));
  }

  CheckingDevice& device_;
  std::shared_ptr<GuardedMemory> memory_;
  int capacity_ = 0;
};

// What the processor's compact cache does, when it is computed.
class CheckingCompactCache final : public device::CompactCache {
 public:
  CheckingCompactCache(CheckingDevice& device, device::Device& cpu, int cols, int heads,
                       device::Precision own)
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
  device::Tensor all() override {
    compact();
    device::Tensor rows_to_be = cache_->all();
    rows_to_be.rows = rows();
    return rows_to_be;
  }

 private:
  device::Tensor room(int count) override {
    const device::Tensor rows{memory_->floats(), 0, count, cols()};
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
  device::Device& cpu_;
  std::shared_ptr<GuardedMemory> memory_;  // of what append() gives
  std::shared_ptr<device::Cache> cache_;
  int capacity_ = 0;
};

inline std::unique_ptr<device::Cache> CheckingDevice::make_cache(int cols) {
  return std::make_unique<CheckingCache>(*this, cols);
}

inline std::unique_ptr<device::Cache> CheckingDevice::make_kv_cache(int cols, int heads,
                                                                    device::Precision own) {
  if (kv_cache_.value_or(own) == device::Precision::f32) return make_cache(cols);
  return std::make_unique<CheckingCompactCache>(*this, *cpu_, cols, heads, own);
}

class CheckingBackend final : public device::Backend {
 public:
  explicit CheckingBackend(std::shared_ptr<const device::Backend> cpu) : cpu_(std::move(cpu)) {}

  std::unique_ptr<device::Device> open() const override {
    return std::make_unique<CheckingDevice>(cpu_->open(), counts_, cpu_->report().kv_cache);
  }
  std::shared_ptr<const device::Backend> with_at_most(int threads) const override {
    return std::make_shared<CheckingBackend>(cpu_->with_at_most(threads));
  }
  std::shared_ptr<const device::Backend> with_kv_cache(device::Precision precision) const override {
    return std::make_shared<CheckingBackend>(cpu_->with_kv_cache(precision));
  }
  using Backend::prepare;
  device::Weight prepare(const quant::StoredMatrix& matrix, std::shared_ptr<const void> owner,
                         const device::Use& use) const override {
    return cpu_->prepare(matrix, std::move(owner), use);
  }
  device::Constant prepare(std::span<const float> numbers, int rows) const override {
    return cpu_->prepare(numbers, rows);
  }
  device::Weight select(const device::Weight& w, std::span<const int> rows) const override {
    return cpu_->select(w, rows);
  }
  std::vector<float> floats_of(const device::Weight& w) const override {
    return cpu_->floats_of(w);
  }
  device::BackendReport report() const override { return cpu_->report(); }

  const device::Backend& cpu() const { return *cpu_; }
  DeviceCounts counts() const { return *counts_; }

 private:
  std::shared_ptr<const device::Backend> cpu_;
  std::shared_ptr<DeviceCounts> counts_ = std::make_shared<DeviceCounts>();
};

inline void CheckingDevice::take_threads_of(const device::Backend& other) {
  const auto* checking = dynamic_cast<const CheckingBackend*>(&other);
  cpu_->take_threads_of(checking != nullptr ? checking->cpu() : other);
}

}  // namespace sotto::testing
