#include "devices/open.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/file.h"
#include "base/paths.h"
#include "base/temporary_folder.h"
#include "device_cpu/backend.h"
#include "devices/step_time.h"

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

// As fast as itself, but for what else the machine does.
TEST(Devices, SpeedsAreCompared) {
  const auto backend = cpu::open_backend(1);
  const double speed = compared_speed(**backend, **backend);
  EXPECT_GT(speed, 0.2);
  EXPECT_LT(speed, 5);
}

// The figure that is kept decides; where there is one device, nothing is measured.
TEST(Devices, AutoTakesTheFasterOne) {
  const sotto::testing::TemporaryFolder folder;
  ::setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  const auto chosen = [] { return (*open(kFaster, 1))->report().name; };
  const std::string first = chosen();
  const auto file = cache_folder() / "mlx-speed";
  if (names().size() == 1) {
    EXPECT_EQ(first, "cpu");
    EXPECT_FALSE(std::filesystem::exists(file));
    return;
  }
  const std::string text = *read_file(file);
  for (const auto& [figure, name] : {std::pair{"1001", "mlx"}, std::pair{"999", "cpu"}}) {
    ASSERT_TRUE(write_file(file, text.substr(0, text.find('\n') + 1) + figure + '\n'));
    EXPECT_EQ(chosen(), name);
  }
}

}  // namespace
}  // namespace sotto::device::open_test
