#include "device_cpu/arena.h"

#include <algorithm>
#include <new>

namespace sotto::device::cpu {
namespace {

constexpr size_t kSmallestBlock = size_t{1} << 16;  // floats: 256 KiB
constexpr size_t kLine = 64 / sizeof(float);

}  // namespace

Arena::Block Arena::make_block(size_t floats) {
  void* p = ::operator new (floats * sizeof(float), std::align_val_t{64});
  return {std::unique_ptr<float, Free>(static_cast<float*>(p)), floats};
}

Activations Arena::make(int rows, int cols) {
  Activations t{nullptr, rows, cols};
  const size_t needed = (std::max<size_t>(t.size(), 1) + kLine - 1) / kLine * kLine;
  while (at_.block < blocks_.size() && blocks_[at_.block].size - at_.used < needed) {
    ++at_.block;
    at_.used = 0;
  }
  if (at_.block == blocks_.size()) {
    const size_t last = blocks_.empty() ? kSmallestBlock : blocks_.back().size;
    blocks_.push_back(make_block(std::max(last, needed)));
    at_.used = 0;
  }
  t.data = blocks_[at_.block].data.get() + at_.used;
  at_.used += needed;
  return t;
}

void Arena::release(const Mark& mark) {
  at_ = mark;
  if (mark.block != 0 || mark.used != 0 || blocks_.size() <= 1) return;
  size_t all = 0;
  for (const Block& b : blocks_) all += b.size;
  blocks_.clear();
  blocks_.push_back(make_block(all));
}

}  // namespace sotto::device::cpu
