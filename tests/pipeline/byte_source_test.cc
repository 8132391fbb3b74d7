#include "pipeline/byte_source.h"

#include <gmock/gmock.h>

#include <array>
#include <fstream>

#include "base/temporary_folder.h"

namespace sotto::pipeline::byte_source_test {
namespace {

using ::testing::HasSubstr;

std::string read_all(ByteSource& source) {
  std::string all;
  std::array<char, 3> buffer;  // small, so that it takes several calls
  for (;;) {
    const Result<size_t> n = source.read(buffer, {});
    EXPECT_TRUE(n);
    if (!n || *n == 0) return all;
    all.append(buffer.data(), *n);
  }
}

TEST(ByteSourceTest, AFileAndATextAreReadToTheirEnd) {
  const sotto::testing::TemporaryFolder folder;
  std::ofstream(folder / "a.txt") << "twelve bytes";
  auto file = open_source((folder / "a.txt").string());
  ASSERT_TRUE(file);
  EXPECT_EQ(read_all(**file), "twelve bytes");
  EXPECT_EQ(read_all(*text_source("seven b")), "seven b");
}

TEST(ByteSourceTest, ErrorsNameTheFile) {
  const sotto::testing::TemporaryFolder folder;
  const auto missing = open_source((folder / "missing").string());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Errc::not_found);
  EXPECT_THAT(missing.error().message, HasSubstr("missing: cannot open: No such file"));
  const auto directory = open_source(folder.path().string());
  ASSERT_FALSE(directory);
  EXPECT_THAT(directory.error().message, HasSubstr("a folder, expected a file"));
}

TEST(ByteSourceTest, AStoppedReadIsCancelled) {
  std::stop_source stop;
  stop.request_stop();
  std::array<char, 4> buffer;
  const auto source = text_source("text");
  EXPECT_EQ(source->read(buffer, stop.get_token()).error().code, Errc::cancelled);
}

}  // namespace
}  // namespace sotto::pipeline::byte_source_test
