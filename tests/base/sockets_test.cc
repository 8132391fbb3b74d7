#include "base/sockets.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "base/program.h"

namespace sotto::sockets_test {
namespace {

bool is_inherited(int fd) { return (::fcntl(fd, F_GETFD) & FD_CLOEXEC) == 0; }
bool blocks(int fd) { return (::fcntl(fd, F_GETFL) & O_NONBLOCK) == 0; }

TEST(SocketsTest, NoneIsInheritedAndAClientsBlocksWhateverTheListeningOneDoes) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = ::testing::TempDir() + "sotto-sockets-" + std::to_string(::getpid());
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  const auto* to = reinterpret_cast<const sockaddr*>(&address);

  const int listening = open_socket(AF_UNIX, SOCK_STREAM, Waiting::never_blocks);
  ASSERT_EQ(::bind(listening, to, sizeof address), 0);
  ASSERT_EQ(::listen(listening, 1), 0);
  EXPECT_EQ(accept_client(listening, nullptr, nullptr), -1);
  EXPECT_EQ(errno, EAGAIN);

  const int there = open_socket(AF_UNIX, SOCK_STREAM);
  ASSERT_EQ(::connect(there, to, sizeof address), 0);
  const int here = accept_client(listening, nullptr, nullptr);
  ASSERT_GE(here, 0);
  for (const int fd : {listening, there, here}) EXPECT_FALSE(is_inherited(fd));
  EXPECT_FALSE(blocks(listening));
  EXPECT_TRUE(blocks(there));
  EXPECT_TRUE(blocks(here));
  for (const int fd : {listening, there, here}) ::close(fd);
  std::filesystem::remove(path);
}

TEST(ProgramTest, KnowsItsFileAndItsMemory) {
  EXPECT_EQ(own_program().filename(), "sotto_base_tests");
  EXPECT_EQ(std::filesystem::canonical(program_to_start()),
            std::filesystem::canonical(own_program()));
  EXPECT_GT(resident_bytes(), 500e3);
  EXPECT_LT(resident_bytes(), 1e9);
}

}  // namespace
}  // namespace sotto::sockets_test
