// Memory for activations: taken in order, given back all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "device/tensor.h"

namespace sotto::device {

// Grows while it is too small; after the first reset() at its largest size it is one block, and
// nothing is allocated any more. Used by one thread.
class Arena {
 public:
  // Uninitialized, aligned to 64 bytes; valid until reset() or until the Scope around it ends.
  Tensor make(int rows, int cols);
  void reset();

  // Gives back, at its end, what was made since its beginning.
  class Scope {
   public:
    explicit Scope(Arena& arena) : arena_(arena), block_(arena.block_), used_(arena.used_) {}
    ~Scope() {
      arena_.block_ = block_;
      arena_.used_ = used_;
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Arena& arena_;
    size_t block_, used_;
  };

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
  size_t block_ = 0;  // the block in use
  size_t used_ = 0;   // floats of it that are taken
};

}  // namespace sotto::device
