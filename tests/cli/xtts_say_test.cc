// XTTS through the program itself, with the small random model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temporary_folder.h"
#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::xtts_say_test {
namespace {

using sotto::testing::golden_text;
using ::testing::HasSubstr;

constexpr size_t kHeader = 44, kBytesARow = 256 * 2;

TEST(XttsSayTest, TextBecomesASoundFile) {
  const auto model = sotto::testing::golden_folder("xtts");
  const sotto::testing::TemporaryFolder out;
  const auto wav = out / "a.wav";
  const Outcome said = run(
      {"say", "Hello world.", "--voice", "xtts", "--voice-model", model, "--seed", "5", "-o", wav});
  ASSERT_EQ(said.code, 0) << said.err;
  const std::string bytes = golden_text(wav);
  ASSERT_GT(bytes.size(), kHeader);
  EXPECT_EQ((bytes.size() - kHeader) % kBytesARow, 0u);
}

TEST(XttsSayTest, VoicesSaysWhereToGetIt) {
  const Outcome voices = run({"voices"});
  ASSERT_EQ(voices.code, 0) << voices.err;
  EXPECT_THAT(voices.out, HasSubstr("xtts"));
}

}  // namespace
}  // namespace sotto::cli::xtts_say_test
