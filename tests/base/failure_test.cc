// What the system refuses is told apart from what is wrong.
#include "base/failure.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <stdexcept>

namespace sotto::failure_test {
namespace {

Error error_after(int error) {
  try {
    throw_if_exhausted(error);
  } catch (...) {
    return error_of(std::current_exception());
  }
  return {Errc::not_found, "nothing was thrown"};
}

TEST(Failure, WhatRanOutIsTheSystemsAndNobodysFault) {
  EXPECT_EQ(error_after(ENOMEM).message, "there is not enough memory for it now, try again later");
  for (const int error : {ENOMEM, EAGAIN, EMFILE, ENFILE})
    EXPECT_EQ(error_after(error).code, Errc::io) << error;
  for (const int error : {0, ENOENT, EACCES, EINVAL, EIO})
    EXPECT_EQ(error_after(error).code, Errc::not_found) << error;
}

TEST(Failure, WhatIsThrownByMistakeIsOurs) {
  const Error error = error_of(std::make_exception_ptr(std::logic_error("one past the end")));
  EXPECT_EQ(error.code, Errc::internal);
  EXPECT_EQ(error.message, "one past the end");
}

}  // namespace
}  // namespace sotto::failure_test
