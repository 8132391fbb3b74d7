#include "base/large_pages.h"

#include <algorithm>

#include "base/aligned_bytes.h"

namespace sotto {
namespace {

// Addresses, not memory: what nobody has written takes none. Large enough for the output matrix of
// a small network and much of the rest.
constexpr size_t kChunk = 16 * kLargePage;
constexpr size_t kLine = 64;

}  // namespace

class LargePages::Chunk {
 public:
  explicit Chunk(size_t bytes) : memory_(bytes) {}

  // Null where it has no room.
  std::byte* take(size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes > memory_.size() - used_) return nullptr;
    std::byte* const taken = memory_.data() + used_;
    used_ += bytes;
    return taken;
  }
  void give_back(const std::byte* taken, size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (taken + bytes == memory_.data() + used_) used_ -= bytes;
  }

 private:
  std::mutex mutex_;
  const AlignedBytes memory_;
  size_t used_ = 0;
};

std::shared_ptr<std::byte> LargePages::take(size_t bytes) {
  bytes = (std::max<size_t>(bytes, 1) + kLine - 1) / kLine * kLine;
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Chunk> chunk = current_.lock();
  std::byte* taken = chunk != nullptr ? chunk->take(bytes) : nullptr;
  if (taken == nullptr) {
    chunk = std::make_shared<Chunk>(std::max(bytes, kChunk));
    taken = chunk->take(bytes);
    current_ = chunk;
  }
  return {taken, [chunk, bytes](std::byte* p) { chunk->give_back(p, bytes); }};
}

}  // namespace sotto
