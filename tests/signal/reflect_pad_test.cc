#include "signal/reflect_pad.h"

#include <gtest/gtest.h>

namespace sotto::signal::reflect_pad_test {
namespace {

using Floats = std::vector<float>;

TEST(ReflectPad, MirrorsAtTheOutermostSamples) {
  const Floats x = {1, 2, 3, 4};
  EXPECT_EQ(reflect_pad(x, 0), x);
  EXPECT_EQ(reflect_pad(x, 2), Floats({3, 2, 1, 2, 3, 4, 3, 2}));
  EXPECT_EQ(reflect_pad(x, 3), Floats({4, 3, 2, 1, 2, 3, 4, 3, 2, 1}));
}

}  // namespace
}  // namespace sotto::signal::reflect_pad_test
