// The flags that change how translate works, but not what it says.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::translate_modes_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kText =
    "All tests pass now.\n\nI fixed the bug. The build is green.\nI will check the parser.\n";

std::vector<std::string> japanese(std::vector<std::string> more) {
  more.insert(more.begin(), {"translate", "--to", "ja", "--threads", "1"});
  return more;
}

std::vector<std::string> golden(std::vector<std::string> more) {
  more.insert(more.begin(), {"--model", sotto::testing::golden_folder("nllb").string()});
  return japanese(more);
}

TEST(TranslateModesTest, BatchesKeepOrderAndText) {
  const Outcome one = run(japanese({}), kText);
  ASSERT_EQ(one.code, 0) << one.err;
  for (const char* batch : {"2", "3", "200"}) {
    const Outcome many = run(japanese({"--batch", batch}), kText);
    EXPECT_EQ(many.out, one.out) << batch;
  }
  const Outcome raw = run(japanese({"--raw"}), kText);
  EXPECT_EQ(run(japanese({"--raw", "--batch", "4"}), kText).out, raw.out);
}

TEST(TranslateModesTest, NBestIsInTheJson) {
  const Outcome raw = run(golden({"--raw", "--json", "--beam", "4", "--n-best", "3"}),
                          "I will check the parser.\n");
  ASSERT_EQ(raw.code, 0) << raw.err;
  const json line = json::parse(raw.out);
  ASSERT_EQ(line.at("n_best").size(), 2u);
  EXPECT_GE(line.at("score").get<double>(), line.at("n_best")[0].at("score").get<double>());
  EXPECT_NE(line.at("ids"), line.at("n_best")[0].at("ids"));
  EXPECT_EQ(run(golden({"--beam", "2", "--n-best", "3"}), "Hello.\n").code, 2);
}

TEST(TranslateModesTest, KeysAndValuesMayHaveFewerBits) {
  const auto score = [](const char* precision) {
    const Outcome raw = run(golden({"--raw", "--json", "--beam", "1", "--kv-cache", precision}),
                            "I will check the parser.\n");
    EXPECT_EQ(raw.code, 0) << raw.err;
    return json::parse(raw.out).at("score").get<double>();
  };
  const double exact = score("f32"), f16 = score("f16"), int8 = score("int8");
  EXPECT_NE(f16, exact);
  EXPECT_NEAR(f16, exact, 1e-3);
  EXPECT_NE(int8, f16);
  EXPECT_NEAR(int8, exact, 0.2);
}

TEST(TranslateModesTest, ADraftAndAShortlistCanBeGiven) {
  const std::string folder = sotto::testing::golden_folder("nllb").string();
  const Outcome plain = run(golden({"--raw", "--beam", "1"}), kText);
  const Outcome drafted = run(golden({"--raw", "--draft", folder}), kText);
  ASSERT_EQ(drafted.code, 0) << drafted.err;
  EXPECT_EQ(drafted.out, plain.out);
  const Outcome listed = run(japanese({"--shortlist", "ja"}), kText);
  ASSERT_EQ(listed.code, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("。"));
  const Outcome other = run(japanese({"--shortlist", "fr"}), kText);
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("shortlist"));
  EXPECT_EQ(run(japanese({"--shortlist", "xx"}), kText).code, 2);
  EXPECT_NE(run(japanese({"--shortlist", "ja:/no/such/file"}), kText).code, 0);
}

class TranslateCacheTest : public ::testing::Test {
 protected:
  Outcome translate(std::vector<std::string> more = {}) {
    return run(japanese(std::move(more)), kText, {{"XDG_CACHE_HOME", folder_.path().string()}});
  }
  std::filesystem::path file() const { return folder_ / "sotto" / "phrases.sqlite"; }
  sotto::testing::TemporaryFolder folder_;
};

TEST_F(TranslateCacheTest, ASecondRunSaysTheSame) {
  const Outcome first = translate();
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(std::filesystem::exists(file()));
  EXPECT_EQ(translate().out, first.out);
  EXPECT_EQ(translate({"--batch", "4"}).out, first.out);
  EXPECT_EQ(translate({"--no-cache"}).out, first.out);
}

TEST_F(TranslateCacheTest, NoCacheWritesNothing) {
  ASSERT_EQ(translate({"--no-cache"}).code, 0);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(TranslateCacheTest, ABrokenFileIsOneWarning) {
  std::filesystem::create_directories(file().parent_path());
  std::ofstream(file()) << std::string(4096, '?');
  const Outcome outcome = translate();
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, Not(IsEmpty()));
  EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("phrases.sqlite"));
}

}  // namespace
}  // namespace sotto::cli::translate_modes_test
