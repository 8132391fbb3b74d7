// Memory for activations: taken in order, given back in the reverse order.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "device/device.h"
#include "device_cpu/activations.h"

namespace sotto::device::cpu {

// Grows while it is too small; after the first release of everything at its largest size it is one
// block, and nothing is allocated any more. Used by one thread.
class Arena {
 public:
  using Mark = Device::Mark;  // the block in use, and floats of it that are taken

  // Uninitialized, aligned to 64 bytes; valid until what was made since an earlier mark is given
  // back.
  Activations make(int rows, int cols);

  Mark mark() const { return at_; }
  // Gives back what was made since then.
  void release(const Mark& mark);

 private:
  struct Free {
    void operator()(float* p) const { ::operator delete (p, std::align_val_t{64}); }
  };
  struct Block {
    std::unique_ptr<float, Free> data;
    size_t size = 0;  // floats
  };
  static Block make_block(size_t floats);

  std::vector<Block> blocks_;
  Mark at_;
};

}  // namespace sotto::device::cpu
