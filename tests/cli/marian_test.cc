// A Marian folder through the program: what a user runs gives the reference's ids.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::marian_test {
namespace {

using nlohmann::json;
using sotto::testing::golden_folder;
using sotto::testing::golden_json;

// The golden cases that are one line, and what the reference made of each.
class MarianCommandTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const json goldens = golden_json(golden_folder("marian") / "cases.json");
    for (const json& c : goldens.at("cases")) {
      const auto text = c.at("text").get<std::string>();
      if (text.find_first_of("\r\n") != text.npos || text.find_first_not_of(" \t") == text.npos ||
          !c.contains("generate") || !c.at("generate").contains(GetParam())) {
        continue;
      }
      input += text + "\n";
      expected.push_back(c.at("generate").at(GetParam()));
    }
    ASSERT_GT(expected.size(), 5u);
  }

  std::string input;
  std::vector<json> expected;
};

TEST_P(MarianCommandTest, GivesTheIdsOfTheReference) {
  const auto beams = expected.front().at("params").at("num_beams").get<int>();
  const Outcome outcome =
      run({"translate", "--model", golden_folder("marian").string(), "--to", "ja", "--raw",
           "--json", "--no-cache", "--beam", std::to_string(beams)},
          input);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), expected.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    const json line = json::parse(lines[i]);
    SCOPED_TRACE(line.at("source"));
    EXPECT_EQ(line.at("ids"), expected[i].at("ids"));
    if (expected[i].contains("score")) {
      EXPECT_NEAR(line.at("score").get<double>(), expected[i].at("score").get<double>(), 1e-4);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cli, MarianCommandTest, ::testing::Values("greedy", "beam4"),
                         [](const auto& p) { return std::string(p.param); });

TEST(MarianFolderTest, QuantizedItLoadsWithoutAFlag) {
  const sotto::testing::TemporaryFolder folder;
  const std::string model = (folder.path() / "marian-q8").string();
  const Outcome made =
      run({"quantize", golden_folder("marian").string(), model, "--scheme", "q8"}, "");
  ASSERT_EQ(made.code, 0) << made.err;
  const Outcome outcome = run({"translate", "--model", model, "--to", "ja"}, "Nice to meet you.\n");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "はじめまして。\n");
}

// Its tokenizer_config.json names en and jap.
TEST(MarianFolderTest, OtherLanguagesAreRefused) {
  const std::string model = golden_folder("marian").string();
  const Outcome german =
      run({"translate", "--model", model, "--from", "de", "--to", "ja"}, "Guten Tag.\n");
  EXPECT_EQ(german.code, 1);
  EXPECT_THAT(german.err, ::testing::HasSubstr("translates from eng_Latn only, not from deu_Latn"));
  const Outcome french = run({"translate", "--model", model, "--to", "fr"}, "Good day.\n");
  EXPECT_EQ(french.code, 1);
  EXPECT_THAT(french.err, ::testing::HasSubstr("translates into jpn_Jpan only, not into fra_Latn"));
}

}  // namespace
}  // namespace sotto::cli::marian_test
