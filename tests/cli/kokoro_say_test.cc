// Kokoro through the program itself, with the small random model: which sound may begin early.
#include <gtest/gtest.h>

#include "base/temporary_folder.h"
#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::kokoro_say_test {
namespace {

namespace fs = std::filesystem;
using sotto::testing::golden_text;

constexpr size_t kHeader = 44;

class KokoroSayTest : public ::testing::Test {
 protected:
  struct Said {
    std::string samples, log;
    // What the log says: it has thought about beginning early, and has done so.
    bool is_paced() const { return log.find("% come first") != std::string::npos; }
    bool has_begun() const { return log.find("kokoro: begins with") != std::string::npos; }
  };

  void SetUp() override {
    const Said whole = to_file({});
    if (whole.samples.empty()) GTEST_SKIP() << whole.log;  // nothing that reads Japanese
    whole_ = whole.samples;
    EXPECT_FALSE(whole.is_paced());
  }

  static std::vector<std::string> say(std::vector<std::string> more, const std::string& output) {
    std::vector<std::string> args = {"--verbose",
                                     "say",
                                     "テストは全部通りました。",
                                     "--language",
                                     "ja",
                                     "--voice",
                                     "kokoro",
                                     "--voice-model",
                                     sotto::testing::golden_folder("kokoro"),
                                     "-o",
                                     output};
    args.insert(args.end(), more.begin(), more.end());
    return args;
  }
  Said to_file(std::vector<std::string> more) const {
    const fs::path wav = folder_ / "a.wav";
    const Outcome said = run(say(std::move(more), wav));
    return {said.code == 0 ? golden_text(wav).substr(kHeader) : "", said.err};
  }
  static Said to_pipe(std::vector<std::string> more) {
    const Outcome said = run(say(std::move(more), "-"));
    EXPECT_EQ(said.code, 0) << said.err;
    return {said.out, said.err};
  }

  // What comes early differs from the whole, in its first half alone.
  void expect_opening(const std::string& sound) const {
    ASSERT_EQ(sound.size(), whole_.size());
    EXPECT_NE(sound, whole_);
    EXPECT_EQ(sound.substr(sound.size() / 2), whole_.substr(sound.size() / 2));
  }
  // On a machine that is too slow for it just now that is the whole.
  void expect_paced(const Said& said) const {
    EXPECT_TRUE(said.is_paced()) << said.log;
    if (said.has_begun())
      expect_opening(said.samples);
    else
      EXPECT_EQ(said.samples, whole_);
  }

  const sotto::testing::TemporaryFolder folder_;
  std::string whole_;
};

TEST_F(KokoroSayTest, SoundThroughAPipeBeginsEarly) { expect_paced(to_pipe({})); }

TEST_F(KokoroSayTest, SoundInAFileBeginsEarlyOnlyWhereThatIsAsked) {
  expect_paced(to_file({"--first-part", "auto"}));
  expect_opening(to_file({"--first-part", "0.2"}).samples);
}

TEST_F(KokoroSayTest, ASeedIsOneSoundAndSoIsNoFirstPart) {
  for (const char* flag : {"--seed", "--first-part"}) {
    const Said said = to_pipe({flag, "0"});
    EXPECT_EQ(said.samples, whole_) << flag;
    EXPECT_FALSE(said.is_paced()) << flag;
  }
}

}  // namespace
}  // namespace sotto::cli::kokoro_say_test
