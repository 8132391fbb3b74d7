#include "translate/lexicon.h"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "checkpoint/files.h"

namespace sotto::translate::lexicon_test {
namespace {

using checkpoint::TemporaryFolder;

template <class T>
void append(std::string& bytes, const std::vector<T>& values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

// Three ids: 0 stands for 1 (0.5) and 2 (0.25), 1 for nothing, 2 for 0 (1.0); no id for 2 (0.125).
std::string table(const std::vector<int>& offsets = {0, 2, 2, 3, 4}) {
  std::string data;
  append(data, offsets);
  append<int>(data, {1, 2, 0, 2});
  append<float>(data, {0.5f, 0.25f, 1.0f, 0.125f});
  const auto at = [&](size_t begin, size_t n) {
    return "[" + std::to_string(begin) + "," + std::to_string(begin + 4 * n) + "]";
  };
  const size_t n = offsets.size();
  const std::string header =
      R"({"offsets":{"dtype":"I32","shape":[)" + std::to_string(n) + R"(],"data_offsets":)" +
      at(0, n) + R"(},"pieces":{"dtype":"I32","shape":[4],"data_offsets":)" + at(4 * n, 4) +
      R"(},"probabilities":{"dtype":"F32","shape":[4],"data_offsets":)" + at(4 * n + 16, 4) + "}}";
  return checkpoint::safetensors_file(header, data);
}

TEST(LexiconTest, AScoreIsTheMeanLogProbabilityOfTheSource) {
  const TemporaryFolder folder;
  const auto lexicon = Lexicon::load(folder.write("l.safetensors", table()), 3);
  ASSERT_TRUE(lexicon) << lexicon.error().message;
  const auto score = [&](std::vector<int> source, std::vector<int> target) {
    return (*lexicon)->score(source, target).logprob;
  };
  EXPECT_NEAR(score({1}, {0}), std::log(0.5 / 2), 1e-6);
  EXPECT_NEAR(score({2}, {0, 0}), std::log((0.25 + 0.25 + 0.125) / 3), 1e-6);
  EXPECT_NEAR(score({0, 2}, {2}), (std::log(1.0 / 2) + std::log(0.125 / 2)) / 2, 1e-6);
  EXPECT_NEAR(score({1}, {2}), std::log(1e-4), 1e-6) << "what nothing explains";
  EXPECT_NEAR(score({2}, {}), std::log(0.125), 1e-6);
  EXPECT_EQ(score({}, {0}), 0);
}

TEST(LexiconTest, CoverageDoesNotFallAsTheTargetGrows) {
  const TemporaryFolder folder;
  const auto lexicon = Lexicon::load(folder.write("l.safetensors", table()), 3);
  ASSERT_TRUE(lexicon) << lexicon.error().message;
  const auto coverage = [&](std::vector<int> source, std::vector<int> target) {
    return (*lexicon)->score(source, target).coverage;
  };
  EXPECT_NEAR(coverage({1}, {0}), std::log(0.5), 1e-6);
  EXPECT_NEAR(coverage({1}, {0, 1, 1, 1}), std::log(0.5), 1e-6);
  EXPECT_NEAR(coverage({0, 2}, {2}), (std::log(1.0) + std::log(0.125)) / 2, 1e-6);
  EXPECT_NEAR(coverage({1}, {2}), std::log(1e-4), 1e-6) << "what nothing explains";
  EXPECT_EQ(coverage({}, {0}), 0);
}

TEST(LexiconTest, ABrokenTableIsRefused) {
  const TemporaryFolder folder;
  const auto error = [&](const std::vector<int>& offsets, int vocab_size) {
    const auto lexicon = Lexicon::load(folder.write("l.safetensors", table(offsets)), vocab_size);
    return lexicon ? "" : lexicon.error().message;
  };
  EXPECT_EQ(error({0, 2, 2, 3, 4}, 3), "");
  for (const std::vector<int>& offsets :
       {std::vector<int>{0, 2, 1, 3, 4}, {1, 2, 2, 3, 4}, {0, 2, 2, 3, 5}, {0, 2, 3, 4}})
    EXPECT_THAT(error(offsets, 3), ::testing::HasSubstr("offsets are not those of 4 rows with 4"));
  EXPECT_THAT(error({0, 2, 2, 3, 4}, 4), ::testing::HasSubstr("of 5 rows"));
}

}  // namespace
}  // namespace sotto::translate::lexicon_test
