#include "base/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/process_state.h"

namespace sotto::child_test {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

constexpr size_t kMany = size_t{16} << 20;

Result<std::string> sh(const char* script, std::string_view input = "") {
  return run_program({"sh", "-c", script}, input, {}, kMany);
}

std::string message(const Result<std::string>& r) { return r ? "no error" : r.error().message; }

TEST(Child, InputAndOutputLargerThanAnyPipe) {
  std::string text(3'000'000, 'x');
  for (size_t i = 0; i < text.size(); i += 37) text[i] = static_cast<char>(i);
  const auto echoed = run_program({"cat"}, text, {}, kMany);
  ASSERT_TRUE(echoed) << echoed.error().message;
  EXPECT_TRUE(*echoed == text);
}

TEST(Child, ArgumentsAreNotReadByAShell) {
  const auto echoed = run_program({"echo", "$(id)", "a b", "`id`", "';'"}, "", {}, kMany);
  ASSERT_TRUE(echoed);
  EXPECT_EQ(*echoed, "$(id) a b `id` ';'\n");
}

TEST(Child, AProgramThatReadsNothingDoesNotKillUs) {
  EXPECT_TRUE(run_program({"true"}, std::string(1'000'000, 'x'), {}, kMany));
}

TEST(Child, FailuresCarryTheProgramsLastWords) {
  EXPECT_THAT(message(sh("echo first >&2; echo broken voice >&2; exit 3")),
              HasSubstr("sh ended with status 3: broken voice"));
  EXPECT_THAT(message(sh("kill -SEGV $$")), HasSubstr("was ended by signal 11"));
  EXPECT_THAT(message(sh("head -c 100000 /dev/zero >&2; exit 1")), HasSubstr("status 1"));
  EXPECT_THAT(message(sh("head -c 20000000 /dev/zero")), HasSubstr("more than 16777216 bytes"));
}

TEST(Child, WhatItLeavesInTheBackgroundIsNotWaitedFor) {
  const auto since = Clock::now();
  const auto said = sh("sleep 30 & echo done");
  ASSERT_TRUE(said) << said.error().message;
  EXPECT_EQ(*said, "done\n");
  EXPECT_THAT(message(sh("sleep 30 & echo why >&2; exit 4")), HasSubstr("status 4: why"));
  EXPECT_LT(Clock::now() - since, std::chrono::seconds(15));
}

TEST(Child, AMissingProgramIsNamed) {
  const auto r = run_program({"sotto-no-such-program"}, "", {}, kMany);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, Errc::not_found);
  EXPECT_THAT(r.error().message, HasSubstr("sotto-no-such-program"));
  EXPECT_FALSE(has_program("sotto-no-such-program"));
  EXPECT_TRUE(has_program("sh"));
}

TEST(Child, StopKillsAtOnce) {
  std::stop_source source;
  std::thread stopper([&] {
    std::this_thread::sleep_for(milliseconds(50));
    source.request_stop();
  });
  const auto begin = Clock::now();
  const auto r = run_program({"sleep", "30"}, "", source.get_token(), kMany);
  const auto took = Clock::now() - begin;
  stopper.join();
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, Errc::cancelled);
  EXPECT_LT(took, milliseconds(150));
  EXPECT_FALSE(has_children());
}

TEST(Child, ASilentProgramIsNotWaitedForForever) {
  auto child = Child::start({"sleep", "30"});
  ASSERT_TRUE(child);
  const auto r = child->converse("", {}, milliseconds(100), [](auto) { return true; });
  ASSERT_FALSE(r);
  EXPECT_THAT(r.error().message, HasSubstr("sleep did nothing for 100 ms"));
}

TEST(Child, AProgramThatClosesItsOutputAndStaysIsKilled) {
  const auto begin = Clock::now();
  EXPECT_THAT(message(sh("exec >&- 2>&-; sleep 30")), HasSubstr("did not end"));
  EXPECT_LT(Clock::now() - begin, milliseconds(5000));
  EXPECT_FALSE(has_children());
}

TEST(Child, AReaderThatHasEnoughEndsIt) {
  auto child = Child::start({"yes"});
  ASSERT_TRUE(child);
  EXPECT_TRUE(child->converse("", {}, milliseconds(5000), [](auto) { return false; }));
}

TEST(Child, InheritsNothingButItsPipes) {
  const auto listed = run_program({"ls", "/proc/self/fd"}, "", {}, kMany);
  ASSERT_TRUE(listed);
  EXPECT_EQ(*listed, "0\n1\n2\n3\n");  // 3 is the folder that `ls` reads
}

TEST(Child, LeavesNothingBehind) {
  const long before = open_descriptors();
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(sh("cat", "text"));
    ASSERT_FALSE(sh("exit 1"));
    ASSERT_TRUE(Child::start({"sleep", "30"}));  // started and never used
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_FALSE(has_children());
}

}  // namespace
}  // namespace sotto::child_test
