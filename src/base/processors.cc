#include "base/processors.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "base/number.h"

namespace sotto {
namespace fs = std::filesystem;
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

std::string first_line(const fs::path& file) {
  std::string line;
  std::ifstream in(file);
  std::getline(in, line);
  return line;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool has_item(std::string_view list, std::string_view item) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (list.substr(0, comma) == item) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

double ratio(const std::string& quota, const std::string& period) {
  const auto q = parse_double(quota), p = parse_double(period);
  return q && p && *q > 0 && *p > 0 ? *q / *p : kNone;
}

// Reads the quota of one group, in processors: version 2 writes "max 100000" or "150000 100000",
// version 1 two files.
double quota_of(const fs::path& group, bool is_v2) {
  if (!is_v2)
    return ratio(first_line(group / "cpu.cfs_quota_us"), first_line(group / "cpu.cfs_period_us"));
  const std::vector<std::string> both = words_of(first_line(group / "cpu.max"));
  return both.size() == 2 ? ratio(both[0], both[1]) : kNone;
}

// The path of this process's group among those that account for processors. Version 2 has a line
// "0::/path", version 1 "N:cpu,cpuacct:/path".
std::optional<std::string> group_of(const fs::path& root, bool is_v2) {
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (is_v2 ? controllers.empty() : has_item(controllers, "cpu")) return line.substr(second + 1);
  }
  return {};
}

// The least of the group's and of those above it, up to the mount point. In a container the group's
// path may be that of the host, of which only the mount's own part is seen.
double least_quota(const fs::path& root, const fs::path& mount, const std::string& mounted,
                   std::string group, bool is_v2) {
  if (mounted != "/" && group.starts_with(mounted)) group.erase(0, mounted.size());
  const fs::path top = root / mount.relative_path();
  double least = quota_of(top, is_v2);
  fs::path at = top;
  for (const fs::path& part : fs::path(group).relative_path()) {
    if (part == "..") break;
    at /= part;
    least = std::min(least, quota_of(at, is_v2));
  }
  return least;
}

// "0-3,8" has 0, 1, 2, 3 and 8.
bool lists(const std::string& ranges, int processor) {
  std::istringstream in(ranges);
  for (std::string range; std::getline(in, range, ',');) {
    const size_t dash = std::min(range.find('-'), range.size());
    const auto from = parse_double(range.substr(0, dash));
    const auto to = dash < range.size() ? parse_double(range.substr(dash + 1)) : from;
    if (from && to && *from <= processor && processor <= *to) return true;
  }
  return false;
}

}  // namespace

double cpu_quota(const fs::path& root) {
  double least = kNone;
  std::ifstream mounts(root / "proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    // "32 31 0:29 /root /mount/point rw,relatime shared:1 - cgroup cgroup rw,cpu"
    const std::vector<std::string> words = words_of(line);
    const auto dash = std::ranges::find(words, "-");
    if (dash - words.begin() < 5 || words.end() - dash < 4) continue;
    const std::string& type = dash[1];
    const bool is_v2 = type == "cgroup2";
    if (!is_v2 && (type != "cgroup" || !has_item(dash[3], "cpu"))) continue;
    if (const auto group = group_of(root, is_v2))
      least = std::min(least, least_quota(root, words[4], words[3], *group, is_v2));
  }
  return least;
}

std::vector<int> fast_of(const std::vector<int>& processors, const fs::path& root) {
  const std::string fast_cores = first_line(root / "sys/devices/cpu_core/cpus");
  std::map<int, double> speeds;
  for (const int each : processors) {
    const fs::path cpu = root / "sys/devices/system/cpu" / ("cpu" + std::to_string(each));
    const auto capacity = parse_double(first_line(cpu / "cpu_capacity"));
    speeds[each] = capacity ? *capacity : fast_cores.empty() || lists(fast_cores, each) ? 1 : 0;
  }
  double most = 0;
  for (const auto& [_, speed] : speeds) most = std::max(most, speed);
  // Work goes from one thread to another in pieces: a core may be somewhat slower than the others.
  constexpr double kFast = 0.6;
  std::vector<int> fast;
  for (const auto& [processor, speed] : speeds)
    if (speed >= kFast * most) fast.push_back(processor);
  return fast;
}

}  // namespace sotto
