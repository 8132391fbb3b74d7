// What sessions have said.
#include "speaker/spoken_history.h"

#include <gmock/gmock.h>

namespace sotto::speaker::spoken_history_test {
namespace {

const SpokenHistory::Time kNow{std::chrono::hours(1)};

TEST(SpokenHistory, KnowsWhatWasSaidInPieces) {
  SpokenHistory said;
  said.note("a", "m", "All tests ", kNow);
  said.note("a", "m", "pass.\n", kNow);
  EXPECT_TRUE(said.is_repetition("a", "All tests pass.", kNow));
  EXPECT_TRUE(said.is_repetition("a", "tests\npass.", kNow));
  EXPECT_FALSE(said.is_repetition("a", "All tests", kNow));
  EXPECT_FALSE(said.is_repetition("b", "All tests pass.", kNow));
  EXPECT_FALSE(said.is_repetition("a", " ", kNow));
  said.note("a", "n", "It is small.", kNow);
  EXPECT_TRUE(said.is_repetition("a", "All tests pass. It is small.", kNow));
  EXPECT_TRUE(said.is_repetition("a", "It is small.", kNow));
}

TEST(SpokenHistory, ForgetsWhatWasNotHeard) {
  SpokenHistory said;
  said.note("a", "m", "All tests pass.", kNow);
  said.note("a", "n", "It is small.", kNow);
  said.forget("a", "n");
  EXPECT_FALSE(said.is_repetition("a", "It is small.", kNow));
  EXPECT_TRUE(said.is_repetition("a", "All tests pass.", kNow));
}

TEST(SpokenHistory, TheSameWordsAreNewOnesWhenTheTurnHasEnded) {
  SpokenHistory said;
  said.note("a", "m", "Done.", kNow);
  EXPECT_TRUE(said.is_repetition("a", "Done.", kNow));
  said.end_turn("a", kNow);
  EXPECT_TRUE(said.is_repetition("a", "Done.", kNow + std::chrono::seconds(1)));  // came twice
  EXPECT_FALSE(said.is_repetition("a", "Done.", kNow + std::chrono::seconds(11)));
}

TEST(SpokenHistory, RemembersSoManyStreamsOnly) {
  SpokenHistory said;
  for (int i = 0; i < 1000; ++i) said.note("a", std::to_string(i), "x", kNow);
  for (int i = 0; i < 1000; ++i) said.note("a", "empty" + std::to_string(i), " ", kNow);
  EXPECT_TRUE(said.is_repetition("a", std::string(256, 'x'), kNow));
  EXPECT_FALSE(said.is_repetition("a", std::string(257, 'x'), kNow));
}

TEST(SpokenHistory, ForgetsWhatIsLongAgo) {
  const std::string most = "Begin." + std::string(65'530, 'x');
  SpokenHistory said;
  said.note("a", "m", most, kNow);
  EXPECT_TRUE(said.is_repetition("a", most, kNow));
  said.note("a", "m", "yyy", kNow);
  EXPECT_FALSE(said.is_repetition("a", most + "yyy", kNow));
  for (int i = 0; i < 300; ++i) said.note(std::to_string(i), "m", "Hello.", kNow);
  EXPECT_FALSE(said.is_repetition("a", "yyy", kNow));
  EXPECT_TRUE(said.is_repetition("299", "Hello.", kNow));  // the newest stay
  EXPECT_TRUE(said.is_repetition("60", "Hello.", kNow));
}

}  // namespace
}  // namespace sotto::speaker::spoken_history_test
