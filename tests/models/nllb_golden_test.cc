// The network against the reference (transformers, float32), once for each kernel variant that this
// processor runs. Every dimension and case comes from the golden files.
#include <gtest/gtest.h>

#include "models/nllb_golden.h"
#include "models/seq2seq_golden_checks.h"
#include "nn/positions.h"

namespace sotto::models::nllb::testing::nllb_golden_test {
namespace {

using nlohmann::json;

// Measured here, portable and AVX2: up to 8.3; the tolerance is four times that, for checkpoints that are wider.
constexpr double kUnits = 32;

models::testing::Seq2SeqGoldenChecks checks() { return {goldens(), kUnits}; }

class NllbGoldenTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    model_ = load(goldens().folder, kAsStored, GetParam());
  }

  std::shared_ptr<const Model> model_;
};

TEST_P(NllbGoldenTest, EncoderOutputs) { checks().encoder_outputs(model_); }

TEST_P(NllbGoldenTest, TeacherForcedLogits) { checks().teacher_forced_logits(model_); }

TEST_P(NllbGoldenTest, EveryLayerOfTheTracedCase) {
  // Of both sides: embed, final, and of each layer its output and its attentions.
  const Config& config = model_->config();
  checks().every_layer_of_the_traced_case(
      model_, 4 + 2 * config.encoder_layers + 3 * config.decoder_layers);
}

TEST_P(NllbGoldenTest, RowsOfABatchAreThoseOfSingleSources) {
  checks().rows_of_a_batch_are_those_of_single_sources(model_);
}

// For a step's logits, and for nothing else; nor does anything go there.
TEST_P(NllbGoldenTest, AStepWaitsForTheDeviceOnce) {
  const auto* checking = dynamic_cast<const sotto::testing::CheckingBackend*>(&model_->backend());
  if (checking == nullptr) GTEST_SKIP() << "counts nothing";
  Session session(model_);
  const json& c = goldens().cases.at("cases").at(0);
  const Ids source = c.at("src_ids");
  session.start(std::vector<Ids>{source}, 4);
  for (int step = 0; step < 5; ++step) {
    const auto before = checking->counts();
    session.step(Ids(4, source.front()));
    EXPECT_EQ(checking->counts().waits, before.waits + 1);
    EXPECT_EQ(checking->counts().uploads, before.uploads);
    session.select(Ids{1, 1, 0, 3});
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, NllbGoldenTest, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

TEST(NllbGolden, Positions) {
  const auto device = sotto::testing::open_backend("")->open();
  const int pad = goldens().cases.at("meta").at("special_ids").at("pad");
  checks().positions([&](int p, int d) {
    nn::PositionTable positions(*device, d, nn::fairseq_positions(d, pad));
    const auto found = device->read(positions.rows(p).part(p, 1));
    return std::vector<float>(found.begin(), found.end());
  });
}

TEST(NllbGolden, PytorchFileGivesTheSameBits) {
  checks().pytorch_file_gives_the_same_bits(
      [](const std::filesystem::path& path) { return load(path, kAsStored); });
}

}  // namespace
}  // namespace sotto::models::nllb::testing::nllb_golden_test
