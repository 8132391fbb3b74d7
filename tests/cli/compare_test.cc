// `sotto compare`: its numbers are tested in tests/measure, its manners here.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "paths.h"

namespace sotto::cli::compare_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string data(const std::string& name) { return test_data("measure/" + name); }

TEST(CompareTest, SoundsAsJson) {
  const Outcome outcome = run({"compare", data("plain.wav"), data("slower.wav"), "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json line = json::parse(outcome.out);
  EXPECT_EQ(line.at("a").at("samples"), 15200);
  EXPECT_EQ(line.at("a").at("file_bytes"), 44 + 2 * 15200);
  EXPECT_NEAR(line.at("difference").at("mcd_db").get<double>(), 1.070, 0.003);
  EXPECT_EQ(line.at("difference").at("eos_shift_frames"), 2.375);
}

TEST(CompareTest, LimitsDecideTheExitCode) {
  const std::vector<std::string> pair = {"compare", data("plain.wav"), data("slower.wav")};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), pair.begin(), pair.end());
    return run(more);
  };
  EXPECT_EQ(with({"--max-mcd", "1.2", "--max-eos-shift", "3", "--max-clipped", "0"}).code, 0);
  const Outcome far = with({"--max-mcd", "1"});
  EXPECT_EQ(far.code, 1);
  EXPECT_THAT(far.err, HasSubstr("mcd_db is 1.07, expected at most 1 (--max-mcd)"));
  EXPECT_EQ(with({"--max-eos-shift", "2"}).code, 1);
  EXPECT_EQ(with({"--min-correlation", "0.9"}).code, 1);
  EXPECT_EQ(with({"--max-log-mel", "5"}).code, 1);
  // A shift to the front is a shift, too.
  EXPECT_EQ(run({"compare", data("slower.wav"), data("plain.wav"), "--max-eos-shift", "2"}).code,
            1);
  EXPECT_EQ(run({"compare", data("plain.wav"), data("other.wav"), "--max-clipped", "43"}).code, 1);
  EXPECT_EQ(run({"compare", data("plain.wav"), data("other.wav"), "--max-clipped", "44"}).code, 0);
}

TEST(CompareTest, TextsAndTheirLimits) {
  const std::string hyp = data("japanese.hyp.txt"), ref = data("japanese.ref.txt");
  const auto compare = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"compare", "--text", hyp, ref, "--tokenizer", "char"});
    return run(more);
  };
  const Outcome outcome = compare({"--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json line = json::parse(outcome.out);
  EXPECT_EQ(line.at("chrf"), 69.561);
  EXPECT_EQ(line.at("bleu"), 75.140);
  EXPECT_EQ(line.at("lines"), 6);
  EXPECT_EQ(line.at("bleu_signature"), "nrefs:1|case:mixed|eff:no|tok:char|smooth:exp");
  EXPECT_EQ(compare({"--min-chrf", "69.5", "--min-bleu", "75"}).code, 0);
  EXPECT_EQ(compare({"--min-chrf", "70"}).code, 1);
  EXPECT_EQ(compare({"--min-bleu", "76"}).code, 1);
  EXPECT_EQ(compare({"--min-exact", "0.2"}).code, 1);
}

TEST(CompareTest, LogitsOfTwoFormsOfANetwork) {
  const std::string golden = test_data("nllb");
  const auto compare = [&](const std::string& scheme, std::vector<std::string> more) {
    more.insert(more.begin(),
                {"compare", "--logits", "--json", golden + "@f32", golden + "@" + scheme});
    return run(more);
  };
  const Outcome same = compare("f32", {"--max-kl", "0", "--min-top1", "1"});
  ASSERT_EQ(same.code, 0) << same.err;
  EXPECT_GT(json::parse(same.out).at("steps"), 100);
  const Outcome q8 = compare("q8", {}), q4 = compare("q4", {"--min-top1", "0.999"});
  ASSERT_EQ(q8.code, 0) << q8.err;
  EXPECT_EQ(q4.code, 1);
  EXPECT_THAT(q4.err, HasSubstr("top1_agreement"));
  const double kl8 = json::parse(q8.out).at("kl_mean"), kl4 = json::parse(q4.out).at("kl_mean");
  EXPECT_GT(kl8, 0);
  EXPECT_GT(kl4, 10 * kl8);
  EXPECT_EQ(run({"compare", "--logits", golden + "@q9", golden}).code, 2);
}

TEST(CompareTest, WhatCannotBeComparedIsNamed) {
  const Outcome missing = run({"compare", data("plain.wav"), "/nowhere.wav"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("/nowhere.wav"));
  const Outcome text = run({"compare", data("plain.wav"), data("english.hyp.txt")});
  EXPECT_EQ(text.code, 1);
  EXPECT_THAT(text.err, HasSubstr("english.hyp.txt"));
  const Outcome counts = run({"compare", "--text", data("english.hyp.txt"), data("rough.ref.txt")});
  EXPECT_EQ(counts.code, 1);
  EXPECT_THAT(counts.err, HasSubstr("has 6 lines"));
  EXPECT_EQ(run({"compare", data("plain.wav")}).code, 2);
  EXPECT_EQ(run({"compare", data("plain.wav"), data("noisy.wav"), "--max-mcd", "few"}).code, 2);
}

}  // namespace
}  // namespace sotto::cli::compare_test
