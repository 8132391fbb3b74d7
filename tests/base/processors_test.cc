// What Linux's files say of processors, in trees as systems have them.
#include "base/processors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "base/machine.h"
#include "temporary_folder.h"

namespace sotto::processors_test {
namespace {

using ::testing::ElementsAre;

constexpr double kNone = std::numeric_limits<double>::infinity();

class Processors : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    const auto file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << "\n";
  }
  void mount(const std::string& line) {
    write("proc/self/mountinfo", "1 0 0:1 / / rw - ext4 a b\n" + line);
  }
  double quota() const { return cpu_quota(root_.path()); }

  testing::TemporaryFolder root_;
};

constexpr const char* kV2 = "30 1 0:28 / /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw";

TEST_F(Processors, ASystemThatSaysNothingLimitsNothing) {
  EXPECT_EQ(quota(), kNone);
  EXPECT_THAT(fast_of({0, 1, 2}, root_.path()), ElementsAre(0, 1, 2));
  EXPECT_GE(available_processors(), 1);
}

TEST_F(Processors, TheLeastQuotaOfAllGroupsAboveCounts) {
  mount(kV2);
  write("proc/self/cgroup", "0::/system.slice/sotto.service");
  write("sys/fs/cgroup/system.slice/cpu.max", "max 100000");
  write("sys/fs/cgroup/system.slice/sotto.service/cpu.max", "250000 100000");
  EXPECT_DOUBLE_EQ(quota(), 2.5);
  write("sys/fs/cgroup/system.slice/cpu.max", "50000 100000");
  EXPECT_DOUBLE_EQ(quota(), 0.5);
}

TEST_F(Processors, AContainerSeesItsGroupAtTheTop) {
  mount(kV2);
  write("sys/fs/cgroup/cpu.max", "150000 100000");
  for (const char* group : {"0::/", "0::/../../else"}) {
    write("proc/self/cgroup", group);
    EXPECT_DOUBLE_EQ(quota(), 1.5) << group;
  }
}

TEST_F(Processors, TheFirstVersionHasTwoFiles) {
  // Its controllers are mounted apart, and a container's path is the host's.
  mount(
      "33 1 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
      "34 1 0:31 /docker/1f /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct");
  write("proc/self/cgroup", "5:cpuset:/\n4:cpu,cpuacct:/docker/1f\n0::/docker/1f");
  const std::string folder = "sys/fs/cgroup/cpu,cpuacct/";
  write(folder + "cpu.cfs_period_us", "100000");
  write(folder + "cpu.cfs_quota_us", "-1");
  EXPECT_EQ(quota(), kNone);
  write(folder + "cpu.cfs_quota_us", "400000");
  EXPECT_DOUBLE_EQ(quota(), 4);
}

TEST_F(Processors, NonsenseLimitsNothing) {
  mount(kV2);
  write("proc/self/cgroup", "0::/");
  for (const char* text : {"", "max", "0 100000", "1 0", "-5 100000", "a b", "1 2 3"}) {
    write("sys/fs/cgroup/cpu.max", text);
    EXPECT_EQ(quota(), kNone) << text;
  }
  write("proc/self/mountinfo", "cgroup2\n- cgroup2 a b\n1 2 3 4 5 - cgroup2");
  EXPECT_EQ(quota(), kNone);
}

TEST_F(Processors, SlowCoresAreLeftToOthers) {
  write("sys/devices/cpu_core/cpus", "0-3,6");
  write("sys/devices/cpu_atom/cpus", "4-5,7-8");
  EXPECT_THAT(fast_of({0, 3, 4, 6, 8}, root_.path()), ElementsAre(0, 3, 6));
  EXPECT_THAT(fast_of({5, 7}, root_.path()), ElementsAre(5, 7));  // no other is allowed
}

TEST_F(Processors, CapacitiesTellCoresApart) {
  const char* capacities[] = {"250", "250", "870", "1024"};
  for (int i = 0; i < 4; ++i)
    write("sys/devices/system/cpu/cpu" + std::to_string(i) + "/cpu_capacity", capacities[i]);
  EXPECT_THAT(fast_of({0, 1, 2, 3}, root_.path()), ElementsAre(2, 3));
  EXPECT_THAT(fast_of({0, 1}, root_.path()), ElementsAre(0, 1));
}

}  // namespace
}  // namespace sotto::processors_test
