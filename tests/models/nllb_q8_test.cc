// 8-bit weights beside the float ones: how far logits move, and whether the best token stays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "models/nllb_golden.h"
#include "paths.h"

namespace sotto::models::nllb::testing::nllb_q8_test {
namespace {

using nlohmann::json;

struct Drift {
  double largest = 0, squares = 0, spread = 0;
  int64_t numbers = 0;
  int rows = 0, same_best = 0;

  double rms() const { return std::sqrt(squares / static_cast<double>(numbers)); }
  double logit_rms() const { return std::sqrt(spread / static_cast<double>(numbers)); }
  double relative() const { return rms() / logit_rms(); }
};

// Adds the logits of one case, `exact` and `rounded`, rows of `vocab`.
void compare(const std::vector<float>& exact, const std::vector<float>& rounded, size_t vocab,
             Drift& drift) {
  ASSERT_EQ(exact.size(), rounded.size());
  for (size_t i = 0; i < exact.size(); ++i) {
    const double error = double{rounded[i]} - double{exact[i]};
    drift.largest = std::max(drift.largest, std::fabs(error));
    drift.squares += error * error;
    drift.spread += double{exact[i]} * double{exact[i]};
    ++drift.numbers;
  }
  const auto best = [&](const std::vector<float>& v, size_t r) {
    const auto first = v.begin() + static_cast<int64_t>(r * vocab);
    return std::max_element(first, first + static_cast<int64_t>(vocab)) - first;
  };
  for (size_t r = 0; r < exact.size() / vocab; ++r) {
    ++drift.rows;
    if (best(exact, r) == best(rounded, r)) ++drift.same_best;
  }
}

Drift drift_of(const std::shared_ptr<const Model>& exact_model,
               const std::shared_ptr<const Model>& rounded_model) {
  Session exact(exact_model), rounded(rounded_model);
  Drift drift;
  for (const json& c : goldens().cases.at("cases")) {
    const Ids tokens = c.at("teacher_forced").at("decoder_input_ids");
    encode(exact, c.at("src_ids"));
    encode(rounded, c.at("src_ids"));
    compare(decode(exact, tokens), decode(rounded, tokens), static_cast<size_t>(exact.vocab_size()),
            drift);
  }
  std::printf("logits: error rms %.4f (%.2f %% of their rms), largest %.3f; best token %d of %d\n",
              drift.rms(), 100 * drift.relative(), drift.largest, drift.same_best, drift.rows);
  return drift;
}

class NllbQ8Test : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
  }
};

TEST_P(NllbQ8Test, LogitsStayClose) {
  const auto exact = load(goldens().folder, kF32);
  const auto rounded = load(goldens().folder, kQ8, GetParam());
  EXPECT_LT(rounded->weight_bytes(), exact->weight_bytes() * 0.32);
  const Drift drift = drift_of(exact, rounded);
  // Measured 1.45 %, 15 % and all; weights and activations round to 1 of 255 each, layer by layer.
  EXPECT_LT(drift.relative(), 0.04);
  EXPECT_LT(drift.largest, 0.3 * drift.logit_rms());
  EXPECT_GE(drift.same_best, 0.98 * drift.rows);
}

INSTANTIATE_TEST_SUITE_P(Cpu, NllbQ8Test, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

// What activations alone lose: the stored bytes against the same weights as floats.
TEST(NllbQ8, NarratorAsStoredIsCloseToItsFloats) {
  const std::filesystem::path folder = shipped_model("narrator-en-ja");
  const auto stored = load(folder, kAsStored), floats = load(folder, kF32);
  EXPECT_LT(stored->weight_bytes(), floats->weight_bytes() * 0.32);
  Session a(floats), b(stored);
  Drift drift;
  const int vocab = stored->config().vocab_size;
  for (int k = 0; k < 5; ++k) {
    Ids src;
    for (int i = 0; i < 12; ++i) src.push_back(4 + (i * 97 + k * 131) % (vocab - 8));
    src.push_back(stored->config().eos);
    encode(a, src);
    encode(b, src);
    const Ids tokens(src.rbegin(), src.rend());
    compare(decode(a, tokens), decode(b, tokens), static_cast<size_t>(vocab), drift);
  }
  std::printf("narrator: error %.2f %% of rms, largest %.3f; best token %d of %d\n",
              100 * drift.relative(), drift.largest, drift.same_best, drift.rows);
  EXPECT_LT(drift.relative(), 0.04);
  EXPECT_GE(drift.same_best, 0.9 * drift.rows);  // near ties: these sources say nothing
}

}  // namespace
}  // namespace sotto::models::nllb::testing::nllb_q8_test
