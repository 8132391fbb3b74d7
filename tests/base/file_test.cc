#include "base/file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>

#include "base/temporary_folder.h"

namespace sotto::file_test {
namespace {

using ::testing::HasSubstr;

std::string_view text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

TEST(FileTest, WhatWasWrittenIsReadAndMapped) {
  const testing::TemporaryFolder folder;
  const std::string content("first\0second\n", 13);
  ASSERT_TRUE(write_file(folder / "a", content));
  const Result<std::string> read = read_file(folder / "a");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, content);
  const Result<MappedFile> mapped = MappedFile::open(folder / "a");
  ASSERT_TRUE(mapped);
  EXPECT_EQ(text_of(*mapped), content);
}

TEST(FileTest, AnEmptyFileHasNoBytes) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "empty", ""));
  const Result<MappedFile> mapped = MappedFile::open(folder / "empty");
  ASSERT_TRUE(mapped);
  EXPECT_TRUE(mapped->bytes().empty());
}

TEST(FileTest, AMappedFileMoves) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", "aa"));
  ASSERT_TRUE(write_file(folder / "b", "bbb"));
  Result<MappedFile> a = MappedFile::open(folder / "a");
  Result<MappedFile> b = MappedFile::open(folder / "b");
  ASSERT_TRUE(a && b);
  *a = std::move(*b);
  EXPECT_EQ(text_of(*a), "bbb");
  const MappedFile c = std::move(*a);
  EXPECT_EQ(text_of(c), "bbb");
}

TEST(FileTest, WritingReplacesTheWholeFileAndLeavesNoDraft) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", "a long first content"));
  ASSERT_TRUE(write_file(folder / "a", "short"));
  EXPECT_EQ(*read_file(folder / "a"), "short");
  const auto files = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST(FileTest, AModeIsKeptAndCanBeAskedFor) {
  using std::filesystem::perms;
  const testing::TemporaryFolder folder;
  const auto mode_of = [&](const char* name) {
    return std::filesystem::status(folder / name).permissions();
  };
  constexpr perms kForAll{0644}, kForOwner{0600};
  ASSERT_TRUE(write_file(folder / "a", "new"));
  EXPECT_EQ(mode_of("a"), kForAll);
  std::filesystem::permissions(folder / "a", kForOwner);
  ASSERT_TRUE(write_file(folder / "a", "newer"));
  EXPECT_EQ(mode_of("a"), kForOwner);
  ASSERT_TRUE(write_file(folder / "b", "new", kForOwner));
  EXPECT_EQ(mode_of("b"), kForOwner);
  ASSERT_TRUE(write_file(folder / "b", "newer", kForAll));
  EXPECT_EQ(mode_of("b"), kForAll);
}

TEST(FileTest, ErrorsNameTheFileAndWhatWasWrong) {
  const testing::TemporaryFolder folder;
  const Result<std::string> missing = read_file(folder / "missing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Errc::not_found);
  EXPECT_THAT(missing.error().message, HasSubstr("missing: cannot open: No such file"));

  const Result<MappedFile> directory = MappedFile::open(folder.path());
  ASSERT_FALSE(directory);
  EXPECT_THAT(directory.error().message, HasSubstr("not a regular file"));

  ASSERT_TRUE(write_file(folder / "large", "12345"));
  const Result<std::string> large = read_file(folder / "large", 4);
  ASSERT_FALSE(large);
  EXPECT_THAT(large.error().message, HasSubstr("5 bytes, expected at most 4"));

  const Result<void> nowhere = write_file(folder / "no/such/folder", "x");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, Errc::not_found);
}

// A named pipe without a writer blocks a plain open for ever.
TEST(FileTest, ANamedPipeIsRefusedAndDoesNotHang) {
  const testing::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(read_file(folder / "pipe"));
  EXPECT_FALSE(MappedFile::open(folder / "pipe"));
}

}  // namespace
}  // namespace sotto::file_test
