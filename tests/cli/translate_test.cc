// One line in, one line out.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace sotto::cli::translate_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<std::string> kToJapanese = {"translate", "--from", "eng_Latn", "--to",
                                              "jpn_Jpan"};

std::vector<std::string> with(std::vector<std::string> args, const std::vector<std::string>& more) {
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

bool has_japanese(const std::string& text) {
  return text.find("\xe3\x81") != text.npos || text.find("\xe3\x82") != text.npos;  // kana
}

TEST(TranslateTest, LinesKeepTheirOrderAndNumber) {
  const Outcome outcome =
      run(kToJapanese, "All tests pass now.\n\nI fixed the bug.\r\n   \nThe build is green.");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 5u) << outcome.out;
  EXPECT_TRUE(has_japanese(lines[0])) << lines[0];
  EXPECT_EQ(lines[1], "");
  EXPECT_TRUE(has_japanese(lines[2])) << lines[2];
  EXPECT_THAT(lines[3], ::testing::MatchesRegex(" *"));
  EXPECT_TRUE(has_japanese(lines[4])) << lines[4];
  EXPECT_EQ(outcome.out.find('\r'), outcome.out.npos);
}

TEST(TranslateTest, ALineOfTwoSentencesStaysOneLine) {
  const Outcome outcome =
      run(with(kToJapanese, {"--json"}), "All tests pass now. I fixed the bug.\n");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 1u);
  const json line = json::parse(lines[0]);
  EXPECT_EQ(line["source"], "All tests pass now. I fixed the bug.");
  ASSERT_EQ(line["sentences"].size(), 2u);
  const std::string joined = line["sentences"][0]["translation"].get<std::string>() +
                             line["sentences"][1]["translation"].get<std::string>();
  EXPECT_EQ(line["translation"], joined);
  EXPECT_LE(line["sentences"][0]["mean_logprob"], 0);  // 0: from the translation memory
  EXPECT_GT(line["ms"], 0);
}

TEST(TranslateTest, IdentifiersSurvive) {
  const Outcome outcome =
      run(kToJapanese, "Let me look at src/auth/login.ts and run npm test on version 1.2.3.\n");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* kept : {"src/auth/login.ts", "npm test", "1.2.3"}) {
    EXPECT_THAT(outcome.out, HasSubstr(kept));
  }
}

TEST(TranslateTest, EndsInTheRegisterThatIsWanted) {
  const auto ends_of = [](const char* name) {
    const Outcome outcome =
        run(with(kToJapanese, {"--register", name}), "All 42 tests pass now.\n");
    EXPECT_EQ(outcome.code, name == std::string("rude") ? 2 : 0) << outcome.err;
    return outcome.out;
  };
  const auto polite = ::testing::MatchesRegex("[^\n]+(ます|ました)。\n");
  EXPECT_THAT(ends_of("polite"), polite);
  EXPECT_THAT(ends_of("plain"),
              ::testing::AllOf(::testing::EndsWith("。\n"), ::testing::Not(polite)));
  EXPECT_EQ(ends_of("rude"), "");
}

TEST(TranslateTest, TheAnswerToALineDoesNotWaitForTheNextOne) {
  Program program(kToJapanese);
  ASSERT_TRUE(program.write("All tests pass now.\n"));
  EXPECT_TRUE(program.wait_for_output("\n"));
  EXPECT_EQ(program.finish().code, 0);
}

TEST(TranslateTest, AnEmptyInputHasAnEmptyOutputAndAWarning) {
  const Outcome outcome = run(kToJapanese);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(outcome.err, "sotto: warning: the input is empty, expected lines of text\n");
}

TEST(TranslateTest, IllFormedUtf8IsReplacedAndCounted) {
  const Outcome outcome = run(with(kToJapanese, {"--json"}), "The tests pass.\xff\n");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["source"], "The tests pass.\uFFFD");
  EXPECT_THAT(outcome.err, HasSubstr("1 ill-formed UTF-8 runs were replaced"));
}

TEST(TranslateTest, CtrlCEndsIt) {
  Program program(kToJapanese);
  ASSERT_TRUE(program.write("All tests pass now.\n"));
  ASSERT_TRUE(program.wait_for_output("\n"));
  program.signal(SIGINT);
  EXPECT_EQ(program.finish_with_open_input(milliseconds(20000)).code, 130);
}

}  // namespace
}  // namespace sotto::cli::translate_test
