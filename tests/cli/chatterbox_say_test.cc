// Chatterbox through the program itself, with the small random model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temporary_folder.h"
#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::chatterbox_say_test {
namespace {

using sotto::testing::golden_text;
using ::testing::HasSubstr;

constexpr size_t kHeader = 44, kBytesAToken = 960 * 2;

TEST(ChatterboxSayTest, TextBecomesASoundFile) {
  const auto model = sotto::testing::golden_folder("chatterbox") / "model";
  const sotto::testing::TemporaryFolder out;
  const auto wav = out / "a.wav";
  const Outcome said =
      run({"say", "Hello world.", "--voice", "chatterbox", "--voice-model", model, "--seed", "5",
           "--exaggeration", "0.7", "--cfg-weight", "0.4", "-o", wav});
  ASSERT_EQ(said.code, 0) << said.err;
  const std::string bytes = golden_text(wav);
  ASSERT_GT(bytes.size(), kHeader);
  EXPECT_EQ((bytes.size() - kHeader) % kBytesAToken, 0u);
}

TEST(ChatterboxSayTest, VoicesSaysWhoMayHaveIt) {
  const Outcome voices = run({"voices"});
  ASSERT_EQ(voices.code, 0) << voices.err;
  EXPECT_THAT(voices.out, HasSubstr("chatterbox"));
}

}  // namespace
}  // namespace sotto::cli::chatterbox_say_test
