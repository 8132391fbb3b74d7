#include "base/shared_library.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace sotto::shared_library_test {
namespace {

#ifdef __APPLE__
constexpr const char* kC = "libSystem.B.dylib";
#else
constexpr const char* kC = "libc.so.6";
#endif

TEST(SharedLibrary, FindsFunctions) {
  SharedLibrary library(kC);
  decltype(&::atoi) function = nullptr;
  library.find("atoi", function);
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function("42"), 42);
  EXPECT_TRUE(library.is_whole());
}

TEST(SharedLibrary, OneMissingFunctionIsRemembered) {
  SharedLibrary library(kC);
  decltype(&::atoi) function = &::atoi;
  library.find("sotto_has_no_such_function", function);
  EXPECT_EQ(function, nullptr);
  library.find("atoi", function);
  EXPECT_FALSE(library.is_whole());
}

TEST(SharedLibrary, WhatMayBeMissingIsNotMissed) {
  SharedLibrary library(kC);
  decltype(&::atoi) function = &::atoi;
  library.find_if_there("sotto_has_no_such_function", function);
  EXPECT_EQ(function, nullptr);
  library.find_if_there("atoi", function);
  EXPECT_NE(function, nullptr);
  EXPECT_TRUE(library.is_whole());
}

TEST(SharedLibrary, WithoutAFileHasNoFunctionsNotEvenTheProgramsOwn) {
  SharedLibrary library("libsotto-that-is-not-there.so.1");
  EXPECT_FALSE(library.is_whole());
  decltype(&::atoi) function = &::atoi;
  library.find("atoi", function);
  EXPECT_EQ(function, nullptr);
}

struct NotThere {
  static constexpr OptionalLibrary kLibrary{"libsotto-that-is-not-there", 7, "a-package"};
  explicit NotThere(SharedLibrary& library) { library.find("atoi", function); }
  decltype(&::atoi) function;
};

TEST(LoadLibrary, OneThatIsNotThereIsNamedWithItsPackage) {
  EXPECT_EQ(load_library<NotThere>(), nullptr);
#ifndef __APPLE__
  EXPECT_EQ(NotThere::kLibrary.missing(),
            "libsotto-that-is-not-there.so.7 cannot be loaded; install a-package");
#endif
}

}  // namespace
}  // namespace sotto::shared_library_test
