// Memory for activations: taken in order, given back in the reverse order.
#pragma once

#include <cstddef>
#include <span>

#include "device_cpu/activations.h"

namespace sotto::device::cpu {

// One range of addresses, as long as the machine's memory, of which only what was ever in use at
// the same time is backed by pages. So nothing is moved or allocated when a longer input comes, and
// a larger tensor reuses the place of smaller ones. Used by one thread.
class Arena {
 public:
  Arena();
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Uninitialized, aligned to 64 bytes; valid until what was made since an earlier mark is given
  // back. Throws std::bad_alloc, for sizes that are negative too.
  Activations make(int rows, int cols);
  float* make(size_t floats);

  // Room for each of some workers.
  struct Rooms {
    float* data;
    size_t each;

    std::span<float> of(int worker) const {
      return {data + static_cast<size_t>(worker) * each, each};
    }
  };
  Rooms make_rooms(int workers, size_t each);

  size_t mark() const { return used_; }
  // Gives back what was made since then.
  void release(size_t mark) { used_ = mark; }

 private:
  void make_usable(size_t floats);

  float* begin_ = nullptr;
  size_t reserved_ = 0, usable_ = 0, used_ = 0;  // floats from begin_ on
};

}  // namespace sotto::device::cpu
