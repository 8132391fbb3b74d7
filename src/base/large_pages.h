// Memory for the weights of networks, one behind the other in large pages (base/memory.h).
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

namespace sotto {

// Any thread may take some. What was taken outlives this.
class LargePages {
 public:
  // Not initialized, on a boundary of 64 bytes. Goes back to the system with all that was taken
  // beside it; room that was taken last and is let go first is taken again.
  std::shared_ptr<std::byte> take(size_t bytes);

 private:
  class Chunk;

  std::mutex mutex_;
  std::weak_ptr<Chunk> current_;
};

}  // namespace sotto
