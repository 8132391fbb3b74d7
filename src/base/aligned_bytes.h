// Memory for weights that are made while a model is read: where a file would have them on a
// boundary of 64 bytes, this has, too.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "base/memory.h"

namespace sotto {

// Not initialized. The bytes stay where they are when this is moved.
class AlignedBytes {
 public:
  explicit AlignedBytes(size_t size)
      : data_(static_cast<std::byte*>(::operator new(size, alignment_of(size))),
              Free{alignment_of(size)}),
        size_(size) {
    prefer_large_pages(data_.get(), size);
  }

  std::byte* data() const { return data_.get(); }
  size_t size() const { return size_; }
  std::span<std::byte> all() const { return {data_.get(), size_}; }

 private:
  static std::align_val_t alignment_of(size_t size) {
    constexpr size_t kLine = 64;
    return std::align_val_t{size >= kLargePage ? kLargePage : kLine};
  }

  struct Free {
    std::align_val_t alignment;
    void operator()(std::byte* data) const { ::operator delete(data, alignment); }
  };
  std::unique_ptr<std::byte, Free> data_;
  size_t size_;
};

}  // namespace sotto
