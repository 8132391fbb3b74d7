// Files that were made for somebody, until he fetches them.
#pragma once

#include <chrono>
#include <list>
#include <mutex>
#include <optional>
#include <string>

namespace sotto::serve {

struct StoredFile {
  std::string name, content;
};

// In memory, each for ten minutes; of too many the oldest go first. Used by any thread.
class FileStore {
 public:
  using Clock = std::chrono::steady_clock;

  // Gives the name under which it can be fetched, which nobody can guess.
  std::string put(StoredFile file, Clock::time_point now = Clock::now());
  std::optional<StoredFile> find(const std::string& id, Clock::time_point now = Clock::now());

 private:
  struct Entry {
    std::string id;
    StoredFile file;
    Clock::time_point end;
  };
  void forget_old(Clock::time_point now);

  std::mutex mutex_;
  std::list<Entry> entries_;  // the oldest first
};

}  // namespace sotto::serve
