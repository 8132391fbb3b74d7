// How Chatterbox chooses tokens, and ends speech that went astray, against the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "models/chatterbox/alignment.h"
#include "models/chatterbox_goldens.h"
#include "models/noise.h"
#include "models/sampling.h"

namespace sotto::models::chatterbox::chatterbox_sampling_test {
namespace {

using namespace testing;

TEST(ChatterboxSampling, ProbabilitiesAreTheReferences) {
  const auto& g = golden("sampling");
  ASSERT_FALSE(cases().at("sampling").empty());
  for (const json& c : cases().at("sampling")) {
    const std::string name = c.at("name");
    SCOPED_TRACE(name);
    const SamplingSettings settings = {.penalty_last = c.at("order").at(0) != "repetition_penalty",
                                       .repetition_penalty = c.at("repetition_penalty"),
                                       .temperature = c.at("temperature"),
                                       .top_k = c.value("top_k", 0),
                                       .min_p = c.value("min_p", 0.0f),
                                       .top_p = c.at("top_p")};
    Floats scores = g.f32(name + ".logits");
    to_probabilities(scores, ids(g, name + ".prev"), settings);
    const Floats expected = g.f32(name + ".probs");
    ASSERT_EQ(scores.size(), expected.size());
    for (size_t i = 0; i < scores.size(); ++i) {
      EXPECT_EQ(scores[i] > 0, expected[i] > 0) << i;
      EXPECT_NEAR(scores[i], expected[i], 1e-6) << i;
    }
    EXPECT_EQ(std::ranges::count_if(scores, [](float p) { return p > 0; }),
              c.at("kept").get<int>());
  }
}

TEST(ChatterboxSampling, TemperatureZeroTakesTheLikeliest) {
  Floats scores = {1, 3, 2.9f};
  to_probabilities(scores, std::vector<int>{1}, {.repetition_penalty = 2, .temperature = 0});
  EXPECT_EQ(scores, (Floats{0, 0, 1}));
}

TEST(ChatterboxSampling, ChoosesInProportion) {
  const Floats p = {0, 0.25f, 0, 0.5f, 0.25f, 0};
  EXPECT_EQ(choose(p, 0), 1);
  EXPECT_EQ(choose(p, 0.2499), 1);
  EXPECT_EQ(choose(p, 0.25), 3);
  EXPECT_EQ(choose(p, 0.75), 4);
  EXPECT_EQ(choose(p, 0.9999999999), 4);
  std::vector<int> counts(p.size());
  constexpr int kDraws = 20000;
  for (uint64_t k = 0; k < kDraws; ++k) ++counts[static_cast<size_t>(choose(p, even_at(7, k)))];
  // Four deviations of 20000 draws with probability 1/4 or 1/2.
  for (size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(counts[i], kDraws * p[i], 4 * 71) << i;
}

TEST(ChatterboxAlignment, DecidesAsTheReference) {
  const auto& g = golden("alignment");
  ASSERT_FALSE(cases().at("alignment").empty());
  for (const json& meta : cases().at("alignment_meta")) {
    const int number = meta.at("case"), begin = meta.at("text_slice").at(0),
              end = meta.at("text_slice").at(1), stop = meta.at("eos");
    AlignmentAnalyzer analyzer(end - begin, stop);
    for (const json& c : cases().at("alignment")) {
      if (c.at("case") != number) continue;
      const int t = c.at("t");
      SCOPED_TRACE(::testing::Message() << "case " << number << ", step " << t);
      const std::string name = "case" + std::to_string(number) + ".t" + std::to_string(t);
      const Floats attention = g.f32(name + ".attn_mean");
      const auto shape = g.at(name + ".attn_mean").shape;
      Floats text;  // of the first call the rows behind the text
      for (int64_t r = t == 0 ? end : 0; r < shape[0]; ++r)
        for (int64_t i = begin; i < end; ++i)
          text.push_back(attention[static_cast<size_t>(r * shape[1] + i)]);
      Floats logits(20, 1.0f);
      const auto action = analyzer.step(text, c.at("next_token"), logits);
      EXPECT_EQ(analyzer.text_position(), c.at("text_position").get<int>());
      EXPECT_EQ(analyzer.started(), c.at("started").get<bool>());
      EXPECT_EQ(analyzer.complete(), c.at("complete").get<bool>());
      using Action = AlignmentAnalyzer::Action;
      const std::string expected = c.at("action");
      EXPECT_EQ(action, expected == "force_eos"      ? Action::force_stop
                        : expected == "suppress_eos" ? Action::suppress_stop
                                                     : Action::none);
      const auto at_stop = logits[static_cast<size_t>(stop)];
      EXPECT_EQ(at_stop, expected == "force_eos" ? 32768 : expected == "suppress_eos" ? -32768 : 1);
      EXPECT_EQ(logits[0], expected == "force_eos" ? -32768 : 1);
    }
  }
}

// Where the reference fails: nothing lies before the last five tokens.
TEST(ChatterboxAlignment, ShortTextsEnd) {
  for (int text = 1; text <= 5; ++text) {
    AlignmentAnalyzer analyzer(text, 0);
    for (int t = 0; t < 20; ++t) {
      Floats logits(4, 1.0f), attention(static_cast<size_t>(t == 0 ? 2 * text : text));
      attention[attention.size() - static_cast<size_t>(text - std::min(t, text - 1))] = 1;
      analyzer.step(attention, t % 3, logits);
    }
    EXPECT_TRUE(analyzer.complete());
  }
}

}  // namespace
}  // namespace sotto::models::chatterbox::chatterbox_sampling_test
