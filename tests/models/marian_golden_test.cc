// The network against the reference (transformers, float32), once for each kernel variant that this
// processor runs. Every dimension and case comes from the golden files.
#include <gtest/gtest.h>

#include "models/golden_compare.h"
#include "models/marian/positions.h"
#include "models/marian_golden.h"

namespace sotto::models::marian::testing::marian_golden_test {
namespace {

using namespace sotto::models::testing;
using nlohmann::json;

// Float sums in another order differ in proportion to the largest numbers they add up, so errors
// are counted in units of 2^-24 times the largest number of a tensor. Measured here, portable and
// AVX2: up to 11.2; the tolerance is three times that, for checkpoints that are wider.
constexpr double kUnits = 32;

class MarianGoldenTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    model_ = load(goldens().folder, kAsStored, GetParam());
  }

  std::shared_ptr<const Model> model_;
};

TEST_P(MarianGoldenTest, EncoderOutputs) {
  Session session(model_);
  const auto d = static_cast<size_t>(model_->config().d_model);
  Worst worst("encoder outputs");
  for (const json& c : goldens().cases.at("cases")) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    if (!c.contains("encoder")) continue;  // longer than the reference takes
    const json& expected = c.at("encoder");
    const std::vector<float> out = encode(session, c.at("src_ids"));
    ASSERT_EQ(out.size(), expected.at("shape").at(0).get<size_t>() * d);
    const std::vector<float> first = row(out, d, 0), last = row(out, d, out.size() / d - 1);
    EXPECT_LE(worst.add(first_error(first, expected.at("first8")), unit_of(out)), kUnits);
    EXPECT_LE(worst.add(first_error(last, expected.at("last_row_first8")), unit_of(out)), kUnits);
    expect_norm(out, expected.at("l2norm"), kUnits);
    if (expected.contains("tensor")) {
      const double error = largest_error(out, goldens().tensors.f32(expected.at("tensor")));
      EXPECT_LE(worst.add(error, unit_of(out)), kUnits);
    }
  }
}

TEST_P(MarianGoldenTest, TeacherForcedLogits) {
  Session session(model_);
  const auto vocab = static_cast<size_t>(session.vocab_size());
  Worst worst("logits");
  for (const json& c : goldens().cases.at("cases")) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    if (!c.contains("teacher_forced")) continue;
    const json& expected = c.at("teacher_forced");
    encode(session, c.at("src_ids"));
    const std::vector<float> logits = decode(session, expected.at("decoder_input_ids"));
    const size_t steps = logits.size() / vocab;
    ASSERT_EQ(logits.size(), expected.at("logits_shape").at(0).get<size_t>() * vocab);
    expect_norm(logits, expected.at("logits_l2norm"), kUnits);
    if (expected.contains("tensor")) {
      const double error = largest_error(logits, goldens().tensors.f32(expected.at("tensor")));
      EXPECT_LE(worst.add(error, unit_of(logits)), kUnits);
    }
    const double tolerance = 2 * kUnits * unit_of(logits);  // of a difference of two logits
    for (size_t i = 0; i < steps; ++i) {
      const std::vector<float> at = row(logits, vocab, i);
      const auto argmax = expected.at("argmax").at(i).get<size_t>();
      EXPECT_LE(*std::max_element(at.begin(), at.end()) - at[argmax], tolerance);
      EXPECT_NEAR(log_softmax(at, expected.at("labels").at(i)),
                  expected.at("label_logprobs").at(i).get<double>(), tolerance);
    }
    const double error = first_error(row(logits, vocab, steps - 1), expected.at("last_row_first8"));
    EXPECT_LE(worst.add(error, unit_of(logits)), kUnits);
  }
}

TEST_P(MarianGoldenTest, EveryLayerOfTheTracedCase) {
  Recorder recorder;
  Session session(model_, &recorder);
  const json& c = goldens().find(goldens().cases.at("meta").at("trace_case"));
  encode(session, c.at("src_ids"));
  decode(session, c.at("teacher_forced").at("decoder_input_ids"));
  Worst worst("layers");
  int compared = 0;
  for (const auto& [name, entry] : goldens().tensors.header().items()) {
    constexpr std::string_view kPrefix = "trace.";
    if (!name.starts_with(kPrefix)) continue;
    const std::vector<float> expected = goldens().tensors.f32(name);
    const double error = largest_error(recorder.seen[name.substr(kPrefix.size())], expected);
    EXPECT_LE(worst.add(error, unit_of(expected)), kUnits) << name;
    ++compared;
  }
  // Of both sides: embed, and of each layer its output, its attentions and the norms behind them.
  const Config& config = model_->config();
  EXPECT_EQ(compared, 2 + 3 * config.encoder_layers + 5 * config.decoder_layers);
}

TEST_P(MarianGoldenTest, RowsOfABatchAreThoseOfSingleSources) {
  Session session(model_), single(model_);
  const auto d = static_cast<size_t>(model_->config().d_model);
  for (const json& batch : goldens().cases.at("batches")) {
    const std::vector<Ids> sources = batch.at("input_ids");  // padded, as the reference takes them
    session.start(sources, 1);
    const auto output = session.encoder_output();
    const std::vector<float> all(output.begin(), output.end());
    size_t at = 0;
    const Ids start(sources.size(), model_->config().decoder_start);
    const auto step = session.step(start);
    const std::vector<float> logits(step.begin(), step.end());
    const auto vocab = static_cast<size_t>(session.vocab_size());
    for (size_t s = 0; s < sources.size(); ++s) {
      const std::string id = batch.at("cases").at(s);
      const std::vector<float> out = encode(single, goldens().find(id).at("src_ids"));
      ASSERT_LE(at + out.size(), all.size());
      EXPECT_EQ(out, std::vector<float>(all.begin() + at, all.begin() + at + out.size())) << id;
      EXPECT_EQ(decode(single, {start[s]}), row(logits, vocab, s)) << id;
      at += out.size();
    }
    EXPECT_EQ(at, all.size());
    EXPECT_EQ(at % d, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, MarianGoldenTest, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

TEST(MarianGolden, Positions) {
  const json rows = goldens().cases.at("meta").at("position_rows");
  const std::vector<float> expected = goldens().tensors.f32("positions.rows");
  const size_t d = expected.size() / rows.size();
  const nn::PositionRow position = positions(static_cast<int>(d));
  double worst = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    std::vector<float> found(d);
    position(rows.at(i), found);
    worst = std::max(worst, largest_error(found, row(expected, d, i)));
  }
  // Two implementations of sine: measured one rounding of a number near 1, allowed two.
  EXPECT_LE(worst, 2 * 0x1p-24);
}

TEST(MarianGolden, PytorchFileGivesTheSameBits) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                       ("sotto-marian-golden-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  for (const char* file : {"config.json", "pytorch_model.bin"}) {
    std::filesystem::copy_file(goldens().folder / file, folder / file,
                               std::filesystem::copy_options::overwrite_existing);
  }
  Session torch(load(folder, kAsStored));
  Session safetensors(load(goldens().folder, kAsStored));
  std::filesystem::remove_all(folder);
  for (const json& c : goldens().cases.at("cases")) {
    if (!c.contains("teacher_forced")) continue;
    EXPECT_EQ(encode(torch, c.at("src_ids")), encode(safetensors, c.at("src_ids"))) << c.at("id");
    const Ids tokens = c.at("teacher_forced").at("decoder_input_ids");
    EXPECT_EQ(decode(torch, tokens), decode(safetensors, tokens)) << c.at("id");
  }
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
