// Kept runs of `sotto bench`, made and compared with the real program.
#include <gmock/gmock.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "japanese/mecab.h"
#include "paths.h"

namespace sotto::cli::bench_run_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

const std::string kNarrator = shipped_model("narrator-en-ja");

class BenchRunTest : public ::testing::Test {
 protected:
  Outcome translate(const std::string& label, std::vector<std::string> more = {}) {
    std::vector<std::string> args = {"bench",  "translate", "--label",  label, "--folder", parent(),
                                     "--sets", "edge",      "--warmup", "0",   "--runs",   "2"};
    args.insert(args.end(), more.begin(), more.end());
    if (std::ranges::find(more, "--model") == more.end()) {
      args.insert(args.end(), {"--model", kNarrator});
    }
    return run(args);
  }

  std::string parent() const { return (folder_.path() / "runs").string(); }

  fs::path of(const std::string& label) const {
    for (const auto& entry : fs::directory_iterator(parent())) {
      if (entry.path().filename().string().ends_with("-" + label)) return entry.path();
    }
    return {};
  }

  static std::vector<json> measurements(const fs::path& run) {
    std::ifstream file(run / "measurements.jsonl");
    std::vector<json> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(json::parse(line));
    return lines;
  }

  static json about(const fs::path& run) { return json::parse(std::ifstream(run / "run.json")); }

  sotto::testing::TemporaryFolder folder_;
};

TEST_F(BenchRunTest, VariantsTakeTurnsAndEverythingIsKept) {
  const Outcome outcome = translate("both", {"--quant", "f32,q8", "--threads", "1"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr(of("both").string()));
  const json run = about(of("both"));
  EXPECT_EQ(run.at("label"), "both");
  EXPECT_EQ(run.at("variants").size(), 2);
  EXPECT_EQ(run.at("prompts").size(), 8);
  EXPECT_TRUE(run.contains("finished"));
  for (const char* key : {"processor", "isa", "kernels", "read_gb_per_s", "commit", "sotto"}) {
    EXPECT_TRUE(run.at("machine").contains(key)) << key;
  }
  EXPECT_EQ(run.at("variants")[0].at("model_hash").get<std::string>().size(), 16);
  const auto lines = measurements(of("both"));
  ASSERT_EQ(lines.size(), 2 * (1 + 2 * 8));  // a cold one each, then two rounds of eight
  int cold = 0, translated = 0;
  std::map<std::string, int> first_of_a_turn;
  for (size_t i = 0; i < lines.size(); ++i) {
    const json& line = lines[i];
    cold += line.value("cold", false) ? 1 : 0;
    EXPECT_GT(line.at("wall_ms").get<double>(), 0);
    EXPECT_GT(line.at("cpu_ms").get<double>(), 0);
    if (line.at("lost") == 0) {  // a sentence in which the network is lost has no tokens
      ++translated;
      EXPECT_GT(line.at("tokens").get<int>(), 0);
      EXPECT_GT(line.at("gb_per_s").get<double>(), 0);
    }
    EXPECT_GT(line.at("rss_mb").get<double>(), 1);
    EXPECT_FALSE(line.at("text").get<std::string>().empty());
    if (i >= 2 && i % 2 == 0) {
      ++first_of_a_turn[line.at("variant")];
      EXPECT_NE(line.at("variant"), lines[i + 1].at("variant"));
      EXPECT_EQ(line.at("prompt"), lines[i + 1].at("prompt"));
    }
  }
  EXPECT_GE(translated, 2 * (1 + 2 * 7));
  EXPECT_EQ(cold, 2);
  ASSERT_EQ(first_of_a_turn.size(), 2);  // nobody is always first
  for (const auto& [variant, count] : first_of_a_turn) EXPECT_EQ(count, 8) << variant;
}

TEST_F(BenchRunTest, ComparesWithItselfAndWithTheRunOfTheEnvironment) {
  ASSERT_EQ(translate("one", {"--threads", "1"}).code, 0);
  const Outcome same = run({"bench", "compare", "one", "one", "--folder", parent(), "--json"});
  ASSERT_EQ(same.code, 0) << same.err;
  const json result = json::parse(same.out);
  EXPECT_EQ(result.at(0).at("speed").at("wall_ms").at("verdict"), "undecided");
  EXPECT_EQ(result.at(0).at("quality").at("same_text"), 1);
  const Outcome named = run({"bench", "translate", "--model", kNarrator, "--folder", parent(),
                             "--sets", "edge", "--runs", "1", "--warmup", "0", "--threads", "1"},
                            "", {{"RUN_LABEL", "two"}, {"RUN_ID", "id2"}, {"COMPARE_RUN", "one"}});
  EXPECT_TRUE(fs::is_directory(fs::path(parent()) / "id2-two")) << named.err;
  EXPECT_THAT(named.out, HasSubstr("B / A"));
}

// The decoder's matrices lose six bits of eight: chrF shows it.
TEST_F(BenchRunTest, DamagedWeightsAreFound) {
  const fs::path damaged = folder_.path() / "damaged";
  fs::copy(kNarrator, damaged);
  fs::permissions(damaged / "model.safetensors", fs::perms::owner_all);
  std::fstream file(damaged / "model.safetensors", std::ios::in | std::ios::out | std::ios::binary);
  uint64_t header_bytes = 0;
  file.read(reinterpret_cast<char*>(&header_bytes), 8);
  std::string header(header_bytes, ' ');
  file.read(header.data(), static_cast<std::streamsize>(header_bytes));
  const json tensors = json::parse(header);
  int damaged_tensors = 0;
  for (const auto& [name, tensor] : tensors.items()) {
    if (!name.starts_with("model.decoder.layers") || !name.ends_with(".weight") ||
        name.find("norm") != name.npos)
      continue;
    const auto begin = tensor.at("data_offsets").at(0).get<size_t>();
    const auto end = tensor.at("data_offsets").at(1).get<size_t>();
    std::string bytes(end - begin, '\0');
    file.seekg(static_cast<std::streamoff>(8 + header_bytes + begin));
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    for (char& c : bytes) c = static_cast<char>(static_cast<uint8_t>(c) & 0xc0);  // 2 bits of 8
    file.seekp(static_cast<std::streamoff>(8 + header_bytes + begin));
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    ++damaged_tensors;
  }
  file.close();
  ASSERT_GT(damaged_tensors, 0);
  const auto measure = [&](const std::string& label, const std::string& model) {
    return run({"bench", "translate", "--label", label, "--folder", parent(), "--sets",
                "short,edge", "--warmup", "0", "--runs", "1", "--model", model});
  };
  ASSERT_EQ(measure("good", kNarrator).code, 0);
  ASSERT_EQ(measure("bad", damaged.string()).code, 0);
  const Outcome outcome =
      run({"bench", "compare", "good", "bad", "--folder", parent(), "--tolerance", "10"});
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("WORSE: chrF fell by"));
}

TEST_F(BenchRunTest, AKilledRunCanBeRead) {
  constexpr size_t kLines = 12;
  Program program({"bench", "translate", "--model", kNarrator, "--label", "killed", "--folder",
                   parent(), "--runs", "1000", "--warmup", "0", "--threads", "1"});
  const auto lines_so_far = [&] {
    std::error_code ignored;
    return fs::is_directory(parent(), ignored) && !of("killed").empty()
               ? measurements(of("killed")).size()
               : 0;
  };
  for (int i = 0; i < 600 && lines_so_far() < kLines; ++i) ::usleep(100000);
  program.signal(SIGKILL);
  EXPECT_EQ(program.finish().code, 128 + SIGKILL);
  ASSERT_GE(lines_so_far(), kLines);
  EXPECT_FALSE(about(of("killed")).contains("finished"));
  const Outcome outcome = run({"bench", "compare", "killed", "killed", "--folder", parent()});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("killed was interrupted after"));
}

TEST_F(BenchRunTest, VoicesAreMeasuredAndTheirSoundIsKept) {
  const std::string prompts = (folder_.path() / "p.tsv").string();
  std::ofstream(prompts) << "short\tDone.\nshort\tAll tests pass.\n";
  const auto say = [&](const std::string& label) {
    return run({"bench", "say", "--label", label, "--folder", parent(), "--prompts", prompts,
                "--to", "en", "--voice", "espeak-ng", "--runs", "2", "--warmup", "0"});
  };
  ASSERT_EQ(say("a").code, 0);
  ASSERT_EQ(say("b").code, 0);
  int sounds = 0;
  for (const json& line : measurements(of("a"))) {
    EXPECT_GT(line.at("first_audio_ms").get<double>(), 0);
    EXPECT_GT(line.at("rtf").get<double>(), 0);
    if (!line.contains("audio")) continue;
    ++sounds;
    EXPECT_TRUE(fs::exists(of("a") / "audios" / line.at("audio").get<std::string>()));
  }
  EXPECT_EQ(sounds, 2);
  const std::string page = (folder_.path() / "report.html").string();
  const Outcome outcome = run({"bench", "compare", "a", "b", "--folder", parent(), "--json",
                               "--html", page, "--tolerance", "10"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out).at(0).at("quality").at("mcd_mean_db"), 0);
  std::ifstream file(page);
  const std::string html(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(html, HasSubstr("src=\"data:audio/flac;base64,"));
  EXPECT_THAT(html, HasSubstr("src=\"data:image/png;base64,"));
}

TEST_F(BenchRunTest, SessionsRunThroughTheWholePipe) {
  const Outcome outcome = run({"bench",    "speak",        test_data("agent/login_fix.jsonl"),
                               "--voice",  "espeak-ng",    "--to",
                               "ja",       "--translator", kNarrator,
                               "--rate",   "400",          "--kv-cache",
                               "f16",      "--label",      "pipe",
                               "--folder", parent(),       "--runs",
                               "1",        "--warmup",     "0"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json variant = about(of("pipe")).at("variants").at(0);
  EXPECT_EQ(variant.at("kv_cache"), "f16");
  EXPECT_THAT(variant.at("name").get<std::string>(), HasSubstr("t kv:f16 "));
  EXPECT_THAT(outcome.out, HasSubstr("underruns within"));
  const auto lines = measurements(of("pipe"));
  ASSERT_EQ(lines.size(), 26);  // 13 sentences, cold and once more
  for (const json& line : lines) {
    for (const char* key : {"translate_ms", "first_audio_ms", "ready_to_first_audio_ms", "parse_ms",
                            "clean_ms", "underruns", "audio_ms"}) {
      EXPECT_TRUE(line.contains(key)) << key;
    }
    EXPECT_GE(line.at("work_to_first_audio_ms").get<double>(),
              line.at("translate_ms").get<double>());
  }
}

TEST_F(BenchRunTest, SessionsAreHeardInTheRegisterThatIsAskedFor) {
  if (japanese::open_jtalk_dictionary().empty()) GTEST_SKIP() << "naist-jdic is not installed";
  const auto texts = [&](const std::string& wanted) {
    const Outcome outcome = run({"bench",
                                 "speak",
                                 test_data("agent/login_fix.jsonl"),
                                 "--voice",
                                 "espeak-ng",
                                 "--to",
                                 "ja",
                                 "--translator",
                                 kNarrator,
                                 "--rate",
                                 "4000",
                                 "--label",
                                 wanted,
                                 "--folder",
                                 parent(),
                                 "--runs",
                                 "1",
                                 "--warmup",
                                 "0",
                                 "--register",
                                 wanted});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(about(of(wanted)).at("variants").at(0).at("register"), wanted);
    std::string all;
    for (const json& line : measurements(of(wanted))) all += line.at("text").get<std::string>();
    return all;
  };
  EXPECT_THAT(texts("polite"), HasSubstr("ます"));
  EXPECT_THAT(texts("plain"), Not(HasSubstr("ます")));
}

TEST_F(BenchRunTest, CurvesAreMeasured) {
#ifdef SOTTO_SANITIZED
  GTEST_SKIP() << "three minutes of what the other tests run as well";
#endif
  const Outcome outcome = run({"bench", "growth", "--words", "20", "--stream-mb", "3", "--runs",
                               "1", "--voice", "espeak-ng", "--label", "g", "--folder", parent()});
  EXPECT_TRUE(outcome.code == 0 || outcome.code == 1)
      << outcome.err;  // three points may say anything
  for (const char* curve : {"translation by length", "first audio by length", "memory by length",
                            "time by threads", "time by parallel"}) {
    EXPECT_THAT(outcome.out, HasSubstr(curve));
  }
}

TEST_F(BenchRunTest, WrongUseIsNamed) {
  const Outcome lists = run({"bench", "translate", "--model", kNarrator, "--threads", "1,2"});
  EXPECT_EQ(lists.code, 2);
  EXPECT_THAT(lists.err, HasSubstr("--label"));
  const Outcome forced = translate("x", {"--new-tokens", "5"});
  EXPECT_EQ(forced.code, 2);
  EXPECT_THAT(forced.err, HasSubstr("--new-tokens is for measurements without --label"));
  EXPECT_EQ(translate("x", {"--quant", "q9"}).code, 2);
  EXPECT_EQ(translate("x", {"--threads", "many"}).code, 2);
  EXPECT_EQ(translate("a/b").code, 2);
  EXPECT_EQ(translate("x", {"--sets", "huge"}).code, 2);
  const Outcome missing = run({"bench", "compare", "nothing", "none", "--folder", parent()});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("nothing"));
  EXPECT_FALSE(fs::exists(parent()));  // none of them left anything behind
}

}  // namespace
}  // namespace sotto::cli::bench_run_test
