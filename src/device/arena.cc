#include "device/arena.h"

#include <algorithm>
#include <new>

namespace sotto::device {
namespace {

constexpr size_t kSmallestBlock = size_t{1} << 16;  // floats: 256 KiB
constexpr size_t kLine = 64 / sizeof(float);

}  // namespace

Arena::Block Arena::make_block(size_t floats) {
  void* p = ::operator new (floats * sizeof(float), std::align_val_t{64});
  return {std::unique_ptr<float, Free>(static_cast<float*>(p)), floats};
}

Tensor Arena::make(int rows, int cols) {
  Tensor t{nullptr, rows, cols};
  const size_t needed = (std::max<size_t>(t.size(), 1) + kLine - 1) / kLine * kLine;
  while (block_ < blocks_.size() && blocks_[block_].size - used_ < needed) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    const size_t last = blocks_.empty() ? kSmallestBlock : blocks_.back().size;
    blocks_.push_back(make_block(std::max(last, needed)));
    used_ = 0;
  }
  t.data = blocks_[block_].data.get() + used_;
  used_ += needed;
  return t;
}

void Arena::reset() {
  block_ = used_ = 0;
  if (blocks_.size() <= 1) return;
  size_t all = 0;
  for (const Block& b : blocks_) all += b.size;
  blocks_.clear();
  blocks_.push_back(make_block(all));
}

}  // namespace sotto::device
