// Causal language models against the reference (transformers, float32), once for each kernel
// variant that this processor runs. Every size and case comes from the golden files.
#include <gtest/gtest.h>

#include <cmath>

#include "models/causal_lm_golden.h"
#include "models/golden_compare.h"

namespace sotto::models::causal_lm::testing::causal_lm_golden_test {
namespace {

using models::testing::largest;
using models::testing::largest_error;
using nlohmann::json;

// Of the largest number of a tensor, as the reference's own two ways (with and without memory)
// differ by up to 2e-5 of it. Measured here: 2e-6 and less.
constexpr double kTolerance = 1e-4;

class CausalLmGolden : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
  }
  ~CausalLmGolden() override {
    for (const auto& [what, error] : worst_) std::printf("%s: %.1e\n", what.c_str(), error);
  }
  void expect_close(const std::string& what, const Floats& found, const Floats& expected) {
    const double error = largest_error(found, expected) / largest(expected);
    EXPECT_LE(error, kTolerance) << what;
    worst_[what] = std::max(worst_[what], error);
  }

  std::map<std::string, double> worst_;
};

// [rows, heads * size] as [heads, rows, size], as the reference has it.
Floats by_head(const Floats& rows, size_t heads, size_t size) {
  Floats all(rows.size());
  const size_t cols = heads * size, count = rows.size() / cols;
  for (size_t r = 0; r < count; ++r)
    for (size_t c = 0; c < cols; ++c)
      all[(c / size * count + r) * size + c % size] = rows[r * cols + c];
  return all;
}

// What a trace has seen, in the reference's form.
Floats as_expected(const Config& config, const std::string& name, const Floats& seen,
                   const std::vector<int64_t>& shape) {
  if (shape.size() != 3) return seen;
  Floats all = by_head(seen, static_cast<size_t>(shape[0]), static_cast<size_t>(shape[2]));
  if (!name.ends_with(".q")) return all;
  // Queries carry what the network's scale is beside the root of a head's size.
  const float scale = config.score_scale * std::sqrt(static_cast<float>(config.head_size));
  for (float& x : all) x /= scale;
  return all;
}

TEST_P(CausalLmGolden, EveryLayer) {
  int compared = 0;
  for (const std::string& name : goldens().names()) {
    SCOPED_TRACE(name);
    const auto model = load(name, GetParam());
    Recorder trace;
    Session session(model, &trace);
    session.start(std::vector<Ids>{{}}, 1);
    session.extend(goldens().models.at(name).at("trace_ids").get<Ids>());
    trace.seen["embeddings"] = trace.seen.at("embed");
    trace.seen["final_norm"] = trace.seen.at("final");
    const std::string prefix = name + ".trace.";
    for (const auto& [key, entry] : goldens().tensors.header().items()) {
      if (!key.starts_with(prefix)) continue;
      const std::string part = key.substr(prefix.size());
      expect_close("trace",
                   as_expected(model->config(), part, trace.seen.at(part),
                               entry.at("shape").get<std::vector<int64_t>>()),
                   goldens().tensors.f32(key));
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

TEST_P(CausalLmGolden, LogitsBehindEachPrompt) {
  for (const std::string& name : goldens().names()) {
    SCOPED_TRACE(name);
    Session session(load(name, GetParam()));
    const size_t count = goldens().models.at(name).at("cases").size();
    for (size_t i = 0; i < count; ++i)
      expect_close("last_logits", read(session, goldens().prompt(name, i)),
                   goldens().tensors.f32(name + "." + std::to_string(i) + ".last_logits"));
  }
}

TEST_P(CausalLmGolden, GreedyTextsAndTheLogitsOfTheirSteps) {
  for (const std::string& name : goldens().names()) {
    SCOPED_TRACE(name);
    Session session(load(name, GetParam()));
    const json& cases = goldens().models.at(name).at("cases");
    for (size_t i = 0; i < cases.size(); ++i) {
      const Ids expected = cases.at(i).at("greedy");
      Floats logits;
      EXPECT_EQ(greedy(session, goldens().prompt(name, i), expected.size(), &logits), expected);
      const std::string key = name + "." + std::to_string(i) + ".step_logits";
      if (goldens().tensors.has(key))
        expect_close("step_logits", logits, goldens().tensors.f32(key));
    }
  }
}

// What prompts have in common at their beginning.
Ids common_beginning(const std::vector<Ids>& prompts) {
  Ids beginning = prompts.front();
  for (const Ids& prompt : prompts)
    beginning.erase(std::ranges::mismatch(beginning, prompt).in1, beginning.end());
  return beginning;
}

// The logits behind a prompt, and when its last token is said again and again.
std::vector<Floats> alone(const std::shared_ptr<const Model>& model, const Ids& prompt, int steps) {
  Session session(model);
  std::vector<Floats> all = {read(session, prompt)};
  while (static_cast<int>(all.size()) < steps) {
    const auto logits = session.step(Ids{prompt.back()});
    all.emplace_back(logits.begin(), logits.end());
  }
  return all;
}

// Prompts of different lengths in one pass, some of them behind a beginning that they share: the
// same bits.
TEST_P(CausalLmGolden, RowsOfABatchAreThoseOfSinglePrompts) {
  constexpr int kSteps = 3;
  for (const std::string& name : goldens().names()) {
    SCOPED_TRACE(name);
    const auto model = load(name, GetParam());
    std::vector<Ids> prompts;
    std::vector<std::vector<Floats>> expected;
    Ids last;
    for (size_t i = 0; i < goldens().models.at(name).at("cases").size(); ++i) {
      prompts.push_back(goldens().prompt(name, i));
      expected.push_back(alone(model, prompts.back(), kSteps));
      last.push_back(prompts.back().back());
      prompts.back().pop_back();
    }
    const Ids prefix = common_beginning({prompts[0], prompts[1]});
    ASSERT_GT(prefix.size(), 1u);
    Session batch(model, nullptr, nullptr, prefix);
    for (int times = 0; times < 2; ++times) {  // what was cleared leaves no trace
      batch.start(prompts, 1);
      for (size_t step = 0; step < kSteps; ++step) {
        const auto together = batch.step(last);
        for (size_t i = 0; i < prompts.size(); ++i) {
          const Floats& single = expected[i][step];
          EXPECT_TRUE(
              std::ranges::equal(together.subspan(i * single.size(), single.size()), single))
              << "prompt " << i << ", step " << step;
        }
      }
    }
  }
}

// llama.cpp's files, with the numbers that their blocks stand for: rows of queries and keys in
// another order, norms with 1 added, frequencies in a tensor.
TEST_P(CausalLmGolden, FilesOfGgufGiveTheLogitsOfTheirDecodedWeights) {
  int compared = 0;
  for (const auto& [name, about] : goldens().models.items()) {
    for (const auto& [file, expected] : about.at("gguf").items()) {
      if (!std::filesystem::exists(goldens().folder / name / file)) continue;
      SCOPED_TRACE(file);
      const std::string scheme = file.substr(name.size() + 1, file.rfind('.') - name.size() - 1);
      Session session(load(name + "/" + file, GetParam(), quant::Scheme{}));
      for (size_t i = 0; i < about.at("cases").size(); ++i) {
        const std::string key = name + "." + scheme + "." + std::to_string(i) + ".last_logits";
        if (!goldens().tensors.has(key)) continue;
        expect_close("gguf", read(session, goldens().prompt(name, i)), goldens().tensors.f32(key));
        const Ids ids = expected.at("greedy").at(i);
        EXPECT_EQ(greedy(session, goldens().prompt(name, i), ids.size()), ids);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 0);
}

INSTANTIATE_TEST_SUITE_P(Cpu, CausalLmGolden, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

}  // namespace
}  // namespace sotto::models::causal_lm::testing::causal_lm_golden_test
