#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sotto/error.h"

namespace sotto::error_test {
namespace {

// Longer than a string keeps within itself, so that a sanitizer sees what is lost or freed twice.
const std::string kLong(100, 'x');
const Error kError{Errc::io, std::string(100, 'y')};

// Counts how many of it there are.
struct Counted {
  explicit Counted(int& count) : count(&count) { ++count; }
  Counted(const Counted& other) : count(other.count) { ++*count; }
  Counted(Counted&& other) noexcept : count(other.count) { ++*count; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --*count; }
  int* count;
};

TEST(Result, IsWhatWasPutIn) {
  const Result<std::string> value = kLong;
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, kLong);
  EXPECT_EQ(value->size(), kLong.size());
  const Result<std::string> error = kError;
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().code, Errc::io);
  EXPECT_EQ(error.error().message, kError.message);
}

TEST(Result, ThrowsWhereWhatIsAskedForIsNotThere) {
  Result<std::string> value = kLong, error = kError;
  EXPECT_THROW((void)*error, std::logic_error);
  EXPECT_THROW((void)*std::as_const(error), std::logic_error);
  EXPECT_THROW((void)*std::move(error), std::logic_error);
  EXPECT_THROW((void)error->size(), std::logic_error);
  EXPECT_THROW((void)std::as_const(error)->size(), std::logic_error);
  EXPECT_THROW((void)value.error(), std::logic_error);
  EXPECT_THROW((void)Result<void>().error(), std::logic_error);
}

TEST(Result, IsAssignedAcrossValueAndError) {
  Result<std::string> a = kLong, b = kError;
  a = b;
  ASSERT_FALSE(a);
  EXPECT_EQ(a.error().message, kError.message);
  EXPECT_EQ(b.error().message, kError.message);  // a copy
  b = kLong;
  ASSERT_TRUE(b);
  EXPECT_EQ(*b, kLong);
  Result<std::string>& itself = b;
  b = itself;
  EXPECT_EQ(*b, kLong);
  b = std::move(a);
  ASSERT_FALSE(b);
  EXPECT_EQ(b.error().message, kError.message);
}

TEST(Result, DestroysWhatItHolds) {
  int count = 0;
  {
    Result<Counted> a = Counted(count);
    EXPECT_EQ(count, 1);
    Result<Counted> b = a;
    EXPECT_EQ(count, 2);
    const Result<Counted> c = std::move(b);
    EXPECT_EQ(count, 3);
    a = kError;
    EXPECT_EQ(count, 2);
    a = c;
    EXPECT_EQ(count, 3);
  }
  EXPECT_EQ(count, 0);
}

TEST(Result, IsMovedWhereItsValueIs) {
  static_assert(!std::is_copy_constructible_v<Result<std::unique_ptr<int>>>);
  static_assert(!std::is_copy_assignable_v<Result<std::unique_ptr<int>>>);
  static_assert(std::is_nothrow_move_constructible_v<Result<std::unique_ptr<int>>>);
  static_assert(std::is_copy_constructible_v<Result<std::string>>);
  std::vector<Result<std::unique_ptr<int>>> all;
  for (int i = 0; i < 20; ++i) {
    all.push_back(std::make_unique<int>(i));
    all.push_back(kError);
  }
  all[1] = std::move(all[38]);
  EXPECT_EQ(**all[1], 19);
  const std::unique_ptr<int> taken = *std::move(all[0]);
  EXPECT_EQ(*taken, 0);
  const std::function<Result<int>()> make = [] { return Result<int>(4); };
  EXPECT_EQ(*make(), 4);
}

TEST(Result, OfNothingIsSuccessOrAnError) {
  Result<void> done;
  EXPECT_TRUE(done);
  done = kError;
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, kError.message);
  done = {};
  EXPECT_TRUE(done);
}

}  // namespace
}  // namespace sotto::error_test
