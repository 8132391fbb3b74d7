// A recorded session through a language model in one file, to the end; the network of machines is
// asked for nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/temporary_folder.h"
#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::language_model_speak_test {
namespace {

using sotto::testing::golden_folder;
using sotto::testing::golden_text;
using sotto::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

std::string gguf() { return golden_folder("decoder_lm") / "lfm2/lfm2-Q4_0.gguf"; }

// Sockets of this machine (a sound server's, the name service's) are no network.
TEST(LanguageModelSpeakTest, ASessionIsSpokenAndNothingLeavesTheMachine) {
  const TemporaryFolder folder;
  const std::string trace = (folder / "trace").string(), sound = (folder / "talk.wav").string();
  std::string tracer = "strace -f -qq -e trace=network -o '" + trace + "' ";
  if (std::system((tracer + "true 2>/dev/null").c_str()) != 0) tracer.clear();
  const std::string nobody = folder.path().string();
  std::string command = "env ASAN_OPTIONS=detect_leaks=0 XDG_CONFIG_HOME='" + nobody +
                        "' XDG_CACHE_HOME='" + nobody + "' " + tracer + "'" + program_file() + "'";
  for (const std::string& argument :
       {std::string("speak"), std::string("-q"), std::string("--from"), std::string("en"),
        std::string("--to"), std::string("ja"), std::string("--translator"), gguf(),
        std::string("--output"), sound, test_data("agent/login_fix.jsonl")})
    command += " '" + argument + "'";
  // On a busy machine strace itself may fail at a thread that ends (PTRACE_LISTEN: EIO).
  int code = 1;
  for (int tries = 0; code != 0 && tries < 3; ++tries)
    code = std::system((command + " >/dev/null").c_str());
  ASSERT_EQ(code, 0) << command;
  EXPECT_GT(std::filesystem::file_size(sound), 100000u);
  if (!tracer.empty()) {
    EXPECT_THAT(golden_text(trace), Not(HasSubstr("AF_INET")));
  }
}

TEST(LanguageModelSpeakTest, AFileThatHasItsSchemeIsNotQuantized) {
  const TemporaryFolder folder;
  const Outcome outcome = run({"quantize", gguf(), (folder / "out").string(), "--scheme", "q8"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("is a GGUF file, which has its scheme"));
}

}  // namespace
}  // namespace sotto::cli::language_model_speak_test
