#include "base/mapped_fault.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "base/file.h"
#include "base/temporary_folder.h"

namespace sotto::mapped_fault_test {
namespace {

// Sanitizers have a handler of their own.
#ifndef SOTTO_SANITIZED
TEST(MappedFaultDeathTest, AShortenedFileIsNamed) {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "model\n.bin";
  std::ofstream(path, std::ios::binary) << std::string(1 << 20, 'x');
  const auto read = [&](bool shorten) {
    say_which_file_was_shortened();
    const auto file = MappedFile::open(path);
    if (!file) _exit(2);
    if (shorten) std::filesystem::resize_file(path, 4096);
    unsigned sum = 0;
    for (const std::byte b : file->bytes()) sum += static_cast<unsigned>(b);
    _exit(sum == (1 << 20) * unsigned{'x'} ? 0 : 3);
  };
  EXPECT_EXIT(read(false), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(read(true), ::testing::ExitedWithCode(1),
              "model\\?\\.bin: became shorter while it was in use, expected a file that is "
              "replaced, not overwritten");
}

TEST(MappedFaultDeathTest, OtherFaultsStayWhatTheyAre) {
  const auto fault = [] {
    say_which_file_was_shortened();
    raise(SIGBUS);
  };
  EXPECT_EXIT(fault(), ::testing::KilledBySignal(SIGBUS), "");
}

// A place that a file left is another's, however many there were.
TEST(MappedFaultDeathTest, ManyFilesAreNotedOneAfterTheOther) {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "last.bin";
  std::ofstream(path, std::ios::binary) << std::string(1 << 20, 'x');
  const auto read = [&] {
    say_which_file_was_shortened();
    for (int i = 0; i < 1000; ++i)
      if (!MappedFile::open(path)) _exit(2);
    const auto file = MappedFile::open(path);
    std::filesystem::resize_file(path, 0);
    _exit(static_cast<int>(file->bytes()[0]));
  };
  EXPECT_EXIT(read(), ::testing::ExitedWithCode(1), "last\\.bin: became shorter");
}
#endif

}  // namespace
}  // namespace sotto::mapped_fault_test
