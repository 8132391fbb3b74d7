// T3 against the reference (chatterbox-tts 0.1.7, float32), once for each kernel variant that this
// processor runs. Every dimension and case comes from the golden files.
#include <gtest/gtest.h>

#include "models/chatterbox/speech_tokens.h"
#include "models/chatterbox_t3.h"
#include "models/golden_compare.h"
#include "models/sampling.h"

namespace sotto::models::chatterbox::chatterbox_t3_test {
namespace {

using namespace testing;
using models::testing::largest_error;

// Logits spread by 3, and a float's rounding is 2^-24: three layers of sums of 64 to 128 products
// make some ten of it, measured at most 8e-6. Another order of anything makes 1e-2 and more.
constexpr double kLogits = 1e-4, kHidden = 1e-4;

SamplingSettings sampling_of(const json& gen) {
  SamplingSettings s;
  s.penalty_last = gen.contains("top_k");
  s.repetition_penalty = gen.at("repetition_penalty");
  s.temperature = gen.at("temperature");
  s.top_k = gen.value("top_k", 0);
  s.min_p = gen.value("min_p", 0.0f);
  s.top_p = gen.at("top_p");
  return s;
}

// Rows [first, ..) of each of the two sequences of a golden [2, rows, cols].
Floats tails(const Floats& both, size_t rows, size_t first) {
  const size_t half = both.size() / 2, cols = half / rows;
  Floats tail;
  for (size_t s = 0; s < 2; ++s) {
    const auto begin = both.begin() + static_cast<std::ptrdiff_t>(s * half);
    tail.insert(tail.end(), begin + static_cast<std::ptrdiff_t>(first * cols),
                begin + static_cast<std::ptrdiff_t>(half));
  }
  return tail;
}

class ChatterboxT3 : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    backend_ = sotto::testing::open_backend(GetParam(), 2);
  }
  ~ChatterboxT3() override {
    for (const auto& [what, error] : worst_) std::printf("%s: %.1e\n", what.c_str(), error);
  }
  void expect_close(const std::string& what, const Floats& found, const Floats& expected,
                    double tolerance) {
    const double error = largest_error(found, expected);
    EXPECT_LE(error, tolerance) << what;
    worst_[what] = std::max(worst_[what], error);
  }

  // The voice, the prefill, and each token that the reference chose.
  void expect_run(const std::string& file, const std::string& name) {
    SCOPED_TRACE(name);
    const auto& g = golden(name);
    const json& about = cases().at(name);
    const auto model = load_t3(file, conventions(name), *backend_);
    T3Recorder trace;
    T3Session session(model, *backend_, true, &trace);
    session.hear(golden_voice(g));
    const Floats cond = g.f32("cond_emb");
    expect_close("cond", trace.seen.at("cond."), cond, kHidden);

    const std::vector<int> text = ids(g, "in.text_tokens");
    const float weight = about.at("gen").at("cfg_weight");
    std::span<const float> logits = session.prompt(text, weight);
    const auto shape = g.at("prefill_embeds").shape;
    const auto rows = static_cast<size_t>(shape[1]);
    const size_t voice = cond.size() / static_cast<size_t>(shape[2]);
    expect_close("prefill_embeds", trace.seen.at("text.embed"),
                 tails(g.f32("prefill_embeds"), rows, voice), kHidden);
    expect_close("prefill_layer0", trace.seen.at("layer0."),
                 tails(g.f32("prefill_layer0"), rows, voice), kHidden);
    expect_close("prefill_logits", trace.seen.at(".logits"), g.f32("prefill_logits"), kLogits);
    expect_tokens(g, about, session, trace, logits);
  }

  void expect_tokens(const sotto::testing::GoldenFile& g, const json& about, T3Session& session,
                     const T3Recorder& trace, std::span<const float> logits) {
    const auto tokens = about.at("tokens").get<std::vector<int>>();
    const Floats raw = g.f32("step_logits"), embeds = g.f32("step_embeds");
    const Floats top = g.f32("step_cfg_top16_values");
    const std::vector<int> top_ids = ids(g, "step_cfg_top16_ids");
    const size_t full = about.at("full_logits_steps"), two = 2 * logits.size();
    std::vector<int> said = {about.at("start").get<int>()};
    for (size_t i = 0; i < tokens.size(); ++i) {
      SCOPED_TRACE(i);
      if (i < full) {
        expect_close("step_logits", trace.seen.at(".logits"), models::testing::row(raw, two, i),
                     kLogits);
      }
      for (size_t k = 16 * i; k < 16 * (i + 1); ++k)
        EXPECT_NEAR(logits[static_cast<size_t>(top_ids[k])], top[k], kLogits);
      Floats scores(logits.begin(), logits.end());
      to_probabilities(scores, said, sampling_of(about.at("gen")));
      if (i == 0) expect_close("step0_probs", scores, g.f32("step0_probs"), 1e-4);
      ASSERT_EQ(likeliest(scores), tokens[i]);
      said.push_back(tokens[i]);
      if (i + 1 == tokens.size()) break;
      logits = session.step(tokens[i]);
      const Floats& embed = trace.seen.at("speech.embed");
      const Floats expected = models::testing::row(embeds, embed.size() / 2, i);
      expect_close("step_embeds",
                   {embed.begin(), embed.begin() + static_cast<std::ptrdiff_t>(expected.size())},
                   expected, kHidden);
    }
    expect_close("step_last_logits", trace.seen.at(".logits"), g.f32("step_last_logits"), kLogits);
  }

  std::shared_ptr<const device::Backend> backend_;
  std::map<std::string, double> worst_;
};

TEST_P(ChatterboxT3, SaysTheReferencesTokens) {
  expect_run("t3_cfg.safetensors", "t3");
  expect_run("t3_cfg.safetensors", "t3_second");
}

TEST_P(ChatterboxT3, MultilingualSaysTheReferencesTokens) {
  expect_run("t3_mtl23ls_v2.safetensors", "t3_multilingual");
}

TEST_P(ChatterboxT3, TurboSaysTheReferencesTokens) {
  const auto& g = golden("t3_turbo");
  const json& about = cases().at("t3_turbo");
  const auto model = load_t3("t3_turbo_v1.safetensors", conventions("t3_turbo"), *backend_);
  EXPECT_TRUE(model->is_turbo());
  T3Recorder trace;
  T3Session session(model, *backend_, true, &trace);
  session.hear(
      {.speaker_emb = g.f32("speaker_emb"), .prompt_tokens = ids(g, "cond_prompt_speech_tokens")});
  expect_close("cond", trace.seen.at("cond."), g.f32("cond_emb"), kHidden);
  std::span<const float> logits = session.prompt(ids(g, "text_tokens"), 0.5f);
  const Floats expected = g.f32("step_logits");
  const auto tokens = about.at("tokens").get<std::vector<int>>();
  std::vector<int> said = {about.at("start").get<int>()};
  for (size_t i = 0; i < tokens.size(); ++i) {
    SCOPED_TRACE(i);
    Floats scores(logits.begin(), logits.end());
    expect_close("step_logits", scores, models::testing::row(expected, scores.size(), i), kLogits);
    to_probabilities(scores, said, sampling_of(about.at("gen")));
    ASSERT_EQ(likeliest(scores), tokens[i]);
    said.push_back(tokens[i]);
    if (i + 1 < tokens.size()) logits = session.step(tokens[i]);
  }
}

// A text leaves nothing behind, nor do threads make a difference.
TEST_P(ChatterboxT3, EachTextBeginsBehindTheVoice) {
  const auto& g = golden("t3");
  const auto model = load_t3("t3_cfg.safetensors", conventions("t3"), *backend_);
  const auto alone = sotto::testing::open_backend(GetParam(), 1);
  T3Session session(model, *backend_, true), other(model, *alone, true);
  for (T3Session* each : {&session, &other}) each->hear(golden_voice(g));
  const std::vector<int> text = ids(g, "in.text_tokens");
  const auto tokens = cases().at("t3").at("tokens").get<std::vector<int>>();
  SpeechSettings settings;
  settings.sampling = sampling_of(cases().at("t3").at("gen"));
  settings.sampling.temperature = 0;
  settings.most_tokens = static_cast<int>(tokens.size());
  for (T3Session* each : {&session, &session, &other}) {
    SpeechTokens speech(*each, *model, text, settings);
    std::vector<int> said;
    while (const auto token = speech.next()) said.push_back(*token);
    EXPECT_EQ(said, tokens);
    EXPECT_FALSE(speech.is_complete());
  }
}

// Where the guidance has no weight, one sequence says what two do.
TEST_P(ChatterboxT3, WithoutGuidanceItIsTheFirstSequence) {
  const auto& g = golden("t3");
  const auto model = load_t3("t3_cfg.safetensors", conventions("t3"), *backend_);
  T3Session session(model, *backend_, false);
  session.hear(golden_voice(g));
  const auto logits = session.prompt(ids(g, "in.text_tokens"), 0.5f);
  expect_close("unguided", {logits.begin(), logits.end()},
               models::testing::row(g.f32("prefill_logits"), logits.size(), 0), kLogits);
}

// The reference's own run with groups of 64 in 8 bits: the same tokens are fed to both.
TEST_P(ChatterboxT3, EightBitsStayWithinTheReferencesError) {
  const json& about = cases().at("t3_int8");
  const auto& g = golden("t3_int8");
  const auto& floats = golden("t3");
  const quant::Scheme scheme{quant::Scheme::Kind::q8, about.at("group").get<int>()};
  const auto model = load_t3("t3_cfg.safetensors", conventions("t3"), *backend_, scheme);
  T3Recorder trace;
  T3Session session(model, *backend_, true, &trace);
  session.hear(golden_voice(floats));
  session.prompt(ids(floats, "in.text_tokens"), 0.5f);
  const auto forced = about.at("forced_tokens").get<std::vector<int>>();
  const Floats expected = g.f32("forced_step_logits"), exact = floats.f32("step_logits");
  double squares = 0, worst = 0;
  size_t count = 0;
  for (size_t i = 0; i < forced.size(); ++i) {
    const Floats& found = trace.seen.at(".logits");
    const Floats unrounded = models::testing::row(exact, found.size(), i);
    for (size_t k = 0; k < found.size(); ++k) {
      const double error = double{found[k]} - double{unrounded[k]};
      squares += error * error;
      worst = std::max(worst, std::fabs(error));
    }
    count += found.size();
    expect_close("to the reference's rounding", found,
                 models::testing::row(expected, found.size(), i),
                 2 * about.at("max_abs_err").get<double>());
    if (i + 1 < forced.size()) session.step(forced[i]);
  }
  const double rms = std::sqrt(squares / static_cast<double>(count));
  std::printf("q8 rms %.4f, largest %.3f\n", rms, worst);
  // The reference computes with floats; here activations are rounded to 8 bits as well, a row at a
  // time, which errs as much again: measured 0.078 where the reference has 0.050.
  EXPECT_LE(rms, 2 * about.at("rms_err").get<double>());
  EXPECT_LE(worst, 2 * about.at("max_abs_err").get<double>());
  EXPECT_GT(rms, 0.1 * about.at("rms_err").get<double>());  // something was rounded
}

// The numbers of one matrix are those that the reference computes with.
TEST_P(ChatterboxT3, EightBitsAreTheReferences) {
  const std::string name = "tfmr.layers.0.self_attn.q_proj";
  const auto& g = golden("t3_int8");
  const int group = cases().at("t3_int8").at("group");
  const auto model = load_t3("t3_cfg.safetensors", conventions("t3"), *backend_,
                             quant::Scheme{quant::Scheme::Kind::q8, group});
  const Floats found = backend_->floats_of(model->tfmr.layers[0].self_attn.q_proj.w);
  const auto codes = g.at("codes." + name).as<uint8_t>();
  const Floats scales = g.f32("scales." + name), biases = g.f32("biases." + name);
  ASSERT_EQ(found.size(), codes.size());
  for (size_t i = 0; i < codes.size(); ++i) {
    const double scale = scales[i / static_cast<size_t>(group)];
    const double bias = biases[i / static_cast<size_t>(group)];
    // Scales and biases are stored in 16 bits, which may make a neighbour the nearest code.
    const double rounding = 0x1p-11 * (codes[i] * std::fabs(scale) + std::fabs(bias));
    ASSERT_NEAR(found[i], codes[i] * scale + bias, std::fabs(scale) + rounding) << i;
  }
}

// In each form logits stay near those of floats, and the weights become smaller.
TEST_P(ChatterboxT3, EverySchemeSpeaks) {
  using Kind = quant::Scheme::Kind;
  const auto& g = golden("t3");
  const Floats exact =
      models::testing::row(g.f32("prefill_logits"), g.f32("prefill_logits").size() / 2, 0);
  size_t before = SIZE_MAX;
  // Logits spread by 3. A bit less errs twice as much; int8 has a sign and one scale a row.
  const std::pair<quant::Scheme, double> schemes[] = {{{Kind::f16}, 0.02},
                                                      {{Kind::q8}, 0.15},
                                                      {{Kind::int8}, 0.25},
                                                      {{Kind::q6}, 0.4},
                                                      {{Kind::q4}, 1.6}};
  for (const auto& [scheme, most] : schemes) {
    const auto model = load_t3("t3_cfg.safetensors", conventions("t3"), *backend_, scheme);
    T3Session session(model, *backend_, false);
    session.hear(golden_voice(g));
    const auto logits = session.prompt(ids(g, "in.text_tokens"), 0);
    double squares = 0;
    for (size_t i = 0; i < exact.size(); ++i)
      squares += std::pow(double{logits[i]} - double{exact[i]}, 2);
    const double rms = std::sqrt(squares / static_cast<double>(exact.size()));
    std::printf("%s: rms %.4f, %zu bytes\n", quant::name_of(scheme).c_str(), rms, model->bytes);
    EXPECT_LE(rms, most) << quant::name_of(scheme);
    EXPECT_GT(rms, 0);
    if (scheme.kind != Kind::int8) {  // about as large as q8
      EXPECT_LT(model->bytes, before);
      before = model->bytes;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, ChatterboxT3, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

}  // namespace
}  // namespace sotto::models::chatterbox::chatterbox_t3_test
