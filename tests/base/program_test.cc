#include "base/program.h"

#include <gtest/gtest.h>

namespace sotto::program_test {
namespace {

// libsotto.so's is found by tests/install.
TEST(ProgramTest, CodeOfAProgramIsInItsFile) {
  EXPECT_EQ(own_file(), own_program());
  EXPECT_TRUE(std::filesystem::exists(own_file()));
  EXPECT_TRUE(own_file().is_absolute());
}

}  // namespace
}  // namespace sotto::program_test
