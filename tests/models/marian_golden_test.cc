// The network against the reference (transformers, float32), once for each kernel variant that this
// processor runs. Every dimension and case comes from the golden files.
#include <gtest/gtest.h>

#include "models/marian/positions.h"
#include "models/marian_golden.h"
#include "models/seq2seq_golden_checks.h"

namespace sotto::models::marian::testing::marian_golden_test {
namespace {

using nlohmann::json;

// Measured here, portable and AVX2: up to 11.2; the tolerance is three times that, for checkpoints that are wider.
constexpr double kUnits = 32;

models::testing::Seq2SeqGoldenChecks checks() { return {goldens(), kUnits}; }

class MarianGoldenTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    model_ = load(goldens().folder, kAsStored, GetParam());
  }

  std::shared_ptr<const Model> model_;
};

TEST_P(MarianGoldenTest, EncoderOutputs) { checks().encoder_outputs(model_); }

TEST_P(MarianGoldenTest, TeacherForcedLogits) { checks().teacher_forced_logits(model_); }

TEST_P(MarianGoldenTest, EveryLayerOfTheTracedCase) {
  // Of both sides: embed, and of each layer its output, its attentions and the norms behind them.
  const Config& config = model_->config();
  checks().every_layer_of_the_traced_case(
      model_, 2 + 3 * config.encoder_layers + 5 * config.decoder_layers);
}

TEST_P(MarianGoldenTest, RowsOfABatchAreThoseOfSingleSources) {
  checks().rows_of_a_batch_are_those_of_single_sources(model_);
}

INSTANTIATE_TEST_SUITE_P(Cpu, MarianGoldenTest, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

TEST(MarianGolden, Positions) {
  checks().positions([](int p, int d) {
    std::vector<float> found(static_cast<size_t>(d));
    positions(d)(p, found);
    return found;
  });
}

TEST(MarianGolden, PytorchFileGivesTheSameBits) {
  checks().pytorch_file_gives_the_same_bits(
      [](const std::filesystem::path& path) { return load(path, kAsStored); });
}

TEST(MarianGolden, TokensAtOnceGiveTheLogitsOfSingleSteps) {
  const auto model = load(goldens().folder, kAsStored);
  Session one(model), all(model);
  const auto& c = goldens().cases.at("cases").at(0);
  const Ids source = c.at("src_ids").get<Ids>(), tokens = {model->config().decoder_start, 5, 7, 9};
  one.start(std::vector<Ids>{source}, 1);
  const std::vector<float> steps = decode(one, tokens);
  all.start(std::vector<Ids>{source}, 1);
  for (int times = 0; times < 2; ++times) {  // what was taken back leaves no trace
    const auto together = all.extend(tokens);
    EXPECT_EQ(std::vector<float>(together.begin(), together.end()), steps);
    all.forget(static_cast<int>(tokens.size()));
  }
}

}  // namespace
}  // namespace sotto::models::marian::testing::marian_golden_test
