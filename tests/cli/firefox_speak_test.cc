// A recorded session through a network of Firefox's form: every identifier once, in order, and
// nothing asks the network of machines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/temporary_folder.h"
#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::firefox_speak_test {
namespace {

using sotto::testing::golden_text;
using sotto::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> arguments(const std::string& out) {
  return {"speak",
          "-q",
          "--from",
          "en",
          "--to",
          "ja",
          "--translator",
          test_data("bergamot_login"),
          "--text",
          "--output",
          out,
          test_data("agent/login_fix.jsonl")};
}

std::vector<std::string> sentences() {
  std::vector<std::string> all = lines_of(golden_text(test_data("agent/login_fix.sentences.txt")));
  std::erase(all, "---");
  return all;
}

size_t times(const std::string& text, const std::string& word) {
  size_t n = 0;
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + word.size())) ++n;
  return n;
}

TEST(FirefoxSpeakTest, EveryIdentifierOfASessionOnceAndInOrder) {
  const TemporaryFolder folder;
  const Outcome outcome = run(arguments((folder / "talk.wav").string()));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::vector<std::string> expected = sentences(), lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), expected.size()) << outcome.out;
  size_t translated = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const size_t tab = lines[i].find('\t');
    ASSERT_NE(tab, lines[i].npos) << lines[i];
    const std::string source = lines[i].substr(0, tab), target = lines[i].substr(tab + 1);
    EXPECT_EQ(source, expected[i]);
    for (const char* word : {"src/auth/login.ts", "JWT_SECRET", "401", "200", "42"})
      EXPECT_EQ(times(target, word), times(source, word)) << lines[i];
    if (!target.ends_with(source)) ++translated;  // what is lost is said in English, and marked so
  }
  EXPECT_GE(translated, lines.size() * 8 / 10) << outcome.out;  // 12 of 13
  EXPECT_GT(std::filesystem::file_size(folder / "talk.wav"), 100000u);
}

// Sockets of this machine (a sound server's, the name service's) are no network.
TEST(FirefoxSpeakTest, NoSocketOfTheInternetIsOpened) {
  const TemporaryFolder folder;
  const std::string trace = (folder / "trace").string();
  const std::string strace = "strace -f --seccomp-bpf -qq -e trace=network -o '" + trace + "' ";
  if (std::system((strace + "true 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "strace cannot trace here";
  const std::string nobody = folder.path().string();
  // A tracer keeps ASan from looking for leaks.
  std::string command = "env ASAN_OPTIONS=detect_leaks=0 XDG_CONFIG_HOME='" + nobody +
                        "' XDG_CACHE_HOME='" + nobody + "' " + strace + "'" + program_file() + "'";
  for (const std::string& argument : arguments((folder / "talk.wav").string()))
    command += " '" + argument + "'";
  // On a busy machine strace itself may fail at a thread that ends (PTRACE_LISTEN: EIO).
  int code = 1;
  for (int tries = 0; code != 0 && tries < 3; ++tries)
    code = std::system((command + " >/dev/null").c_str());
  ASSERT_EQ(code, 0) << command;
  EXPECT_GT(std::filesystem::file_size(folder / "talk.wav"), 100000u);
  EXPECT_THAT(golden_text(trace), Not(HasSubstr("AF_INET")));
}

}  // namespace
}  // namespace sotto::cli::firefox_speak_test
