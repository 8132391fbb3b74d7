// How tokens are drawn from a language model's logits, against the reference (transformers' logits
// processors).
#include <gtest/gtest.h>

#include "models/causal_lm_golden.h"
#include "models/sampling.h"

namespace sotto::models::causal_lm::testing::causal_lm_sampling_test {
namespace {

using nlohmann::json;

TEST(CausalLmSampling, ProbabilitiesAreTheReferences) {
  const json all = sotto::testing::golden_json(goldens().folder / "cases.json").at("sampling");
  ASSERT_FALSE(all.empty());
  for (const json& c : all) {
    const json& how = c.at("settings");
    SCOPED_TRACE(c.at("logits").get<std::string>() + " " + how.dump());
    const SamplingSettings settings = {.temperature = how.at("temperature"),
                                       .top_k = how.value("top_k", 0),
                                       .min_p = how.value("min_p", 0.0f),
                                       .top_p = how.value("top_p", 1.0f)};
    Floats p = goldens().tensors.f32(c.at("logits"));
    to_probabilities(p, {}, settings);
    std::map<int, float> kept;
    for (size_t id = 0; id < p.size(); ++id)
      if (p[id] > 0) kept[static_cast<int>(id)] = p[id];
    const Ids ids = c.at("ids");
    const Floats probabilities = c.at("probabilities");
    ASSERT_EQ(kept.size(), ids.size());
    for (size_t i = 0; i < ids.size(); ++i) {
      ASSERT_TRUE(kept.contains(ids[i])) << ids[i];
      EXPECT_NEAR(kept.at(ids[i]), probabilities[i], 1e-6) << ids[i];  // they are rounded to 1e-7
    }
  }
}

// The penalty looks at the prompt and at what was written, each token once.
TEST(CausalLmSampling, RepetitionIsPenalizedAsInTheReference) {
  int compared = 0;
  for (const std::string& name : goldens().names()) {
    SCOPED_TRACE(name);
    Session session(load(name));
    const json& cases = goldens().models.at(name).at("cases");
    for (size_t i = 0; i < cases.size(); ++i) {
      if (!cases.at(i).contains("greedy_repetition_penalty_1.3")) continue;
      const Ids expected = cases.at(i).at("greedy_repetition_penalty_1.3");
      Ids before = goldens().prompt(name, i);
      const size_t prompt = before.size();
      Floats logits = testing::read(session, before);
      while (before.size() < prompt + expected.size()) {
        to_probabilities(logits, before, {.repetition_penalty = 1.3f, .temperature = 0});
        before.push_back(models::likeliest(logits));
        const auto next = session.step(Ids{before.back()});
        logits.assign(next.begin(), next.end());
      }
      EXPECT_EQ(Ids(before.begin() + static_cast<std::ptrdiff_t>(prompt), before.end()), expected)
          << "prompt " << i;
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace sotto::models::causal_lm::testing::causal_lm_sampling_test
