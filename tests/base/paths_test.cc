#include "base/paths.h"

#include <gtest/gtest.h>

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

#include "base/scoped_folders.h"

namespace sotto::paths_test {
namespace {

TEST(PathsTest, FollowTheBaseDirectoryRules) {
  ::setenv("HOME", "/home/someone", 1);
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) ::unsetenv(name);
  EXPECT_EQ(config_folder(), "/home/someone/.config/sotto");
  EXPECT_EQ(data_folder(), "/home/someone/.local/share/sotto");
  EXPECT_EQ(cache_folder(), "/home/someone/.cache/sotto");
  ::setenv("XDG_CONFIG_HOME", "/etc/xdg", 1);
  EXPECT_EQ(config_folder(), "/etc/xdg/sotto");
}

TEST(PathsTest, WithoutHomeTheUsersEntrySaysWhereItIs) {
  ::unsetenv("HOME");
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) ::unsetenv(name);
  EXPECT_EQ(cache_folder(),
            std::filesystem::path(::getpwuid(::geteuid())->pw_dir) / ".cache/sotto");
}

TEST(PathsTest, ARelativePathInTheVariableIsIgnored) {
  ::setenv("HOME", "/home/someone", 1);
  ::setenv("XDG_DATA_HOME", "data", 1);
  EXPECT_EQ(data_folder(), "/home/someone/.local/share/sotto");
  ::setenv("XDG_DATA_HOME", "", 1);
  EXPECT_EQ(data_folder(), "/home/someone/.local/share/sotto");
}

TEST(PathsTest, WhatTheHostNamesIsTaken) {
  ::setenv("HOME", "/home/someone", 1);
  ::setenv("XDG_DATA_HOME", "/data", 1);
  ::unsetenv("XDG_CACHE_HOME");
  {
    const ScopedFolders named({.data = "/srv/data", .config = "/etc/it", .keeps = false});
    EXPECT_EQ(data_folder(), "/srv/data");
    EXPECT_EQ(config_folder(), "/etc/it");
    EXPECT_EQ(cache_folder(), "/home/someone/.cache/sotto");
    EXPECT_FALSE(cache_enabled());
  }
  EXPECT_EQ(data_folder(), "/data/sotto");
  EXPECT_TRUE(cache_enabled());
}

// It is for the program to read: it may mean nothing of ours to a host.
TEST(PathsTest, TheEnvironmentOfTheProgramIsNotAsked) {
  ::setenv("SOTTO_CACHE", "off", 1);
  EXPECT_TRUE(cache_enabled());
  ::unsetenv("SOTTO_CACHE");
}

}  // namespace
}  // namespace sotto::paths_test
