// S3Gen against the reference (chatterbox-tts 0.1.7, float32), stage by stage, once for each kernel
// variant that this processor runs. Every dimension and case comes from the golden files.
#include <gtest/gtest.h>

#include <cmath>
#include <stop_token>

#include "checkpoint/tensor_table.h"
#include "models/backends.h"
#include "models/chatterbox_goldens.h"

namespace sotto::models::chatterbox::chatterbox_s3gen_test {
namespace {

using namespace testing;  // what the other tests of Chatterbox share, too
using models::testing::largest;
using models::testing::largest_error;

// Relative to the largest number of a tensor, or to 1. A float's rounding is 2^-24 = 6e-8; sums of
// up to 1000 products and layers one behind the other make some tens of it, of velocities (which
// guidance multiplies by 2.4) some hundred: measured, on any backend, 1e-6 of the encoder, 1e-5 of
// velocities, 1e-6 of spectra, 5e-6 within the vocoder, 1e-6 in its wave. Mistakes such as a row
// off make 1e-2.
constexpr double kEncoder = 1e-5, kFlow = 1e-4, kVocoder = 2e-5, kWave = 1e-5;
// What 1e-6 of an F0 of 330 Hz is over 0.64 s: up to 2 pi 9 0.64 3.3e-4 = 0.012 of the ninth
// harmonic's phase, whose amplitude is 0.1. Measured 5.6e-5; with another phase 5e-2.
constexpr double kSound = 2e-4;

S3GenShape shape() { return {.estimator_heads = dim("dec_heads")}; }

SpeechPrompt prompt_of(const sotto::testing::GoldenFile& file) {
  return {.tokens = ids(file, "prompt_token"),
          .mel = file.f32("prompt_feat"),
          .x_vector = file.f32("embedding")};
}

class ChatterboxS3Gen : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    backend_ = sotto::testing::open_backend(GetParam(), 2);
    model_ = load(weights_file("s3gen.safetensors"));
  }
  ~ChatterboxS3Gen() override {
    for (const auto& [what, error] : worst_) std::printf("%s: %.1e\n", what.c_str(), error);
  }

  std::shared_ptr<const S3Gen> load(std::shared_ptr<const checkpoint::Weights> weights,
                                    std::optional<quant::Scheme> scheme = std::nullopt) {
    return value(S3Gen::load(std::move(weights), scheme, backend_, shape()));
  }

  void expect_close(const std::string& what, const Floats& found, const Floats& expected,
                    double tolerance) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    const double error = largest_error(found, expected) / std::max(1.0, largest(expected));
    EXPECT_LE(error, tolerance) << what;
    worst_[what] = std::max(worst_[what], error);
  }

  // The flow's noise of a golden, and silence of the vocoder's.
  SpeechDraws draws(const Floats& noise, const Floats& phases, size_t frames) const {
    const auto samples = frames * static_cast<size_t>(model_->hift().source.samples_per_frame);
    return {.flow = transposed(noise, noise.size() / static_cast<size_t>(model_->mel())),
            .source = {.phases = phases, .noise = Floats(samples * phases.size())}};
  }

  std::shared_ptr<const device::Backend> backend_;
  std::shared_ptr<const S3Gen> model_;
  std::map<std::string, double> worst_;
};

TEST_P(ChatterboxS3Gen, TokensBecomeTheReferencesSpectrum) {
  const auto golden = golden_file("s3gen");
  const auto tokens = ids(golden, "speech_tokens");
  Recorder recorder;
  const auto session = value(S3GenSession::open(model_, prompt_of(golden), &recorder));
  const auto frames = static_cast<size_t>(session->frames_of(tokens.size()));
  const Floats phases(model_->hift().source.merge.count());
  static_cast<void>(value(session->speak(tokens, draws(golden.f32("noise"), phases, frames), 0)));

  struct Part {
    const char* golden;
    const char* seen;
    bool channels_first;
  };
  constexpr Part kParts[] = {{"enc_embed", "encoder.embed", false},
                             {"enc_prelookahead", "encoder.pre_lookahead", false},
                             {"enc_block0", "encoder.block.0", false},
                             {"enc_up", "encoder.up", true},
                             {"enc_up_embed", "encoder.up_embed", false},
                             {"enc_out", "encoder.out", false},
                             {"mu", "mu", true},
                             {"mel", "mel", true}};
  for (const Part& part : kParts) {
    expect_close(part.golden,
                 part.channels_first ? recorder.columns(part.seen) : recorder.rows(part.seen),
                 golden.f32(part.golden), kEncoder);
  }
  const Floats x = golden.f32("euler_x"), velocities = golden.f32("velocities");
  const size_t steps = golden.f32("t").size();
  const size_t size = x.size() / steps;
  const auto part_of = [&](const Floats& all, size_t i) {
    return Floats(all.begin() + static_cast<std::ptrdiff_t>(i * size),
                  all.begin() + static_cast<std::ptrdiff_t>((i + 1) * size));
  };
  ASSERT_EQ(velocities.size(), 2 * x.size());
  for (size_t k = 0; k < steps; ++k) {
    const std::string step = std::to_string(k);
    expect_close("flow.x", recorder.columns("flow.x." + step), part_of(x, k), kFlow);
    for (size_t row = 0; row < 2; ++row) {
      expect_close("flow.velocity",
                   recorder.columns("flow.velocity." + step + "." + std::to_string(row)),
                   part_of(velocities, 2 * k + row), kFlow);
    }
  }
}

TEST_P(ChatterboxS3Gen, AMeanflowTakesTwoSteps) {
  const auto golden = golden_file("s3gen_meanflow"), inputs = golden_file("s3gen");
  const std::string mixer = "flow.decoder.estimator.time_embed_mixer.weight";
  const auto stored = golden.at(mixer);
  const auto plain = weights_file("s3gen.safetensors");
  auto table = std::make_shared<checkpoint::TensorTable>("s3gen_meanflow.safetensors");
  for (const std::string& name : plain->names()) table->add(*plain->find(name));
  table->add({mixer, checkpoint::DType::f32, stored.shape,
              std::as_bytes(std::span(stored.bytes.data(), stored.bytes.size()))});
  table->keep(plain);
  const auto meanflow = load(table);
  EXPECT_EQ(meanflow->flow().default_steps(), 2);
  EXPECT_EQ(model_->flow().default_steps(), 10);

  Recorder recorder;
  const auto session = value(S3GenSession::open(meanflow, prompt_of(inputs), &recorder));
  const auto tokens = ids(inputs, "speech_tokens");
  const auto frames = static_cast<size_t>(session->frames_of(tokens.size()));
  const Floats phases(model_->hift().source.merge.count());
  static_cast<void>(value(session->speak(tokens, draws(inputs.f32("noise"), phases, frames), 0)));
  expect_close("mel", recorder.columns("mel"), golden.f32("mel"), kFlow);
}

TEST_P(ChatterboxS3Gen, TheVocoderMakesTheReferencesWave) {
  const auto golden = golden_file("hift");
  const Hift& hift = model_->hift();
  const auto d = backend_->open();
  const device::Frame frame(*d);
  const auto mel = static_cast<size_t>(model_->mel());
  const Floats columns = golden.f32("mel");
  const size_t frames = columns.size() / mel;
  const device::Tensor x =
      d->upload(transposed(columns, frames), static_cast<int>(frames), static_cast<int>(mel));
  expect_close("f0", hift.f0(*d, x), golden.f32("f0"), kVocoder);
  const Floats noise = golden.f32("noise"), source = golden.f32("source");
  const SourceDraws draws{.phases = golden.f32("phase"), .noise = transposed(noise, source.size())};
  expect_close("source", hift.source(golden.f32("f0"), draws), source, kWave);

  Recorder recorder;
  const Floats wave = hift(*d, x, source, {*d, &recorder}, {});
  for (const auto& [name, seen] :
       std::map<std::string, std::string>{{"conv_pre", "generator.conv_pre"},
                                          {"up0", "generator.up.0"},
                                          {"source_down0", "generator.noise_conv.0"},
                                          {"source_res0", "generator.noise_res.0"},
                                          {"res0", "generator.resblock.0"},
                                          {"conv_post", "generator.conv_post"}}) {
    expect_close(name, recorder.columns(seen), golden.f32(name), kVocoder);
  }
  expect_close("wav", wave, golden.f32("wav"), kWave);
}

TEST_P(ChatterboxS3Gen, TokensBecomeTheReferencesSound) {
  const auto golden = golden_file("e2e"), voice = golden_file("s3gen");
  const auto session = value(S3GenSession::open(model_, prompt_of(voice)));
  const auto tokens = ids(golden, "speech_tokens");
  const auto frames = static_cast<size_t>(session->frames_of(tokens.size()));
  const SpeechDraws given = draws(golden.f32("noise"), golden.f32("phase"), frames);
  expect_close("wav", value(session->speak(tokens, given, 0)), golden.f32("wav"), kSound);
}

TEST_P(ChatterboxS3Gen, TheSameSeedGivesTheSameSoundWithAnyThreads) {
  const auto golden = golden_file("s3gen");
  const auto tokens = ids(golden, "speech_tokens");
  const auto session = value(S3GenSession::open(model_, prompt_of(golden)));
  const Floats wave = value(session->speak(tokens, {.seed = 1, .steps = 3}));
  EXPECT_EQ(wave.size(), static_cast<size_t>(session->frames_of(tokens.size()) *
                                             model_->hift().source.samples_per_frame));
  EXPECT_NE(value(session->speak(tokens, {.seed = 2, .steps = 3})), wave);
  EXPECT_NE(value(session->speak(tokens, {.seed = 1, .steps = 2})), wave);
  EXPECT_EQ(value(session->speak(tokens, {.seed = 1, .steps = 3})), wave);
  const auto alone = value(S3Gen::load(weights_file("s3gen.safetensors"), std::nullopt,
                                       sotto::testing::open_backend(GetParam(), 1), shape()));
  const auto other = value(S3GenSession::open(alone, prompt_of(golden)));
  EXPECT_EQ(value(other->speak(tokens, {.seed = 1, .steps = 3})), wave);
}

// Each scheme takes less memory than the one before, and errs more.
TEST_P(ChatterboxS3Gen, QuantizedLayersStayNearTheirFloats) {
  using Kind = quant::Scheme::Kind;
  const auto golden = golden_file("s3gen");
  const auto tokens = ids(golden, "speech_tokens");
  const auto mel_of = [&](const std::shared_ptr<const S3Gen>& model) {
    Recorder recorder;
    const auto session = value(S3GenSession::open(model, prompt_of(golden), &recorder));
    const auto frames = static_cast<size_t>(session->frames_of(tokens.size()));
    const Floats phases(model->hift().source.merge.count());
    static_cast<void>(value(session->speak(tokens, draws(golden.f32("noise"), phases, frames), 0)));
    return recorder.rows("mel");
  };
  const Floats exact = mel_of(model_);
  const double rms = models::testing::norm(exact);
  const std::pair<Kind, double> schemes[] = {
      {Kind::q8, 0.02}, {Kind::q6, 0.08}, {Kind::q4, 0.3}, {Kind::int8, 0.05}};
  for (const auto& [kind, most] : schemes) {
    const quant::Scheme scheme{kind};
    SCOPED_TRACE(quant::name_of(scheme));
    const auto model = load(weights_file("s3gen.safetensors"), scheme);
    if (std::string(GetParam()) != sotto::testing::kMlx) {
      EXPECT_LT(model->weight_bytes(), model_->weight_bytes());
    }
    Floats apart = mel_of(model);
    for (size_t i = 0; i < apart.size(); ++i) apart[i] -= exact[i];
    const double error = models::testing::norm(apart) / rms;
    EXPECT_LT(error, most);
    EXPECT_GT(error, 0);
    std::printf("%s: relative error of the spectrum %.1e\n", quant::name_of(scheme).c_str(), error);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, ChatterboxS3Gen, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

struct Host {
  std::shared_ptr<const S3Gen> model = value(S3Gen::load(
      weights_file("s3gen.safetensors"), std::nullopt, sotto::testing::open_backend(""), shape()));
  SpeechPrompt prompt = prompt_of(golden_file("s3gen"));
};

TEST(ChatterboxS3GenSession, RefusesWhatIsNoVoice) {
  const Host host;
  const auto refusal = [&](auto change) {
    SpeechPrompt prompt = host.prompt;
    change(prompt);
    const auto session = S3GenSession::open(host.model, prompt);
    return session ? "opened" : session.error().message;
  };
  EXPECT_EQ(refusal([](SpeechPrompt&) {}), "opened");
  EXPECT_EQ(refusal([](SpeechPrompt& p) { p.tokens[3] = 6561; }),
            "speech token 6561, expected 0 to 6560");
  EXPECT_EQ(refusal([](SpeechPrompt& p) { p.tokens.pop_back(); }),
            "a voice has 1600 numbers of a spectrum for 9 speech tokens, expected 160 for each");
  EXPECT_EQ(refusal([](SpeechPrompt& p) { p.x_vector.pop_back(); }),
            "a voice has an x-vector of 31 numbers, expected 32");
  EXPECT_EQ(refusal([](SpeechPrompt& p) { p.mel[7] = NAN; }),
            "a voice has a number that is not finite");
}

TEST(ChatterboxS3GenSession, RefusesWhatIsNoSpeech) {
  const Host host;
  const auto session = value(S3GenSession::open(host.model, host.prompt));
  const auto refusal = [&](const std::vector<int>& tokens, int steps) {
    const auto spoken = session->speak(tokens, {.seed = 0, .steps = steps});
    return spoken ? "spoken" : spoken.error().message;
  };
  EXPECT_EQ(refusal({1}, 1), "spoken");
  EXPECT_EQ(refusal({}, 1), "0 speech tokens with a prompt of 10, expected 1 to 1990");
  EXPECT_EQ(refusal(std::vector<int>(1991), 1),
            "1991 speech tokens with a prompt of 10, expected 1 to 1990");
  EXPECT_EQ(refusal({-1}, 1), "speech token -1, expected 0 to 6560");
  EXPECT_EQ(refusal({1}, -1), "-1 steps of the flow, expected 0 to 1000");
  EXPECT_EQ(refusal({1}, 1001), "1001 steps of the flow, expected 0 to 1000");
}

// Asks to stop when it sees a part.
class Stopper : public Trace {
 public:
  explicit Stopper(std::string part) : part_(std::move(part)) {}
  void see(std::string_view, int, std::string_view part, std::span<const float>, int) override {
    after += stop.stop_requested() ? 1 : 0;
    if (part == part_) stop.request_stop();
  }
  std::stop_source stop;
  int after = 0;

 private:
  std::string part_;
};

TEST(ChatterboxS3GenSession, StopsBetweenItsParts) {
  const Host host;
  for (const char* part : {"mu", "flow.x.3", "generator.resblock.0"}) {
    Stopper stopper(part);
    const auto session = value(S3GenSession::open(host.model, host.prompt, &stopper));
    const auto spoken = session->speak(std::vector<int>{1, 2, 3}, {}, stopper.stop.get_token());
    ASSERT_FALSE(spoken);
    EXPECT_EQ(spoken.error().code, Errc::cancelled);
    EXPECT_LT(stopper.after, 12) << part;  // what is left of a step
  }
}

TEST(ChatterboxS3GenLoad, SaysWhatDoesNotFit) {
  const auto refusal = [](const S3GenShape& shape, const std::string& without) {
    const auto plain = weights_file("s3gen.safetensors");
    auto table = std::make_shared<checkpoint::TensorTable>("s3gen.safetensors");
    for (const std::string& name : plain->names())
      if (name != without) table->add(*plain->find(name));
    table->keep(plain);
    const auto model = S3Gen::load(table, std::nullopt, sotto::testing::open_backend(""), shape);
    return model ? "loaded" : model.error().message;
  };
  EXPECT_EQ(refusal(shape(), ""), "loaded");
  EXPECT_EQ(refusal({.estimator_heads = 3}, ""),
            "s3gen.safetensors: flow.decoder.estimator.down_blocks.0.1.0.attn1.to_q.weight has 64 "
            "rows, expected a multiple of the 3 heads");
  EXPECT_EQ(refusal(shape(), "flow.encoder_proj.bias"),
            "s3gen.safetensors: no tensor flow.encoder_proj.bias");
  EXPECT_EQ(refusal(shape(), "mel2wav.ups.1.bias"),
            "s3gen.safetensors: there is no tensor mel2wav.ups.1.bias, expected one of [8]");
}

}  // namespace
}  // namespace sotto::models::chatterbox::chatterbox_s3gen_test
