// Memory for weights that are made while a model is read: where a file would have them on a
// boundary of 64 bytes, this has, too.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace sotto::checkpoint {

// Not initialized. The bytes stay where they are when this is moved.
class AlignedBytes {
 public:
  static constexpr std::align_val_t kAlignment{64};

  explicit AlignedBytes(size_t size)
      : data_(static_cast<std::byte*>(::operator new(size, kAlignment))), size_(size) {}

  std::byte* data() const { return data_.get(); }
  size_t size() const { return size_; }
  std::span<std::byte> all() const { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* data) const { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<std::byte, Free> data_;
  size_t size_;
};

}  // namespace sotto::checkpoint
