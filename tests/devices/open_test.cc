#include "devices/open.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sotto::device::open_test {
namespace {

TEST(Devices, EachThatIsNamedOpens) {
  ASSERT_THAT(names(), ::testing::Contains("cpu"));
  for (const std::string& name : names()) {
    const auto backend = open(name, 1);
    ASSERT_TRUE(backend) << backend.error().message;
    EXPECT_EQ((*backend)->report().name, name);
  }
}

TEST(Devices, AnErrorSaysWhichThereAre) {
  EXPECT_THAT(open("tpu", 1).error().message,
              ::testing::HasSubstr("tpu: no such device, expected cpu"));
#ifndef SOTTO_MLX
  EXPECT_THAT(open("mlx", 1).error().message, ::testing::HasSubstr("built without MLX"));
#endif
}

}  // namespace
}  // namespace sotto::device::open_test
