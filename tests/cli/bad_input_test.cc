// Whatever a user does wrong: one sentence on standard error, the right exit code, nothing hangs,
// and text that was received is still shown.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "cli/program.h"
#include "paths.h"

namespace sotto::cli::bad_input_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const std::vector<std::string> kTextOnly = {"speak", "--translator", "none", "--voice", "none"};

struct BadInput {
  const char* name;
  std::vector<std::string> args;
  std::string input;
  int code;
  const char* says;
};

void PrintTo(const BadInput& bad, std::ostream* out) { *out << bad.name; }

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, GetsOneSentenceAndTheRightCode) {
  const BadInput& bad = GetParam();
  const Outcome outcome = run(bad.args, bad.input);
  EXPECT_EQ(outcome.code, bad.code) << outcome.err;
  const std::vector<std::string> lines = lines_of(outcome.err);
  ASSERT_EQ(lines.size(), 1u) << outcome.err;
  EXPECT_THAT(lines[0], StartsWith("sotto: error: "));
  EXPECT_THAT(lines[0], HasSubstr(bad.says));
  EXPECT_THAT(outcome.out, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Cli, BadInputTest,
    ::testing::Values(
        BadInput{"NoVerb", {}, "", 2, "verb"}, BadInput{"UnknownVerb", {"sing"}, "", 2, "sing"},
        BadInput{"UnknownFlag", {"speak", "--to", "ja", "--loud"}, "", 2, "--loud"},
        BadInput{"MissingFlagValue", {"speak", "--to"}, "", 2, "--to"},
        BadInput{"MissingLanguage", {"speak"}, "Hello.", 2, "--to is missing"},
        BadInput{"UnknownLanguage", {"speak", "--to", "klingon"}, "Hello.", 2, "klingon"},
        BadInput{"UnknownSourceLanguage",
                 {"translate", "--from", "xx", "--to", "ja"},
                 "Hello.",
                 2,
                 "--from: "},
        BadInput{"RateOutOfRange", {"speak", "--to", "ja", "--speed", "9"}, "", 2, "--speed"},
        BadInput{"UnknownQuant", {"translate", "--to", "ja", "--quant", "q7"}, "", 2, "--quant"},
        BadInput{
            "UnknownKvCache", {"translate", "--to", "ja", "--kv-cache", "q8"}, "", 2, "--kv-cache"},
        BadInput{"MissingFile", {"speak", "--to", "ja", "/no/such/file"}, "", 1, "/no/such/file"},
        BadInput{"FolderAsFile", {"speak", "--to", "ja", "/"}, "", 2, "a folder"},
        BadInput{"NoModelThere",
                 {"translate", "--to", "ja", "--model", "no-such-model"},
                 "Hello.\n",
                 1,
                 "no-such-model"},
        BadInput{"ListOfModels",
                 {"translate", "--to", "ja", "--model", "narrator-en-ja,nllb-600m"},
                 "Hello.\n",
                 2,
                 "expected one model"},
        BadInput{"FolderThatIsNoModel",
                 {"translate", "--to", "ja", "--model", "/"},
                 "Hello.\n",
                 1,
                 "config.json"},
        BadInput{"MissingVoice",
                 {"speak", "--translator", "none", "--voice", "no-such-voice", "-o", "/dev/null"},
                 "Hello.",
                 1,
                 "no-such-voice"},
        BadInput{"UnknownEnding",
                 {"speak", "--translator", "none", "--voice", "espeak-ng", "-o", "talk.xyz"},
                 "Hello.",
                 2,
                 "talk.xyz"},
        BadInput{"UnwritableOutput",
                 {"speak", "--translator", "none", "--voice", "espeak-ng", "-o", "/no/such/a.wav"},
                 "Hello.",
                 1,
                 "/no/such/a.wav"},
        BadInput{"UnwritableTimings",
                 {"speak", "--translator", "none", "--voice", "none", "--timings", "/no/such/t"},
                 "Hello.",
                 1,
                 "/no/such/t"},
        BadInput{"EmptyStream", kTextOnly, "", 1, "empty"},
        BadInput{"BinaryStream", kTextOnly,
                 std::string("\x7f"
                             "ELF\0\0\x01\x02\0\xff",
                             10),
                 1, "binary"},
        BadInput{
            "BinaryLines", {"translate", "--to", "ja"}, std::string("a\0b\n", 4), 1, "binary"}),
    [](const auto& info) { return info.param.name; });

TEST(BadStreamTest, TextThatCameBeforeACutLineIsShown) {
  const std::string whole =
      R"({"type":"assistant","message":{"id":"1","content":[{"type":"text","text":"One test failed."}]}})";
  const Outcome outcome = run(kTextOnly, whole + "\n{\"type\":\"assistant\",\"mess");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "One test failed.\tOne test failed.\n");
}

TEST(FullDiskTest, StandardOutput) {
  const std::string command = std::string("echo 'One test failed.' | ") + program_file() +
                              " speak -q --translator none --voice none > /dev/full 2> ";
  const sotto::testing::TemporaryFolder folder;
  const int status = std::system((command + (folder / "err").string()).c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  std::ifstream file(folder / "err");
  const std::string err{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(err, "sotto: error: standard output: cannot write: No space left on device\n");
}

TEST(FullDiskTest, SoundFile) {
  const sotto::testing::TemporaryFolder folder;
  const std::string wav = (folder / "full.wav").string();
  std::filesystem::create_symlink("/dev/full", wav);
  const Outcome outcome =
      run({"speak", "-q", "--translator", "none", "--voice", "espeak-ng", "-o", wav, "--text"},
          "One test failed.");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("full.wav"));
}

TEST(FullDiskTest, TimingsFile) {
  const Outcome outcome =
      run({"speak", "-q", "--translator", "none", "--voice", "none", "--timings", "/dev/full"},
          "One test failed.");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "One test failed.\tOne test failed.\n");
  EXPECT_EQ(outcome.err, "sotto: error: /dev/full: cannot write: No space left on device\n");
}

TEST(ClosedPipeTest, WhoStopsReadingTextEndsTheRunQuietly) {
  Program program({"speak", "-q", "--translator", "none", "--voice", "none"});
  program.close_output();
  program.write("One test failed. Two tests passed.\n\n");
  const Outcome outcome = program.finish(milliseconds(20000));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(ClosedPipeTest, WhoStopsListeningEndsTheRunQuietly) {
  Program program(
      {"say", "-q", "One test failed. Two tests passed.", "--voice", "espeak-ng", "-o", "-"});
  program.close_output();
  const Outcome outcome = program.finish(milliseconds(20000));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
}

// Where there is a sound card the command works; where there is none it must say what to do.
TEST(NoSoundCardTest, GetsTheAdviceToUseOutput) {
  const Outcome outcome = run({"say", "-q", "Hi.", "--voice", "espeak-ng"});
  if (outcome.code == 0) GTEST_SKIP() << "this machine has a sound card";
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("--output"));
}

}  // namespace
}  // namespace sotto::cli::bad_input_test
