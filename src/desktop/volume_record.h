// Keeps media players' volumes from before sotto lowered them, in a file: a process that is killed
// meanwhile leaves it to the next one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sotto::desktop {

struct LoweredPlayer {
  std::string name;            // on the bus
  double before = 0, now = 0;  // its volume; 1 is usual
};

// One process at a time has the file; to others it is empty, and keeps nothing. Used by one thread.
class VolumeRecord {
 public:
  explicit VolumeRecord(const std::filesystem::path& path);
  ~VolumeRecord();
  VolumeRecord(const VolumeRecord&) = delete;
  VolumeRecord& operator=(const VolumeRecord&) = delete;

  // The file cannot be had, or another process has it.
  bool is_lost() const { return file_ < 0; }

  // Reads the players in it, at most kMostLowered. Lines that it does not understand are none.
  static constexpr size_t kMostLowered = 64;
  std::vector<LoweredPlayer> read() const;
  // In place of what it held. False: it could not be written, and holds nothing that can be relied on.
  bool write(const std::vector<LoweredPlayer>& players);

 private:
  int file_;
};

}  // namespace sotto::desktop
