#include "base/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace sotto::testing::memory_test {
namespace {

// The advice covers whole pages, and so what lies beside the memory that it is for.
TEST(LargePages, LeaveWhatWasWritten) {
  std::vector<unsigned char> memory(3 * kLargePage + 5, 7);
  prefer_large_pages(memory.data() + kLargePage / 2 + 1, kLargePage + 3);
  prefer_large_pages(memory.data(), 0);
  prefer_large_pages(nullptr, 0);
  EXPECT_TRUE(std::ranges::all_of(memory, [](unsigned char x) { return x == 7; }));
}

}  // namespace
}  // namespace sotto::testing::memory_test
