#include "serve/file_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace sotto::serve {
namespace {

constexpr std::chrono::minutes kPatience{10};
constexpr size_t kMostFiles = 256;
constexpr size_t kMostBytes = size_t{64} << 20;  // of all

}  // namespace

std::string FileStore::put(StoredFile file, Clock::time_point now) {
  std::random_device random;  // of the system: 128 bits
  const std::string id =
      fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
  const std::lock_guard lock(mutex_);
  entries_.push_back({id, std::move(file), now + kPatience});
  forget_old(now);
  return id;
}

std::optional<StoredFile> FileStore::find(const std::string& id, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  forget_old(now);
  const auto found = std::ranges::find(entries_, id, &Entry::id);
  return found == entries_.end() ? std::nullopt : std::optional(found->file);
}

void FileStore::forget_old(Clock::time_point now) {
  size_t bytes = 0;
  for (const Entry& entry : entries_) bytes += entry.file.content.size();
  while (!entries_.empty() && (entries_.front().end <= now || entries_.size() > kMostFiles ||
                               (bytes > kMostBytes && entries_.size() > 1))) {
    bytes -= entries_.front().file.content.size();
    entries_.pop_front();
  }
}

}  // namespace sotto::serve
