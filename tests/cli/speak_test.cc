// The main job, end to end: recorded agent sessions to text and sound.
#include <gmock/gmock.h>
#include <sndfile.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "paths.h"

namespace sotto::cli::speak_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string session_file(const std::string& name) { return test_data("agent/" + name); }

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<json> json_lines(const std::string& path) {
  std::vector<json> lines;
  for (const std::string& line : lines_of(content_of(path))) lines.push_back(json::parse(line));
  return lines;
}

// Letters and digits: what no rule about markup or spaces takes away.
std::string letters_of(const std::string& text) {
  std::string letters;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c))) letters += c;
  }
  return letters;
}

bool is_subsequence(const std::string& part, const std::string& whole) {
  size_t at = 0;
  for (const char c : whole) {
    if (at < part.size() && part[at] == c) ++at;
  }
  return at == part.size();
}

struct Sound {
  double seconds = 0;
  double loudest = 0;
};

Sound sound_of(const std::string& path) {
  SF_INFO info = {};
  SNDFILE* file = sf_open(path.c_str(), SFM_READ, &info);
  if (file == nullptr) return {};
  std::vector<float> samples(static_cast<size_t>(info.frames * info.channels));
  sf_readf_float(file, samples.data(), info.frames);
  sf_close(file);
  Sound sound;
  sound.seconds = static_cast<double>(info.frames) / info.samplerate;
  for (const float s : samples) sound.loudest = std::max<double>(sound.loudest, std::abs(s));
  return sound;
}

class SessionTest : public ::testing::TestWithParam<const char*> {};

TEST_P(SessionTest, TheTextIsCompleteAndInOrder) {
  const std::string name = GetParam();
  const Outcome outcome = run(
      {"speak", "-q", "--translator", "none", "--voice", "none", session_file(name + ".jsonl")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, IsEmpty());
  std::string sources;
  for (const std::string& line : lines_of(outcome.out)) {
    const size_t tab = line.find('\t');
    ASSERT_NE(tab, line.npos) << line;
    EXPECT_EQ(line.substr(0, tab), line.substr(tab + 1));
    sources += letters_of(line.substr(0, tab));
  }
  std::string expected;
  for (const json& block : json::parse(content_of(session_file(name + ".expected.json")))) {
    std::string text = block;
    for (size_t at = 0; (at = text.find("\u2192", at)) != text.npos;) {
      text.replace(at, 3, "to");  // an arrow is said so
    }
    expected += letters_of(text);
  }
  EXPECT_TRUE(is_subsequence(sources, expected)) << outcome.out;
  EXPECT_EQ(sources.substr(0, 10), expected.substr(0, 10));
  EXPECT_EQ(sources.substr(sources.size() - 10), expected.substr(expected.size() - 10));
  EXPECT_GT(sources.size(), expected.size() / 2);  // code blocks and tables are left out
}

TEST_P(SessionTest, BytesOneByOneGiveTheSameText) {
  const std::string name = GetParam();
  const std::vector<std::string> args = {"speak", "-q", "--translator", "none", "--voice", "none"};
  const std::string stream = content_of(session_file(name + ".jsonl"));
  Program program(args);
  for (const char& byte : stream) ASSERT_TRUE(program.write({&byte, 1}));
  const Outcome dribbled = program.finish();
  EXPECT_EQ(dribbled.code, 0) << dribbled.err;
  EXPECT_EQ(dribbled.out, run(args, stream).out);
}

TEST_P(SessionTest, ItIsSpokenInJapanese) {
  const std::string name = GetParam();
  const sotto::testing::TemporaryFolder folder;
  const std::string wav = (folder / "talk.wav").string();
  const std::string times = (folder / "times.jsonl").string();
  const Outcome outcome = run({"speak", "--to", "ja", "--output", wav, "--text", "--timings", times,
                               session_file(name + ".jsonl")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::vector<std::string> texts = lines_of(outcome.out);
  ASSERT_FALSE(texts.empty());
  EXPECT_THAT(outcome.err, HasSubstr("text ready to first audio"));

  const std::vector<json> lines = json_lines(times);
  ASSERT_EQ(lines.size(), texts.size() + 1);
  double audio_ms = 0, last = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    const json& line = lines[i];
    EXPECT_EQ(line["id"], i);
    EXPECT_EQ(texts[i].substr(0, texts[i].find('\t')), line["source"].get<std::string>());
    EXPECT_EQ(line["heard"], true) << texts[i];
    EXPECT_GE(line["at_ms"]["first_audio"], last);
    last = line["at_ms"]["last_audio"];
    EXPECT_GE(line["work_to_first_audio_ms"], 0);
    audio_ms += line["audio_ms"].get<double>();
  }
  EXPECT_EQ(lines.back()["summary"], true);
  EXPECT_EQ(lines.back()["utterances"], texts.size());
  const Sound sound = sound_of(wav);
  EXPECT_GT(sound.seconds, 0.9 * audio_ms / 1000);
  EXPECT_GT(sound.seconds, 0.5 * static_cast<double>(texts.size()));
  EXPECT_GT(sound.loudest, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Cli, SessionTest,
                         ::testing::Values("login_fix", "long_answer", "rough_stream",
                                           "snapshot_only"),
                         [](const auto& info) { return std::string(info.param); });

TEST(SpeakTest, RawSoundGoesToStandardOutputAndTextToStandardError) {
  const Outcome outcome =
      run({"speak", "-q", "--translator", "none", "--voice", "espeak-ng", "-o", "-", "--text"},
          "One test failed.");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "One test failed.\tOne test failed.\n");
  EXPECT_GT(outcome.out.size(), 10000u);
  EXPECT_EQ(outcome.out.size() % 2, 0u);
}

TEST(SpeakTest, AMissingTranslatorIsReplacedByTheNextOne) {
  const Outcome outcome =
      run({"speak", "-q", "--to", "ja", "--translator", "no-such-model,none", "--voice", "none"},
          "One test failed.");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "One test failed.\tOne test failed.\n");
}

TEST(SpeakTest, WhatIsHeardIsInTheRegisterThatIsWanted) {
  const auto said = [](const char* name) {
    const Outcome outcome =
        run({"speak", "-q", "--to", "ja", "--voice", "none", "--register", name},
            "All 42 tests pass now.");
    EXPECT_THAT(outcome.out, ::testing::EndsWith("。\n")) << outcome.err;
    return outcome.out;
  };
  const auto polite = ::testing::MatchesRegex("[^\n]+(ます|ました)。\n");
  EXPECT_THAT(said("polite"), polite);
  EXPECT_THAT(said("plain"), ::testing::Not(polite));
}

TEST(SpeakTest, TheFirstSentenceIsShownBeforeTheStreamEnds) {
  Program program({"speak", "-q", "--translator", "none", "--voice", "none"});
  ASSERT_TRUE(program.write("One test failed. Let me look"));
  EXPECT_TRUE(program.wait_for_output("One test failed.\tOne test failed.\n"));
  ASSERT_TRUE(program.write(" at it.\n"));
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.out,
            "One test failed.\tOne test failed.\nLet me look at it.\tLet me look at it.\n");
}

TEST(SpeakTest, AListenerWhoIsSlowSlowsTheStream) {
  Program program({"speak", "-q", "--translator", "none", "--voice", "espeak-ng", "-o", "-"});
  // Nobody reads the sound, so the program must stop reading: of 4 MB of text it takes what its
  // pipes and its few queued sentences hold.
  std::string text;
  while (text.size() < (size_t{4} << 20)) text += "Another sentence that will be spoken.\n\n";
  EXPECT_FALSE(program.write(text, milliseconds(3000)));
  EXPECT_LT(program.written(), size_t{1} << 20);
  program.close_output();
  EXPECT_EQ(program.finish(milliseconds(20000)).code, 0);
}

// The time between Ctrl-C and the end; the best of three, for a machine that others use too.
milliseconds time_to_stop(const std::vector<std::string>& args, const std::string& stream,
                          int signal, int expected_code) {
  milliseconds best = milliseconds::max();
  for (int attempt = 0; attempt < 3; ++attempt) {
    Program program(args);
    EXPECT_TRUE(program.write(stream, milliseconds(3000)) || program.written() > 0);
    EXPECT_TRUE(program.wait_for_output("\n"));
    const auto begin = std::chrono::steady_clock::now();
    program.signal(signal);
    // The input stays open: the program must not need its end.
    const Outcome outcome = program.finish_with_open_input(milliseconds(20000));
    best = std::min(
        best, std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin));
    EXPECT_EQ(outcome.code, expected_code) << outcome.err;
  }
  return best;
}

TEST(StopTest, CtrlCEndsARunThatWaitsForInput) {
  const sotto::testing::TemporaryFolder folder;
  const std::string wav = (folder / "talk.wav").string();
  const auto took = time_to_stop(
      {"speak", "-q", "--translator", "none", "--voice", "espeak-ng", "-o", wav, "--text"},
      "One test failed. And now", SIGINT, 130);
  EXPECT_LT(took, milliseconds(200));
  EXPECT_GE(sound_of(wav).seconds, 0);  // whole as far as it goes: libsndfile opens it
}

TEST(StopTest, CtrlCEndsARunInTheMiddleOfItsSound) {
  std::string text = "One test failed.\n\n";
  for (int i = 0; i < 200; ++i) text += "This sentence is spoken while the signal comes.\n\n";
  const sotto::testing::TemporaryFolder folder;
  const auto took = time_to_stop({"speak", "-q", "--translator", "none", "--voice", "espeak-ng",
                                  "-o", (folder / "talk.wav").string(), "--text"},
                                 text, SIGINT, 130);
  EXPECT_LT(took, milliseconds(200));
}

TEST(StopTest, ATermSignalHasItsOwnCode) {
  const auto took = time_to_stop({"speak", "-q", "--translator", "none", "--voice", "none"},
                                 "One test failed. And now", SIGTERM, 143);
  EXPECT_LT(took, milliseconds(200));
}

}  // namespace
}  // namespace sotto::cli::speak_test
