// A lock that programs share by the name of a file.
#pragma once

#include <string>

namespace sotto {

// Held while it lives, by one process at a time; others wait in the constructor. The file stays. A
// place where no file can be made has no lock: nobody is kept out there.
class FileLock {
 public:
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_;
};

}  // namespace sotto
