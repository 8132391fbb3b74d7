// `sotto bench`: what it prints must be there, consistent, and made from the work it was asked for.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::bench_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::vector<std::string> bench(std::vector<std::string> more) {
  std::vector<std::string> args = {
      "bench",     "translate", "--model",  sotto::testing::golden_folder("nllb").string(),
      "--runs",    "3",         "--warmup", "1",
      "--threads", "1"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

TEST(BenchTest, PrintsOneLineOfJson) {
  const Outcome outcome = run(bench({"--json", "--beam", "3", "--batch", "2"}), "");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1);
  const json line = json::parse(outcome.out);
  EXPECT_EQ(line.at("beam"), 3);
  EXPECT_EQ(line.at("batch"), 2);
  EXPECT_EQ(line.at("threads"), 1);
  EXPECT_EQ(line.at("runs"), 3);
  EXPECT_EQ(line.at("shortlist"), 1406);
  for (const char* key : {"median_ms", "p95_ms", "cpu_ms", "wall_ms", "bandwidth_gb_per_s",
                          "peak_rss_mb", "load_ms", "step_mb"}) {
    EXPECT_GT(line.at(key).get<double>(), 0) << key;
  }
  EXPECT_LE(line.at("min_ms").get<double>(), line.at("median_ms").get<double>());
  EXPECT_LE(line.at("median_ms").get<double>(), line.at("p95_ms").get<double>());
  EXPECT_TRUE(line.at("isa").is_string());
  EXPECT_TRUE(line.contains("ms_per_step") && line.contains("gb_per_s"));
}

// Two decoder layers of width 64 and 128, 1406 rows of output, float32: by hand from config.json.
TEST(BenchTest, CountsTheBytesThatAStepReads) {
  const json config =
      sotto::testing::golden_json(sotto::testing::golden_folder("nllb") / "config.json");
  const size_t d = config.at("d_model"), f = config.at("decoder_ffn_dim");
  const size_t layer = 6 * d * d + 6 * d + 2 * d * f + f + d + 6 * d;
  const size_t floats =
      config.at("decoder_layers").get<size_t>() * layer + config.at("vocab_size").get<size_t>() * d;
  const Outcome outcome = run(bench({"--json", "--quant", "f32"}), "");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(json::parse(outcome.out).at("step_mb").get<double>(),
              4e-6 * static_cast<double>(floats), 1e-3);
}

// Whatever kind of network it is: Firefox's has no token for a language, and its own for an end.
TEST(BenchTest, TakesAFirefoxModel) {
  const std::string folder = test_data("bergamot/joint");
  const Outcome outcome =
      run({"bench", "translate", "--model", folder, "--runs", "2", "--warmup", "0", "--threads",
           "1", "--batch", "2", "--beam", "2", "--new-tokens", "9", "--json"},
          "");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json line = json::parse(outcome.out);
  EXPECT_EQ(line.at("scheme"), "int8");
  EXPECT_EQ(line.at("new_tokens"), 9);
  EXPECT_EQ(line.at("shortlist"), line.at("vocabulary"));
  EXPECT_GT(line.at("median_ms").get<double>(), 0);
  EXPECT_GT(line.at("step_mb").get<double>(), 0);
  const Outcome listed = run({"bench", "translate", "--model", folder, "--shortlist", "ja"}, "");
  EXPECT_EQ(listed.code, 1);
  EXPECT_THAT(listed.err, HasSubstr("--shortlist is for NLLB and Marian networks"));
}

// One with short convolutions, whose prompt is made up of tokens as other sources are.
TEST(BenchTest, TakesALanguageModel) {
  const std::string folder = (sotto::testing::golden_folder("decoder_lm") / "lfm2").string();
  const std::vector<std::string> args = {
      "bench", "translate", "--model", folder,         "--runs", "2",     "--threads",
      "1",     "--batch",   "2",       "--new-tokens", "9",      "--json"};
  const Outcome outcome = run(args, "");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json line = json::parse(outcome.out);
  EXPECT_EQ(line.at("new_tokens"), 9);
  EXPECT_EQ(line.at("shortlist"), line.at("vocabulary"));
  EXPECT_GT(line.at("median_ms").get<double>(), 0);
  EXPECT_GT(line.at("step_mb").get<double>(), 0);
  const Outcome listed = run({"bench", "translate", "--model", folder, "--shortlist", "ja"}, "");
  EXPECT_EQ(listed.code, 1);
  EXPECT_NE(listed.err.find("this one is a language model"), std::string::npos) << listed.err;
}

// int8, with the decoder's fc2 by columns: what was skipped is not counted.
TEST(BenchTest, CountsTheColumnsThatAreRead) {
  const sotto::testing::TemporaryFolder folder;
  const std::string golden = sotto::testing::golden_folder("nllb").string();
  const auto measure = [&](const char* fc2) {
    const std::string model = folder / fc2;
    EXPECT_EQ(run({"quantize", golden, model, "--scheme", "int8", "--fc2", fc2, "--quiet"}).code,
              0);
    const Outcome outcome = run({"bench", "translate", "--model", model, "--new-tokens", "4",
                                 "--threads", "1", "--runs", "1", "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return json::parse(outcome.out);
  };
  const json rows = measure("rows"), columns = measure("columns");
  EXPECT_EQ(rows.at("fc2_read"), 1);
  const double read = columns.at("fc2_read");
  EXPECT_GT(read, 0.1);
  EXPECT_LT(read, 0.9);
  const json config =
      sotto::testing::golden_json(sotto::testing::golden_folder("nllb") / "config.json");
  const double fc2 = config.at("decoder_layers").get<double>() *
                     config.at("d_model").get<double>() *
                     config.at("decoder_ffn_dim").get<double>();
  EXPECT_NEAR(rows.at("step_mb").get<double>() - columns.at("step_mb").get<double>(),
              1e-6 * fc2 * (1 - read), 1.1e-3);
}

TEST(BenchTest, ZonesSayWhereTheTimeGoes) {
  const Outcome outcome = run(bench({"--json", "--zones"}), "");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json line = json::parse(outcome.out);
  double ms = 0;
  bool has_output = false;
  for (const json& zone : line.at("zones")) {
    ms += zone.at("ms").get<double>();
    // The language is forced: nobody asks for its logits.
    has_output |= zone.at("operation") == "linear" && zone.at("outputs") == 1406 &&
                  zone.at("calls") == line.at("new_tokens").get<int>() - 1;
  }
  EXPECT_TRUE(has_output) << line.at("zones");
  EXPECT_GT(ms, 0);
  EXPECT_THAT(run(bench({"--zones"}), "").out, HasSubstr("outside: search"));
}

TEST(BenchTest, PacedRunsWaitForALineEach) {
  const Outcome outcome = run(bench({"--paced"}), "\n\n");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 4);  // "ready", two runs, the summary
  EXPECT_THAT(outcome.out, HasSubstr("\"full_ms\""));
  EXPECT_THAT(outcome.out, HasSubstr("\"runs\":2"));
}

std::vector<std::string> bench_say(std::vector<std::string> more) {
  const auto pocket = sotto::testing::golden_folder("pocket_tts");
  std::vector<std::string> args = {"bench",         "say",
                                   "--voice-model", pocket / "models/lsd.yaml",
                                   "--voice",       pocket / "voice_lsd_voice24k.safetensors",
                                   "--length",      "7",
                                   "--threads",     "2",
                                   "--runs",        "2"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

TEST(BenchTest, SaysForSoLongAsItIsTold) {
  const Outcome outcome = run(bench_say({"--json", "--quant", "int8"}), "");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1);
  const json line = json::parse(outcome.out);
  EXPECT_EQ(line.at("frames"), 7);
  EXPECT_NEAR(line.at("audio_s").get<double>(), 7 * 0.08, 1e-9);
  EXPECT_EQ(line.at("scheme"), "int8");
  for (const char* key :
       {"first_audio_ms", "total_ms", "x_realtime", "rtf", "text_prompt_ms", "flow_lm_ms",
        "mimi_ms", "alone_frames_ms", "alone_sound_ms", "peak_rss_mb", "load_ms"}) {
    EXPECT_GT(line.at(key).get<double>(), 0) << key;
  }
  EXPECT_LE(line.at("first_audio_ms").get<double>(), line.at("total_ms").get<double>());
}

TEST(BenchTest, ZonesOfSpeechAreOfItsParts) {
  const Outcome outcome = run(bench_say({"--json", "--zones"}), "");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json zones = json::parse(outcome.out).at("zones");
  const auto has = [&](const char* part, const char* operation, int rows) {
    return std::ranges::any_of(zones.at(part), [&](const json& zone) {
      return zone.at("operation") == operation && (rows == 0 || zone.at("rows") == rows);
    });
  };
  EXPECT_TRUE(has("frames", "embed", 0)) << zones;
  EXPECT_TRUE(has("frames", "attention", 1)) << zones;
  EXPECT_FALSE(has("sound", "embed", 0)) << zones;
  EXPECT_TRUE(has("sound", "convolve", 0)) << zones;
  EXPECT_THAT(run(bench_say({"--zones"}), "").out, HasSubstr("outside: activations, copies"));
}

TEST(BenchTest, PacedSpeechWaitsForALineEach) {
  const Outcome outcome = run(bench_say({"--paced"}), "\n\n");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 4);  // "ready", two runs, the summary
}

// Quantized networks of speech tokens keep keys and values in f16 where nobody says it.
TEST(BenchTest, NamesThePrecisionOfTheCacheThatIsUsed) {
  const auto cache_of = [](const char* voice, const std::string& model,
                           std::vector<std::string> more) {
    std::vector<std::string> args = {
        "bench", "say",      "--json", "--runs",  "1",   "--warmup",      "0",  "--threads",
        "1",     "--length", "4",      "--voice", voice, "--voice-model", model};
    args.insert(args.end(), more.begin(), more.end());
    const Outcome outcome = run(args, "");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return json::parse(outcome.out).at("kv_cache").get<std::string>();
  };
  const std::string xtts = sotto::testing::golden_folder("xtts").string(),
                    chatterbox = sotto::testing::golden_folder("chatterbox").string() + "/model";
  for (const auto& [voice, model] : {std::pair("xtts", xtts), {"chatterbox", chatterbox}}) {
    SCOPED_TRACE(voice);
    EXPECT_EQ(cache_of(voice, model, {}), "f32");
    EXPECT_EQ(cache_of(voice, model, {"--quant", "int8"}), "f16");
    EXPECT_EQ(cache_of(voice, model, {"--quant", "int8", "--kv-cache", "f32"}), "f32");
    EXPECT_EQ(cache_of(voice, model, {"--kv-cache", "int8"}), "int8");
  }
}

// A length is the network's own unit, whatever it would say of its end.
TEST(BenchTest, EachNetworkSpeaksSoLong) {
  struct Case {
    std::vector<std::string> voice;
    const char *unit, *flag;
  };
  const auto golden = [](const char* name) { return sotto::testing::golden_folder(name).string(); };
  const Case cases[] = {
      {{"--voice", "chatterbox", "--voice-model", golden("chatterbox") + "/model"},
       "tokens",
       "--tokens"},
      {{"--voice", "xtts", "--voice-model", golden("xtts")}, "codes", "--length"}};
  for (const Case& c : cases) {
    std::vector<std::string> args = {"bench", "say", "--json", "--runs", "1", "--threads", "2"};
    args.insert(args.end(), c.voice.begin(), c.voice.end());
    args.insert(args.end(), {c.flag, "4,8"});
    const Outcome outcome = run(args, "");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json lengths = json::parse(outcome.out).at("lengths");
    ASSERT_EQ(lengths.size(), 2u);
    EXPECT_EQ(lengths[1].at(c.unit), 8);
    // Both are rounded to milliseconds.
    EXPECT_NEAR(lengths[1].at("audio_s").get<double>(), 2 * lengths[0].at("audio_s").get<double>(),
                2e-3);
    EXPECT_GT(lengths[0].at("first_audio_ms"), 0);
  }
}

TEST(BenchTest, NothingToSayIsAnError) {
  const Outcome outcome = run(bench_say({"--text", " "}), "");
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("expected 7"));
}

TEST(BenchTest, WrongUseIsNamed) {
  EXPECT_EQ(run({"bench"}, "").code, 2);
  EXPECT_EQ(run({"bench", "translate"}, "").code, 2);
  EXPECT_EQ(run(bench({"--new-tokens", "3"}), "").code, 2);
  const Outcome missing = run({"bench", "translate", "--model", "/nowhere"}, "");
  EXPECT_NE(missing.code, 0);
  EXPECT_THAT(missing.err, HasSubstr("/nowhere"));
  const Outcome wide = run(bench({"--beam", "64", "--batch", "1"}), "");
  EXPECT_EQ(wide.code, 0) << wide.err;
}

}  // namespace
}  // namespace sotto::cli::bench_test
