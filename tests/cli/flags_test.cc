// Flag > environment > file > default, and what the small verbs print.
#include <gmock/gmock.h>

#include <fstream>

#include "cli/program.h"

namespace sotto::cli::flags_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class ConfigTest : public ::testing::Test {
 protected:
  // The error of an unknown language names it: so it shows which --to was taken.
  std::string language_taken(const std::string& config, std::vector<std::string> args,
                             std::map<std::string, std::string> env) {
    std::ofstream(folder_ / "config.toml") << config;
    env["SOTTO_CONFIG"] = (folder_ / "config.toml").string();
    args.insert(args.begin(), "speak");
    const Outcome outcome = run(args, "Hello.", env);
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  }

  sotto::testing::TemporaryFolder folder_;
};

// One release long: `--events` and `--rate` meant two things each.
TEST_F(ConfigTest, OldNamesAreUnderstoodButNotShown) {
  const auto refused = [&](std::vector<std::string> args, std::map<std::string, std::string> env,
                           const std::string& config) {
    args.insert(args.end(), {"--to", "ja"});
    return language_taken(config, args, env);
  };
  EXPECT_THAT(refused({"--rate", "9"}, {}, ""), HasSubstr("--speed"));
  EXPECT_THAT(refused({}, {{"SOTTO_RATE", "9"}}, ""), HasSubstr("--speed: Value 9"));
  EXPECT_THAT(refused({}, {{"SOTTO_RATE", "9"}, {"SOTTO_SPEED", "8"}}, ""),
              HasSubstr("--speed: Value 8"));
  EXPECT_THAT(refused({}, {}, "rate = 9"), HasSubstr("--speed"));
  EXPECT_THAT(refused({"--events", "morse"}, {}, ""), HasSubstr("--input-format"));
  EXPECT_THAT(refused({"--quant", "q7"}, {}, ""), HasSubstr("q7"));
  const std::string help = run({"speak", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("--input-format"));
  for (const char* old : {"--events", "--rate", "--quant"})
    EXPECT_THAT(help, ::testing::Not(HasSubstr(old)));
}

TEST_F(ConfigTest, FlagThenEnvironmentThenSectionThenTopThenDefault) {
  const std::string both = "to = \"from-top\"\n[speak]\nto = \"from-section\"\n";
  EXPECT_THAT(language_taken(both, {"--to", "from-flag"}, {{"SOTTO_TO", "from-env"}}),
              HasSubstr("from-flag"));
  EXPECT_THAT(language_taken(both, {}, {{"SOTTO_TO", "from-env"}}), HasSubstr("from-env"));
  EXPECT_THAT(language_taken(both, {}, {}), HasSubstr("from-section"));
  EXPECT_THAT(language_taken("to = \"from-top\"\n[say]\nto = \"other\"\n", {}, {}),
              HasSubstr("from-top"));
  EXPECT_THAT(language_taken("", {}, {}), HasSubstr("--to is missing"));
}

TEST_F(ConfigTest, ErrorsNameFileLineAndKey) {
  EXPECT_THAT(language_taken("# mine\ntongue = \"ja\"\n", {}, {}),
              HasSubstr("config.toml:2: unknown key `tongue`"));
  EXPECT_THAT(language_taken("[speak]\n\ntongue = \"ja\"\n", {}, {}),
              HasSubstr("config.toml:3: unknown key `tongue` in [speak]"));
  EXPECT_THAT(language_taken("[sing]\nto = \"ja\"\n", {}, {}),
              HasSubstr("config.toml:1: [sing] is not a verb"));
  EXPECT_THAT(language_taken("to = [\n", {}, {}), HasSubstr("config.toml:"));
  EXPECT_THAT(language_taken("[speak]\nrate = \"fast\"\n", {}, {}), HasSubstr("config.toml:2: "));
  EXPECT_THAT(language_taken("[speak]\nto = { a = 1 }\n", {}, {}),
              HasSubstr("`to` must be a string"));
}

TEST_F(ConfigTest, KeysTakeEitherSpellingAndAnyType) {
  std::ofstream(folder_ / "config.toml") << "quiet = true\n"
                                            "translator = [\"no-such-model\", \"none\"]\n"
                                            "[speak]\n"
                                            "to = \"ja\"\n"
                                            "voice = \"none\"\n"
                                            "sentence_silence = 1\n"
                                            "speak-thinking = false\n";
  const Outcome outcome =
      run({"speak"}, "Hello.", {{"SOTTO_CONFIG", (folder_ / "config.toml").string()}});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "Hello.\tHello.\n");
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_F(ConfigTest, TheEnvironmentSaysWhereModelsAreAndThatNothingIsKept) {
  const std::filesystem::path cache = folder_ / "cache";
  std::filesystem::create_directory_symlink(shipped_model("narrator-en-ja"), folder_ / "ours");
  std::map<std::string, std::string> env = {{"SOTTO_MODELS_DIR", folder_.path().string()},
                                            {"SOTTO_CACHE", "off"},
                                            {"XDG_CACHE_HOME", cache.string()}};
  const std::vector<std::string> translate = {"translate", "--to", "ja", "--model", "ours"};
  const Outcome outcome = run(translate, "All tests pass now.\n", env);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("テスト"));
  EXPECT_FALSE(std::filesystem::exists(cache));
  env.erase("SOTTO_MODELS_DIR");
  EXPECT_THAT(run(translate, "All tests pass now.\n", env).err, HasSubstr("no model \"ours\""));
}

// A file may name the translator's model for all verbs that have one; a voice's is another key.
TEST_F(ConfigTest, TheModelOfAVoiceHasAKeyOfItsOwn) {
  const auto say = [&](const std::string& config, std::map<std::string, std::string> env = {}) {
    std::ofstream(folder_ / "config.toml") << config;
    env["SOTTO_CONFIG"] = (folder_ / "config.toml").string();
    return run({"say", "Hello.", "--voice", "pocket-tts", "-o", folder_ / "out.wav"}, "", env).err;
  };
  EXPECT_THAT(say("voice_model = \"/no/voice.yaml\"\nmodel = \"/no/translator\"\n"),
              HasSubstr("/no/voice.yaml"));
  EXPECT_THAT(say("", {{"SOTTO_VOICE_MODEL", "/no/voice.yaml"}, {"SOTTO_MODEL", "/no/translator"}}),
              HasSubstr("/no/voice.yaml"));
  EXPECT_THAT(say("[say]\nmodel = \"/no/voice.yaml\"\n"),
              HasSubstr("config.toml:2: --model: is the model of a translator; that of a voice is "
                        "--voice-model"));
}

TEST(FlagsTest, ModelIsTheTranslatorsInEveryVerb) {
  const std::vector<std::vector<std::string>> verbs = {{"say", "Hello."},
                                                       {"speak"},
                                                       {"serve"},
                                                       {"bench", "say"},
                                                       {"voice", "add", "me", "/dev/null"}};
  for (std::vector<std::string> args : verbs) {
    std::vector<std::string> help = args;
    help.emplace_back("--help");
    EXPECT_THAT(run(help).out, ::testing::Not(HasSubstr("--model"))) << args[0];
    args.insert(args.end(), {"--model", "english.yaml"});
    const Outcome outcome = run(args);
    EXPECT_EQ(outcome.code, 2) << args[0];
    EXPECT_THAT(outcome.err, HasSubstr("--model: is the model of a translator; that of a voice is "
                                       "--voice-model"))
        << args[0];
  }
  EXPECT_THAT(run({"translate", "--help"}).out, HasSubstr("--model"));
}

TEST_F(ConfigTest, AFileThatWasNamedMustBeThere) {
  const Outcome outcome = run({"models", "--config", (folder_ / "none.toml").string()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("none.toml: cannot open"));
}

TEST(FlagsTest, BothSpellingsAreUnderstood) {
  for (const char* flag : {"--sentence-silence", "--sentence_silence"}) {
    const Outcome outcome =
        run({"speak", "-q", "--translator", "none", "--voice", "none", flag, "1"}, "Hello.");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }
}

TEST(FlagsTest, EveryVerbHasHelpWithExamples) {
  for (const char* verb : {"speak", "translate", "say", "voices", "models", "info", "replay"}) {
    const Outcome outcome = run({verb, "--help"});
    EXPECT_EQ(outcome.code, 0) << verb;
    EXPECT_THAT(outcome.out, HasSubstr("Examples:")) << verb;
    EXPECT_THAT(outcome.out, HasSubstr(std::string("sotto ") + verb)) << verb;
    EXPECT_THAT(outcome.err, IsEmpty()) << verb;
  }
  EXPECT_THAT(run({"--help"}).out, HasSubstr("speak"));
}

TEST(FlagsTest, TheVersionIsAResult) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "sotto " SOTTO_VERSION "\n");
}

TEST(ListsTest, VoicesModelsAndInfo) {
  const Outcome voices = run({"voices"});
  EXPECT_EQ(voices.code, 0) << voices.err;
  EXPECT_THAT(voices.out, StartsWith("name"));
  EXPECT_THAT(voices.out, HasSubstr("espeak-ng"));
  const Outcome models = run({"models"});
  EXPECT_EQ(models.code, 0) << models.err;
  EXPECT_THAT(models.out, HasSubstr("narrator-en-ja"));
  const Outcome info = run({"info", "--threads", "1"}, "", {{"SOTTO_CPU", "portable"}});
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_THAT(info.out, HasSubstr("portable"));
  EXPECT_THAT(info.out, HasSubstr("GB/s"));
}

TEST(ReplayTest, LinesComeAtTheirRate) {
  const Outcome outcome = run({"replay", "-", "--rate", "20"}, "one\ntwo\n\nfour");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "one\ntwo\n\nfour\n");
  EXPECT_GE(outcome.took, milliseconds(140));  // three times 50 ms lie between four lines
}

TEST(SayTest, ATextBecomesAFile) {
  const sotto::testing::TemporaryFolder folder;
  const std::string wav = (folder / "hello.wav").string();
  const Outcome outcome = run({"say", "-q", "Hello.", "--voice", "espeak-ng", "-o", wav});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_GT(std::filesystem::file_size(wav), 5000u);
}

}  // namespace
}  // namespace sotto::cli::flags_test
