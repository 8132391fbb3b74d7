// The real program: what it makes is a model, and nothing half is ever left.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "cli/program.h"
#include "golden.h"
#include "paths.h"

namespace sotto::cli::quantize_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kNarrator = shipped_model("narrator-en-ja");
const std::string kSmall = sotto::testing::golden_folder("nllb").string();

class QuantizeCommandTest : public ::testing::Test {
 protected:
  std::string target(const char* name = "out") const { return folder_ / name; }
  size_t entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_.path()), {}));
  }

  // A checkpoint of one matrix, as large as is asked for.
  std::string big_model(int rows) {
    const fs::path model = folder_ / "big";
    fs::create_directories(model);
    std::ofstream(model / "config.json") << R"({"model_type": "m2m_100"})";
    std::ofstream out(model / "model.safetensors", std::ios::binary);
    const size_t size = static_cast<size_t>(rows) * 1024 * 4;
    std::string header = R"({"model.shared.weight":{"dtype":"F32","shape":[)" +
                         std::to_string(rows) + R"(,1024],"data_offsets":[0,)" +
                         std::to_string(size) + "]}}";
    const uint64_t length = header.size();
    out.write(reinterpret_cast<const char*>(&length), sizeof length) << header;
    out.close();
    fs::resize_file(model / "model.safetensors", 8 + header.size() + size);  // a hole of zeros
    return model;
  }

  sotto::testing::TemporaryFolder folder_;
};

TEST_F(QuantizeCommandTest, WhatItMakesTranslates) {
  const Outcome made = run({"quantize", kSmall, target(), "--scheme", "q4", "--group", "32",
                            "--int8-embeddings", "--report", target("report.jsonl")});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, AllOf(HasSubstr("33 of 33 matrices converted"), HasSubstr(" -> ")));
  EXPECT_THAT(made.err, HasSubstr("100 %"));
  const auto lines = lines_of(sotto::testing::golden_text(target("report.jsonl")));
  EXPECT_EQ(lines.size(), 33u);
  for (const std::string& line : lines) {
    const auto json = nlohmann::json::parse(line);
    const bool shared = json["tensor"] == "model.shared.weight";
    EXPECT_EQ(json["form"], shared ? "q8:32" : "q4:32");
    EXPECT_GT(json["relative_rms_error"], 0);
    EXPECT_LT(json["relative_rms_error"], shared ? 0.01 : 0.12);
  }
  const Outcome text = run({"translate", "--raw", "--json", "--from", "eng_Latn", "--to",
                            "fra_Latn", "--max-new-tokens", "5", "--model", target()},
                           "Hello.\n");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.err, ::testing::IsEmpty());
}

TEST_F(QuantizeCommandTest, ReportsATableOnStandardOutput) {
  const Outcome made = run({"quantize", "--quiet", kSmall, target(), "--scheme", "int8", "--keep",
                            "*.layers.0.fc?.weight", "--report", "-"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err, ::testing::IsEmpty());
  EXPECT_THAT(made.out, AllOf(HasSubstr("matrix "), HasSubstr("kept: as asked for"),
                              HasSubstr("29 of 33 matrices converted")));
}

// Where it is asked for, whatever the scheme.
TEST_F(QuantizeCommandTest, FcTwoOfTheDecoderLiesByColumns) {
  const auto columns = [&](std::vector<std::string> more) {
    std::vector<std::string> args = {"quantize", "--quiet",  kSmall, target(),
                                     "--force",  "--report", "-"};
    args.insert(args.end(), more.begin(), more.end());
    const Outcome made = run(args);
    EXPECT_EQ(made.code, 0) << made.err;
    int count = 0;
    for (const std::string& line : lines_of(made.out)) {
      count += line.find("int8 by columns") != line.npos ? 1 : 0;
    }
    const bool in_config =
        sotto::testing::golden_text(target() + "/config.json").find("by columns") !=
        std::string::npos;
    EXPECT_EQ(in_config, count > 0);
    return count;
  };
  EXPECT_EQ(columns({"--scheme", "int8"}), 0);
  EXPECT_EQ(columns({"--scheme", "int8", "--fc2", "columns"}), 2);
  EXPECT_EQ(columns({"--scheme", "q4", "--fc2", "columns"}), 2);
  const Outcome text = run({"translate", "--raw", "--from", "eng_Latn", "--to", "fra_Latn",
                            "--max-new-tokens", "5", "--model", target()},
                           "Hello.\n");
  EXPECT_EQ(text.code, 0) << text.err;
  const std::string swish = sotto::testing::golden_folder("marian").string();
  EXPECT_EQ(run({"quantize", swish, target("m"), "--scheme", "int8", "--fc2", "columns"}).code, 2);
  EXPECT_EQ(entries(), 1u);
}

// A folder with a shortlist translates as the flag does, without a flag, into that language alone.
TEST_F(QuantizeCommandTest, AShortlistIsUsedForItsLanguage) {
  const auto quantize = [&](const char* name, std::vector<std::string> more) {
    std::vector<std::string> args = {"quantize", kSmall, target(name), "--scheme", "q8", "--quiet"};
    args.insert(args.end(), more.begin(), more.end());
    const Outcome made = run(args);
    EXPECT_EQ(made.code, 0) << made.err;
  };
  std::ofstream(target("words.txt")) << "テスト\n";
  const std::string list = "jpn_Jpan:" + target("words.txt");
  quantize("all", {});
  quantize("listed", {"--shortlist", list});
  const auto translate = [&](const char* name, const char* to, std::vector<std::string> more) {
    std::vector<std::string> args = {"translate", "--raw",   "--json",    "--from",
                                     "eng_Latn",  "--to",    to,          "--max-new-tokens",
                                     "12",        "--model", target(name)};
    args.insert(args.end(), more.begin(), more.end());
    const Outcome text = run(args, "Hello.\n");
    EXPECT_EQ(text.code, 0) << text.err;
    nlohmann::json line = nlohmann::json::parse(text.out, nullptr, false);
    return line.is_object() ? line.at("ids").dump() : "no output";
  };
  const std::string free = translate("all", "jpn_Jpan", {});
  const std::string listed = translate("all", "jpn_Jpan", {"--shortlist", list});
  EXPECT_NE(free, listed) << "the list must matter here";
  EXPECT_EQ(translate("listed", "jpn_Jpan", {}), listed);
  EXPECT_EQ(translate("listed", "jpn_Jpan", {"--shortlist", "none"}), free);
  EXPECT_EQ(translate("listed", "fra_Latn", {}), translate("all", "fra_Latn", {}));

  std::ofstream(fs::path(target("listed")) / "shortlist.json")
      << R"({"language": "jpn_Jpan", "ids": [0, 1, 2]})";
  const Outcome broken =
      run({"translate", "--raw", "--from", "en", "--to", "ja", "--model", target("listed")},
          "Hello.\n");
  EXPECT_NE(broken.code, 0);
  EXPECT_THAT(broken.err, HasSubstr("but shortlist.json 3 ids"));
}

TEST_F(QuantizeCommandTest, SaysWhatItCannotDo) {
  const auto error = [&](std::vector<std::string> args, int code) {
    args.insert(args.begin(), "quantize");
    const Outcome outcome = run(args);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
    return outcome.err;
  };
  EXPECT_THAT(error({kSmall, target()}, 2), HasSubstr("--scheme is missing"));
  EXPECT_THAT(error({kSmall, target(), "--scheme", "q5"}, 2), HasSubstr("\"q5\" is no scheme"));
  EXPECT_THAT(error({kSmall, "--scheme", "q8"}, 2), HasSubstr("SRC or DST is missing"));
  EXPECT_THAT(error({kSmall, target(), "--scheme", "int8", "--group", "32"}, 2),
              HasSubstr("only q8, q6 and q4 have groups"));
  EXPECT_THAT(error({kSmall, target(), "--scheme", "q8", "--keep", "x*"}, 2),
              HasSubstr("--keep x*"));
  EXPECT_THAT(error({kNarrator, target(), "--scheme", "q4"}, 1), HasSubstr("is quantized already"));
  EXPECT_THAT(error({"no-such-model", target(), "--scheme", "q4"}, 1), HasSubstr("no-such-model"));
  EXPECT_THAT(error({kSmall, folder_.path().string(), "--scheme", "q4"}, 2),
              HasSubstr("is there already"));
  EXPECT_EQ(entries(), 0u);
}

TEST_F(QuantizeCommandTest, AVoiceInStaticInt8Speaks) {
  const fs::path pocket = sotto::testing::golden_folder("pocket_tts");
  const std::string voice = pocket / "models/lsd.yaml";
  std::ofstream(target("texts.txt")) << "One.\n\nTwo is more.\n";
  const Outcome made = run({"quantize", voice, target(), "--scheme", "int8-static", "--calibrate",
                            target("texts.txt"), "--report", target("report.txt")});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(sotto::testing::golden_text(target("report.txt")),
              HasSubstr("mimi.decoder.model.2.convtr.weight"));
  const Outcome said =
      run({"say", "Hello.", "--voice-model", target(), "--voice",
           "pocket-tts:" + (pocket / "voice24k.wav").string(), "-o", target("out.wav")});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_GT(fs::file_size(target("out.wav")), 3840u);
}

TEST_F(QuantizeCommandTest, SaysWhatStaticInt8Needs) {
  const std::string voice = sotto::testing::golden_folder("pocket_tts") / "models/lsd.yaml";
  const auto error = [&](std::vector<std::string> args, int code) {
    args.insert(args.begin(), "quantize");
    const Outcome outcome = run(args);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
    return outcome.err;
  };
  EXPECT_THAT(error({kSmall, target(), "--scheme", "int8-static"}, 2), HasSubstr("is for a voice"));
  EXPECT_THAT(error({voice, target(), "--scheme", "int8", "--calibrate", "a.txt"}, 2),
              HasSubstr("--calibrate: is for --scheme int8-static"));
  EXPECT_THAT(error({voice, target(), "--scheme", "int8-static", "--calibrate", "/no/a.txt"}, 1),
              HasSubstr("/no/a.txt"));
  EXPECT_EQ(entries(), 0u);
  std::ofstream(target("empty.txt")) << " \n";
  EXPECT_THAT(
      error({voice, target(), "--scheme", "int8-static", "--calibrate", target("empty.txt")}, 1),
      HasSubstr("has no text"));
  EXPECT_EQ(entries(), 1u);
  const Outcome at_load =
      run({"say", "Hello.", "--voice-model", voice, "--voice-quant", "int8-static"});
  EXPECT_EQ(at_load.code, 2);
  EXPECT_THAT(at_load.err, HasSubstr("`sotto quantize --scheme int8-static`"));
}

// Killed at any moment: no folder under the asked name, and the next run cleans up.
TEST_F(QuantizeCommandTest, AKilledRunLeavesNoModel) {
  const std::string model =
      big_model(60000);  // 246 MB: one thread takes far longer than the waits below
  for (const int wait_ms : {20, 40, 80}) {
    Program program({"quantize", model, target(), "--scheme", "q6", "--threads", "1"});
    const auto is_filled = [&] {
      for (const auto& entry : fs::directory_iterator(folder_.path())) {
        if (fs::exists(entry.path() / "model.safetensors") && entry.path() != model) return true;
      }
      return false;
    };
    for (int i = 0; i < 2000 && !is_filled(); ++i) std::this_thread::sleep_for(milliseconds(5));
    ASSERT_TRUE(is_filled());
    std::this_thread::sleep_for(milliseconds(wait_ms));
    program.signal(SIGKILL);
    EXPECT_EQ(program.finish().code, 128 + SIGKILL);
    EXPECT_FALSE(fs::exists(target()));
    EXPECT_EQ(entries(), 2u);  // the source, and the leftover
  }
  std::set<fs::path> before;
  for (const auto& entry : fs::directory_iterator(folder_.path())) before.insert(entry.path());
  const auto has_begun = [&] {
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      if (!before.contains(entry.path())) return true;
    }
    return false;
  };
  Program program({"quantize", model, target(), "--scheme", "q6", "--threads", "1"});
  for (int i = 0; i < 2000 && !has_begun(); ++i) std::this_thread::sleep_for(milliseconds(5));
  program.signal(SIGINT);
  const Outcome stopped = program.finish();
  EXPECT_EQ(stopped.code, 130) << stopped.err;
  EXPECT_EQ(entries(), 1u) << "the leftovers are gone, and so is its own";
}

TEST_F(QuantizeCommandTest, MemoryIsAFewPiecesWhateverTheSize) {
#ifdef SOTTO_SANITIZED
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  const Outcome made =
      run({"quantize", big_model(60000), target(), "--scheme", "q8", "--threads", "2"});
  ASSERT_EQ(made.code, 0) << made.err;
  const size_t at = made.out.find("peak memory ");
  ASSERT_NE(at, made.out.npos);
  // The source has 246 MB in one matrix. Measured 35 MB, most of it the program itself.
  EXPECT_LT(std::stoi(made.out.substr(at + 12)), 100);
}

}  // namespace
}  // namespace sotto::cli::quantize_test
