// A recorded session through a language model in one file, to the end; the network of machines is
// asked for nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <vector>

#include "base/temporary_folder.h"
#include "cli/program.h"
#include "golden.h"
#include "text/spans.h"

namespace sotto::cli::language_model_speak_test {
namespace {

using sotto::testing::golden_folder;
using sotto::testing::golden_text;
using sotto::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

std::string gguf() { return golden_folder("decoder_lm") / "lfm2/lfm2-Q4_0.gguf"; }

// `sotto speak` of login_fix by that model under strace, where there is one. Sockets of this machine
// (a sound server's, the name service's) are no network. Returns what it printed.
std::string speak_traced(const std::string& model, const std::vector<std::string>& flags) {
  const TemporaryFolder folder;
  const std::string trace = (folder / "trace").string(), said = (folder / "said").string();
  std::string tracer = "strace -f --seccomp-bpf -qq -e trace=network -o '" + trace + "' ";
  if (std::system((tracer + "true 2>/dev/null").c_str()) != 0) tracer.clear();
  const std::string nobody = folder.path().string();
  std::string command = "env ASAN_OPTIONS=detect_leaks=0 XDG_CONFIG_HOME='" + nobody +
                        "' XDG_CACHE_HOME='" + nobody + "' " + tracer + "'" + program_file() + "'";
  std::vector<std::string> arguments = {"speak", "-q", "--from",       "en",
                                        "--to",  "ja", "--translator", model};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.push_back(test_data("agent/login_fix.jsonl"));
  for (const std::string& argument : arguments) command += " '" + argument + "'";
  // On a busy machine strace itself may fail at a thread that ends (PTRACE_LISTEN: EIO).
  int code = 1;
  for (int tries = 0; code != 0 && tries < 3; ++tries)
    code = std::system((command + " >'" + said + "'").c_str());
  EXPECT_EQ(code, 0) << command;
  if (!tracer.empty()) {
    EXPECT_THAT(golden_text(trace), Not(HasSubstr("AF_INET")));
  }
  return golden_text(said);
}

TEST(LanguageModelSpeakTest, ASessionIsSpokenAndNothingLeavesTheMachine) {
  const TemporaryFolder folder;
  const std::string sound = (folder / "talk.wav").string();
  speak_traced(gguf(), {"--output", sound});
  EXPECT_GT(std::filesystem::file_size(sound), 100000u);
}

// A network that was trained: its sentences come in their order, each with its identifiers and
// numbers.
TEST(LanguageModelSpeakTest, SentencesKeepTheirOrderAndWhatIsInThem) {
  std::istringstream said(
      speak_traced(test_data("language_login"), {"--voice", "none", "--register", "asis"}));
  std::vector<std::string> sources;
  for (std::string line; std::getline(said, line);) {
    const size_t tab = line.find('\t');
    ASSERT_NE(tab, std::string::npos) << line;
    const std::string source = line.substr(0, tab), target = line.substr(tab + 1);
    sources.push_back(source);
    for (const text::ProtectedSpan& span : text::SpanFinder(*find_language("en")).find(source))
      EXPECT_THAT(target, HasSubstr(source.substr(span.begin, span.end - span.begin)));
  }
  std::vector<std::string> expected;
  std::istringstream lines(golden_text(test_data("agent/login_fix.sentences.txt")));
  for (std::string line; std::getline(lines, line);)
    if (line != "---") expected.push_back(line);
  EXPECT_EQ(sources, expected);
}

TEST(LanguageModelSpeakTest, AFileThatHasItsSchemeIsNotQuantized) {
  const TemporaryFolder folder;
  const Outcome outcome = run({"quantize", gguf(), (folder / "out").string(), "--scheme", "q8"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("is a GGUF file, which has its scheme"));
}

}  // namespace
}  // namespace sotto::cli::language_model_speak_test
