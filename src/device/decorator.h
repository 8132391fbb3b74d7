// A device and a backend around others: all but the operations (operations.h) is forwarded.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "device/device.h"

namespace sotto::device {

class BackendDecorator : public Backend {
 public:
  explicit BackendDecorator(std::shared_ptr<const Backend> beneath)
      : beneath_(std::move(beneath)) {}

  std::shared_ptr<const Backend> with_at_most(int threads) const override {
    return around(beneath_->with_at_most(threads));
  }
  std::shared_ptr<const Backend> with_kv_cache(Precision precision) const override {
    return around(beneath_->with_kv_cache(precision));
  }
  using Backend::prepare;
  Weight prepare(const quant::StoredMatrix& matrix, std::shared_ptr<const void> owner,
                 const Use& use) const override {
    return beneath_->prepare(matrix, std::move(owner), use);
  }
  Constant prepare(std::span<const float> numbers, int rows) const override {
    return beneath_->prepare(numbers, rows);
  }
  Weight select(const Weight& w, std::span<const int> rows) const override {
    return beneath_->select(w, rows);
  }
  std::vector<float> floats_of(const Weight& w) const override { return beneath_->floats_of(w); }
  BackendReport report() const override { return beneath_->report(); }
  BackendUse use() const override { return beneath_->use(); }

  const Backend& beneath() const { return *beneath_; }

 private:
  // The same around another.
  virtual std::shared_ptr<const Backend> around(std::shared_ptr<const Backend> beneath) const = 0;

  std::shared_ptr<const Backend> beneath_;
};

class DeviceDecorator : public Device {
 public:
  explicit DeviceDecorator(std::unique_ptr<Device> beneath) : beneath_(std::move(beneath)) {}

  Tensor make(int rows, int cols) override { return beneath_->make(rows, cols); }
  using Device::upload;
  void upload(std::span<const float> x, const Tensor& y) override { beneath_->upload(x, y); }
  std::span<const float> read(const Tensor& x) override { return beneath_->read(x); }
  std::unique_ptr<Cache> make_cache(int cols) override { return beneath_->make_cache(cols); }
  std::unique_ptr<Cache> make_kv_cache(int cols, int heads, Precision own) override {
    return beneath_->make_kv_cache(cols, heads, own);
  }
  void take_threads_of(const Backend& other) override {
    const auto* decorated = dynamic_cast<const BackendDecorator*>(&other);
    beneath_->take_threads_of(decorated != nullptr ? decorated->beneath() : other);
  }
  int threads() const override { return beneath_->threads(); }
  void share(int count, int64_t bytes, const HostWork& work) override {
    beneath_->share(count, bytes, work);
  }
  Columns columns() const override { return beneath_->columns(); }
  Mark mark() override { return beneath_->mark(); }
  void release(const Mark& mark) override { beneath_->release(mark); }

 protected:
  Device& beneath() { return *beneath_; }

 private:
  std::unique_ptr<Device> beneath_;
};

}  // namespace sotto::device
