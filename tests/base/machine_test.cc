#include "base/machine.h"

#include <gtest/gtest.h>

#include <chrono>

namespace sotto::machine_test {
namespace {

TEST(MachineTest, HasProcessorsWhoseTimePasses) {
  EXPECT_GE(available_processors(), 1);
  const ProcessorTimes begin = processor_times();
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(100)) {
  }
  const ProcessorTimes end = processor_times();
  EXPECT_GT(end.busy_s, begin.busy_s);
  // Where all are busy the two are equal but for their rounding; the kernel counts in 10 ms.
  EXPECT_GE(end.all_s - begin.all_s, end.busy_s - begin.busy_s - 0.001);
}

}  // namespace
}  // namespace sotto::machine_test
