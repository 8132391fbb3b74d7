#include "base/bounded.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace sotto::bounded_test {
namespace {

TEST(BoundedProduct, IsTheProductUpToTheBound) {
  EXPECT_EQ(bounded_product({}, 10), 1);
  EXPECT_EQ(bounded_product({2, 5}, 10), 10);
  EXPECT_EQ(bounded_product({2, 5, 1}, 10), 10);
  EXPECT_EQ(bounded_product({11}, 10), 11);
  EXPECT_EQ(bounded_product({3, 4}, 10), 11);
  EXPECT_EQ(bounded_product({3, 4, 0}, 10), 0);
}

// Of eight rates of 128 and 256 samples the product in 64 bits is 0.
TEST(BoundedProduct, DoesNotWrap) {
  EXPECT_EQ(bounded_product({128, 128, 128, 128, 128, 128, 128, 128, 256}, 24000), 24001);
  EXPECT_EQ(bounded_product({INT64_MAX, INT64_MAX}, INT64_MAX - 1), INT64_MAX);
}

}  // namespace
}  // namespace sotto::bounded_test
