// What decoding costs on a device that is far from the host: evaluations, what goes there, memory.
#ifdef SOTTO_MLX
#include <gtest/gtest.h>

#include "device_mlx/mlx_memory.h"
#include "models/backends.h"
#include "models/nllb_golden.h"

namespace sotto::models::nllb::testing::nllb_mlx_test {
namespace {

namespace mlx = device::mlx;

// Greedy: one evaluation, and a token's number.
TEST(NllbMlx, AStepIsOneEvaluationAndUploadsTokens) {
  const auto model = load(goldens().folder, kAsStored, sotto::testing::kMlx);
  Session session(model);
  const Ids source = goldens().cases.at("cases").at(0).at("src_ids");
  session.start(std::vector<Ids>{source}, 1);
  session.step(Ids{source.front()});
  for (int step = 0; step < 20; ++step) {
    const auto before = mlx::traffic();
    session.step(Ids{source.front()});
    EXPECT_EQ(mlx::traffic().evaluations, before.evaluations + 1);
    EXPECT_EQ(mlx::traffic().uploads, before.uploads + 1);
    EXPECT_EQ(mlx::traffic().uploaded_bytes, before.uploaded_bytes + 4);
  }
}

TEST(NllbMlx, MemoryIsTheSameAfterTenThousandSteps) {
  const auto model = load(goldens().folder, kAsStored, sotto::testing::kMlx);
  Session session(model);
  const Ids source = goldens().cases.at("cases").at(0).at("src_ids");
  constexpr int kSteps = 50, kSentences = 200;
  size_t first = 0;
  for (int sentence = 0; sentence < kSentences; ++sentence) {
    session.start(std::vector<Ids>{source}, 1);
    for (int step = 0; step < kSteps; ++step) session.step(Ids{source.front()});
    if (sentence == 2) first = mlx::mx::get_active_memory();
  }
  EXPECT_EQ(mlx::mx::get_active_memory(), first);
}

}  // namespace
}  // namespace sotto::models::nllb::testing::nllb_mlx_test
#endif
