#include "desktop/volume_record.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/json.h"

namespace sotto::desktop {
namespace {

constexpr size_t kLongestRecord = size_t{64} << 10;  // bytes
constexpr double kLoudestVolume = 100;

bool is_volume(const nlohmann::json& value) {
  return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= kLoudestVolume;
}

}  // namespace

VolumeRecord::VolumeRecord(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file_ < 0 || ::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(file_);
  file_ = -1;
}

VolumeRecord::~VolumeRecord() {
  if (file_ >= 0) ::close(file_);
}

std::vector<LoweredPlayer> VolumeRecord::read() const {
  std::vector<LoweredPlayer> players;
  if (file_ < 0) return players;
  std::string text(kLongestRecord, '\0');
  const ssize_t size = ::pread(file_, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<size_t>(size) : 0);
  const nlohmann::json record = parse_json(text);
  if (!record.is_array()) return players;
  for (const nlohmann::json& item : record) {
    const std::string& name = json_string(item, "player");
    const nlohmann::json &before = json_member(item, "before"), &now = json_member(item, "now");
    if (name.empty() || !is_volume(before) || !is_volume(now)) continue;
    if (players.size() == kMostLowered) break;
    players.push_back({name, before.get<double>(), now.get<double>()});
  }
  return players;
}

bool VolumeRecord::write(const std::vector<LoweredPlayer>& players) {
  if (file_ < 0) return false;
  nlohmann::ordered_json record = nlohmann::ordered_json::array();
  for (const LoweredPlayer& p : players)
    record.push_back({{"player", p.name}, {"before", p.before}, {"now", p.now}});
  const std::string text = players.empty() ? "" : dumped(record) + "\n";
  const bool is_written =
      ::pwrite(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  return ::ftruncate(file_, static_cast<off_t>(text.size())) == 0 && is_written;
}

}  // namespace sotto::desktop
